//! `examples/shop`, by clients of one scene each, and by one that has all.

use super::{audit, with};
use raceproof_tests::place;
use raceproof_tests::sandbox::{Sandbox, expect};
use std::collections::BTreeSet;
use std::fs;

/// Two threads at once in the shop.
struct Scene {
    name: &'static str,
    /// What comes before, and what the two do.
    body: &'static str,
    /// The variables with an executed race.
    races: &'static [&'static str],
}

const SCENES: &[Scene] = &[
    Scene {
        name: "Visitors",
        body: "Visits visits = new Visits(); together(visits::add, visits::add);",
        races: &["shop.Visits.count"],
    },
    Scene {
        name: "Buyers",
        body: "Stock stock = new Stock(5); together(stock::take, stock::take);",
        races: &[],
    },
    Scene {
        name: "Lookers",
        body: "Prices prices = new Prices(new Item(\"tea\", 450), new Item(\"cup\", 300));
            together(prices::cheapest, prices::cheapest);",
        races: &["shop.Prices.cheapest"],
    },
    Scene {
        name: "Readers",
        body: "Catalog catalog = new Catalog(new Item(\"tea\", 450), new Item(\"cup\", 300));
            together(() -> catalog.find(\"tea\"), () -> catalog.find(\"cup\"));",
        races: &[],
    },
    Scene {
        name: "Payers",
        body: "Bank bank = new Bank(); Account ann = new Account(\"Ann\", 100), bob = new Account(\"Bob\", 100);
            together(() -> bank.transfer(ann, bob, 30), () -> bank.transfer(bob, ann, 10));",
        races: &[],
    },
    Scene {
        name: "Cashiers",
        body: "Till till = new Till(); Order order = new Order(new Item(\"tea\", 450), 1);
            together(() -> till.pay(order), () -> till.pay(order)); till.cents();",
        races: &[],
    },
];

fn client(name: &str, scenes: &[&Scene]) -> String {
    let bodies = scenes.iter().map(|scene| format!("        {{ {} }}\n", scene.body));
    let bodies: String = bodies.collect();
    format!(
        "package shop;
public class {name} {{
    static void together(Runnable one, Runnable other) throws InterruptedException {{
        Thread thread = new Thread(other);
        thread.start();
        one.run();
        thread.join();
    }}
    public static void main(String[] args) throws Exception {{
{bodies}    }}
}}"
    )
}

/// The compiled shop.
fn shop(test: &str) -> Sandbox {
    let sandbox = Sandbox::new(env!("CARGO_TARGET_TMPDIR"), &format!("audit-shop-{test}"));
    let sources = place::workspace().join("examples/shop/src/main/java/shop");
    let mut names = Vec::new();
    for entry in fs::read_dir(&sources).unwrap_or_else(|e| panic!("{}: {e}", sources.display())) {
        let path = entry.unwrap().path();
        let name = format!("src/shop/{}", path.file_name().unwrap().to_string_lossy());
        sandbox.file(&name, fs::read(&path).unwrap());
        names.push(name);
    }
    let all = ["-d", "classes"].into_iter().chain(names.iter().map(String::as_str));
    sandbox.jdk_tool("javac", &all.collect::<Vec<_>>());
    sandbox
}

#[track_caller]
fn ends(sandbox: &Sandbox, name: &str, scenes: &[&Scene]) {
    let source = sandbox.file(&format!("src/shop/{name}.java"), client(name, scenes));
    let source = source.display().to_string();
    sandbox.jdk_tool("javac", &["-cp", "classes", "-d", "classes", &source]);
    let (finished, report) = audit(sandbox, &format!("shop.{name}"), &[]);
    let races: BTreeSet<&str> = scenes.iter().flat_map(|scene| scene.races).copied().collect();
    expect(&finished, i32::from(!races.is_empty()), &[]);
    let witnessed = with(&report, "witnessed");
    let found: BTreeSet<&str> =
        witnessed.iter().map(|one| one["variable"].as_str().unwrap()).collect();
    assert_eq!(found, races, "{name}: {report:#}");
    assert_eq!(with(&report, "open").len(), 0, "{name}: {report:#}");
    for none in ["unexpected", "contradictions"] {
        assert_eq!(report[none], serde_json::json!([]), "{name}: {report:#}");
    }
}

#[test]
fn each_scene_of_the_shop_is_decided() {
    let sandbox = shop("scenes");
    for scene in SCENES {
        ends(&sandbox, scene.name, &[scene]);
    }
}

/// One after the other in one program.
#[test]
fn a_day_in_the_shop_is_decided() {
    let sandbox = shop("day");
    ends(&sandbox, "Day", &SCENES.iter().collect::<Vec<_>>());
}
