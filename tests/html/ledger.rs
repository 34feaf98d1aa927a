//! The ledger of `audit --format html`: what its table says and can be done with it, held against the
//! same audit as JSON.

use std::cmp::Ordering;
use std::fmt::Write as _;
use std::fs;

use raceproof_tests::hostile;
use raceproof_tests::sandbox::{Sandbox, expect};
use serde_json::{Value, json};

use super::browser::{Browser, keep};
use super::{ONE, Shown, is_valid, texts};

const SHOP: &str = include_str!("Shop.java");

/// Some of the shop's candidates are executed, and some stay open.
const QUICK: [&str; 2] = ["--deciders", "predict,directed"];

/// Audits a compiled program and opens its page.
fn shown(sandbox: Sandbox, class: &str, status: i32, options: &[&str]) -> Shown {
    let audit = ["audit", class, "-cp", "classes", "--sourcepath", "src", "--format", "html"];
    let command = [&audit[..], &["--output", "report.html"], options].concat();
    expect(&sandbox.raceproof(&command), status, &[]);
    let alone = ONE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let browser = Browser::start(&sandbox.folder);
    let mut shown = Shown { sandbox, browser, _alone: alone };
    let page = shown.page();
    is_valid(&page);
    shown.browser.open(&page, 1280, 1000);
    assert_eq!(shown.browser.complaints(), Vec::<&Value>::new());
    shown
}

fn shop(name: &str) -> Sandbox {
    let sandbox = Sandbox::new(env!("CARGO_TARGET_TMPDIR"), &format!("html-ledger-{name}"));
    sandbox.class("src/Shop.java", SHOP);
    sandbox
}

/// The candidates of the same audit, as JSON has them.
fn candidates(shown: &Shown) -> Vec<Value> {
    let words = ["audit", "Shop", "-cp", "classes", "--format", "json"];
    let told = shown.sandbox.raceproof(&[&words[..], &QUICK].concat());
    let told: Value = serde_json::from_slice(&told.stdout).unwrap();
    told["candidates"].as_array().unwrap().clone()
}

/// The numbers of the rows that are shown, in their order.
fn numbers(browser: &mut Browser) -> Vec<u64> {
    let all = texts(browser, ".ledger tbody tr:not([hidden]) td:first-child");
    all.iter().map(|number| number.parse().unwrap()).collect()
}

fn note(browser: &mut Browser) -> String {
    texts(browser, ".audit .note")[0].clone()
}

/// Digits as the numbers that they are, the rest letter by letter.
fn natural(one: &str, other: &str) -> Ordering {
    let parts = |text: &str| -> Vec<(u64, char)> {
        let mut parts: Vec<(u64, char)> = Vec::new();
        for letter in text.to_lowercase().chars() {
            match (letter.to_digit(10), parts.last_mut()) {
                (Some(digit), Some((number, '0'))) => *number = *number * 10 + u64::from(digit),
                (Some(digit), _) => parts.push((u64::from(digit), '0')),
                (None, _) => parts.push((0, letter)),
            }
        }
        parts
    };
    let (one, other) = (parts(one), parts(other));
    let unequal = one.iter().zip(&other).find(|(one, other)| one != other);
    unequal
        .map_or(one.len().cmp(&other.len()), |(one, other)| (one.1, one.0).cmp(&(other.1, other.0)))
}

fn text<'a>(candidate: &'a Value, path: &str) -> &'a str {
    candidate.pointer(path).and_then(Value::as_str).unwrap()
}

/// By what each column is sorted, from the JSON alone.
fn by(column: usize, one: &Value, other: &Value) -> Ordering {
    let number = |candidate: &Value, key: &str| candidate[key].as_u64().unwrap();
    let status = |candidate: &Value| {
        ["witnessed", "open", "proved"]
            .iter()
            .position(|word| text(candidate, "/status") == *word)
            .unwrap()
    };
    let decided = |candidate: &Value| {
        let path = ["/witness/by", "/why", "/proof/by"][status(candidate)];
        text(candidate, path).to_owned()
    };
    let texts = |path: &str| natural(text(one, path), text(other, path));
    match column {
        0 => number(one, "number").cmp(&number(other, "number")),
        1 => status(one).cmp(&status(other)),
        2 => texts("/variable"),
        3 => texts("/accesses/0/place"),
        4 => texts("/accesses/1/place"),
        5 => number(one, "pairs").cmp(&number(other, "pairs")),
        _ => natural(&decided(one), &decided(other)),
    }
}

#[test]
fn each_column_sorts_the_ledger_both_ways() {
    let mut shown = shown(shop("sorted"), "Shop", 1, &QUICK);
    let candidates = candidates(&shown);
    let browser = &mut shown.browser;
    let names = texts(browser, ".ledger th");
    assert_eq!(names.len(), 7, "{names:?}");
    let kinds: std::collections::BTreeSet<&str> =
        candidates.iter().map(|candidate| text(candidate, "/status")).collect();
    assert_eq!(kinds.len(), 2, "some are executed, and some are open");
    let mut orders = std::collections::BTreeSet::new();
    for (column, name) in names.iter().enumerate() {
        for direction in ["ascending", "descending"] {
            // The first is sorted already.
            if column > 0 || direction == "descending" {
                browser.click(".ledger th button", name);
            }
            let sorted = browser.value(&format!(
                "[...document.querySelectorAll('.ledger th')].map((head) => head.getAttribute('aria-sort'))[{column}]"
            ));
            assert_eq!(sorted, direction, "{name}");
            assert!(note(browser).starts_with(&format!("10 rows, by {name}, ")));
            let mut expected = candidates.clone();
            expected.sort_by(|one, other| match direction {
                "ascending" => by(column, one, other),
                _ => by(column, other, one),
            });
            let expected: Vec<u64> =
                expected.iter().map(|candidate| candidate["number"].as_u64().unwrap()).collect();
            assert_eq!(numbers(browser), expected, "by {name}, {direction}");
            orders.insert(expected);
        }
    }
    assert!(orders.len() >= 10, "columns that sort alike tell nothing: {orders:?}");
    assert_eq!(
        browser.value("document.querySelectorAll('.ledger th[aria-sort]').length"),
        1,
        "one column is the sorted one"
    );
}

#[test]
fn the_ledger_says_what_json_says() {
    let mut shown = shown(shop("told"), "Shop", 1, &QUICK);
    let candidates = candidates(&shown);
    let browser = &mut shown.browser;
    let variables = texts(browser, ".ledger td:nth-child(3)");
    let statuses = texts(browser, ".ledger td:nth-child(2)");
    let decisions = texts(browser, ".ledger details pre");
    assert_eq!(variables.len(), candidates.len());
    for (row, candidate) in candidates.iter().enumerate() {
        assert_eq!(variables[row], text(candidate, "/variable"));
        assert_eq!(statuses[row], text(candidate, "/status"));
        for access in [0, 1] {
            for what in ["method", "place", "thread"] {
                let word = text(candidate, &format!("/accesses/{access}/{what}"));
                assert!(decisions[row].contains(word), "{word}: {}", decisions[row]);
            }
        }
        for path in ["/why", "/what_decides", "/witness/finding/message"] {
            let word = candidate.pointer(path).and_then(Value::as_str).unwrap_or_default();
            assert!(decisions[row].contains(word), "{word}: {}", decisions[row]);
        }
    }
    // Each executed race has its schedule below, and a link to it.
    let witnessed = statuses.iter().filter(|status| *status == "witnessed").count();
    assert_eq!(texts(browser, "section.finding h2").len(), witnessed);
    let led = browser.value(
        "[...document.querySelectorAll('.ledger tr')].flatMap((row) => {
          const link = row.querySelector('a');
          return link ? [[row.cells[2].textContent, document.querySelector(link.getAttribute('href') + ' h2').textContent]] : [];
        })",
    );
    let led = led.as_array().unwrap();
    assert_eq!(led.len(), witnessed);
    for pair in led.iter().filter(|pair| pair[0].as_str().unwrap().starts_with("Shop.")) {
        let (variable, title) = (pair[0].as_str().unwrap(), pair[1].as_str().unwrap());
        assert!(title.contains(variable), "{variable}: {title}");
    }
    assert!(texts(browser, "details.rests pre")[0].contains("Pairs of places:"));
    browser.resize(1280, 1000);
    keep(&browser.picture(), "ledger.png");
}

#[test]
fn rows_are_chosen_by_status_and_by_text_and_with_keys_alone() {
    let mut shown = shown(shop("chosen"), "Shop", 1, &QUICK);
    let candidates = candidates(&shown);
    let browser = &mut shown.browser;
    let of = |wanted: &dyn Fn(&Value) -> bool| -> Vec<u64> {
        let wanted = candidates.iter().filter(|candidate| wanted(candidate));
        wanted.map(|candidate| candidate["number"].as_u64().unwrap()).collect()
    };
    let all = of(&|_| true);
    browser.click(".audit .chip", "witnessed: 8");
    assert_eq!(numbers(browser), of(&|one| one["status"] == "open"));
    assert!(note(browser).starts_with("2 of 10 rows, "), "{}", note(browser));
    browser.click(".audit .chip", "witnessed: 8");
    assert_eq!(numbers(browser), all);
    // From a row to the search, and back to everything.
    browser.value("document.querySelector('.ledger tr[tabindex=\"0\"]').focus()");
    browser.press(&["/"]);
    assert_eq!(browser.value("document.activeElement.type"), "search");
    browser.call("Input.insertText", json!({ "text": "shop.ORDERS" }));
    assert_eq!(numbers(browser), of(&|one| one["variable"] == "Shop.orders"));
    browser.press(&["Escape"]);
    assert_eq!((numbers(browser), browser.value("document.activeElement.value")), (all, json!("")));
    // Rows.
    let at = "document.activeElement.cells[0].textContent";
    browser.value("document.querySelector('.ledger tr[tabindex=\"0\"]').focus()");
    browser.press(&["ArrowDown", "ArrowDown", "ArrowUp"]);
    assert_eq!(browser.value(at), "2");
    let is_open = "document.activeElement.querySelector('details').open";
    browser.press(&["Enter"]);
    assert_eq!(browser.value(is_open), true);
    browser.press(&["Enter", "End"]);
    assert_eq!((browser.value(at), browser.value(is_open)), (json!("10"), json!(false)));
    browser.press(&["ArrowDown"]);
    assert_eq!(browser.value(at), "10", "there is no row below");
    browser.press(&["Home"]);
    assert_eq!(browser.value(at), "1");
    // A column.
    browser.value("document.querySelectorAll('.ledger th button')[2].focus()");
    browser.press(&["Enter"]);
    assert!(note(browser).contains("by variable, upwards"));
}

#[test]
fn hostile_names_stay_names_in_the_ledger() {
    let sandbox = Sandbox::new(env!("CARGO_TARGET_TMPDIR"), "html-ledger-hostile");
    hostile::plant(&sandbox);
    let mut shown = shown(sandbox, hostile::CLASS, 1, &[]);
    let page = fs::read_to_string(shown.page()).unwrap();
    assert!(!page.contains(|letter: char| letter.is_control() && letter != '\n'));
    let browser = &mut shown.browser;
    let name = hostile::FIELD.replace('\u{1b}', "\\u001b").replace("\r\n", "\\r\\n");
    let variable = format!("{}.{name}", hostile::CLASS);
    assert_eq!(texts(browser, ".ledger td:nth-child(3)")[0], variable);
    assert_eq!(
        browser.value("document.querySelectorAll('main script:not([type]), .ledger b').length"),
        0
    );
    browser.click(".ledger summary", "");
    assert!(texts(browser, ".ledger pre")[0].contains(&name));
}

#[test]
fn two_thousand_rows_are_sorted_and_filtered_at_once() {
    let sandbox = Sandbox::new(env!("CARGO_TARGET_TMPDIR"), "html-ledger-many");
    let mut program = String::from("class Many {\n");
    let all = 0..2000;
    all.clone().for_each(|field| _ = writeln!(program, "static int f{field};"));
    program += "static void work() {\n";
    all.clone().for_each(|field| _ = writeln!(program, "f{field} = 1;"));
    program +=
        "}\npublic static void main(String[] a) { new Thread(Many::work).start(); work(); }\n}";
    sandbox.class("src/Many.java", &program);
    let mut shown = shown(sandbox, "Many", 1, &["--deciders", "directed", "--time", "5"]);
    let page = shown.page();
    let fastest = (0..3).map(|_| shown.browser.open(&page, 1280, 1000)).min().unwrap();
    assert!(fastest < 3000, "drawn after {fastest} ms");
    let browser = &mut shown.browser;
    assert!(note(browser).starts_with("2,000 rows, "), "{}", note(browser));
    let took = browser.value(
        "(() => { const started = performance.now();
          document.querySelectorAll('.ledger th button')[2].click();
          const search = document.querySelector('.audit input');
          search.value = 'Many.f19'; search.dispatchEvent(new Event('input'));
          document.body.offsetHeight;
          return Math.round(performance.now() - started); })()",
    );
    assert!(took.as_u64().unwrap() < 2000, "{took} ms");
    eprintln!("2,000 rows: drawn after {fastest} ms, sorted and filtered in {took} ms");
    // In the order of numbers, which that of the letters is not.
    let expected = (0..2000).filter(|field: &u64| field.to_string().starts_with("19"));
    let expected: Vec<String> = expected.map(|field| format!("Many.f{field}")).collect();
    assert_eq!(texts(browser, ".ledger tbody tr:not([hidden]) td:nth-child(3)"), expected);
    assert_eq!(expected.len(), 111);
    assert!(note(browser).starts_with("111 of 2,000 rows, by variable"));
}

#[test]
fn the_ledger_fits_a_narrow_window_and_the_dark_and_paper_and_needs_no_script() {
    let mut shown = shown(shop("narrow"), "Shop", 1, &QUICK);
    let page = shown.page();
    let browser = &mut shown.browser;
    browser.open(&page, 400, 800);
    assert_eq!(browser.value("document.documentElement.scrollWidth"), 400);
    let cut = browser.value("[...document.querySelectorAll('.ledger td')].every((cell) => cell.getBoundingClientRect().right <= 400)");
    assert_eq!(cut, true);
    let dark = json!({ "features": [{ "name": "prefers-color-scheme", "value": "dark" }] });
    browser.call("Emulation.setEmulatedMedia", dark);
    let ground = "getComputedStyle(document.querySelector('.ledger th')).backgroundColor";
    assert_eq!(browser.value(ground), "rgb(29, 35, 45)");
    // On paper all rows are open, and afterwards as they were.
    browser.open(&page, 1280, 1000);
    browser.value("dispatchEvent(new Event('beforeprint'))");
    assert_eq!(browser.value("document.querySelectorAll('.ledger details:not([open])').length"), 0);
    browser.value("dispatchEvent(new Event('afterprint'))");
    assert_eq!(browser.value("document.querySelectorAll('.ledger details[open]').length"), 0);
    assert!(browser.paper().len() > 10_000);
    browser.call("Emulation.setScriptExecutionDisabled", json!({ "value": true }));
    browser.call("Page.navigate", json!({ "url": format!("file://{}", page.display()) }));
    browser.wait_for("document.querySelectorAll('.ledger tbody tr').length === 10");
    assert_eq!(texts(browser, ".ledger th")[1], "status");
}
