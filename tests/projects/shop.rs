//! `examples/shop`, and the class path that Maven itself tells.

use super::*;

/// Found in the sources as they are.
const FOUND: [(&str, &str, &str); 6] = [
    ("violated", "shop.CustomersTest#areCounted", "data-race"),
    ("violated", "shop.CustomersTest#payEachOther", "deadlock"),
    ("violated", "shop.GoodsTest#leaveTheStock", "assertion"),
    ("violated", "shop.GoodsTest#haveOneThatIsCheapest", "data-race"),
    ("ok", "shop.GoodsTest#areFoundByAll", "race-free"),
    ("ok", "shop.TillTest#takesAllThatIsHandedIn", "race-free"),
];

#[test]
fn four_of_six_tests_are_wrong_and_mended_none() {
    let Some(shop) = Shop::open("shop") else { return };
    let shop = shop.built();
    let finished = shop.raceproof(&["check", "--test", "*"]);
    expect(&finished, 1, &[]);
    expect_lines(&finished, &FOUND);
    let text = finished.stdout_text();
    assert!(text.contains("src/main/java/shop/Visits.java:9"), "{text}");

    let shop = shop.mended().built();
    let finished = shop.raceproof(&["check", "--test", "*"]);
    expect(&finished, 0, &[]);
    expect_lines(&finished, &FOUND.map(|(_, test, _)| ("ok", test, "race-free")));
}
