//! The page of `--format html`, in a real browser: what it says, what can be done with mouse and
//! keys, that hostile names stay names, that long schedules are shown in time, and that it asks the
//! network for nothing; `ledger.rs` the same of an audit. `make screenshots` writes the pictures of
//! the documentation (`UPDATE_PICTURES=1`).

mod browser;
mod ledger;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, MutexGuard};

use browser::{Browser, keep};
use raceproof_tests::sandbox::{Sandbox, expect};
use serde_json::{Value, json};

const COUNTER: &str = include_str!("Counter.java");
const TABLE: &str = include_str!("Table.java");
const TURNS: &str = include_str!("Turns.java");
const POOL: &str = include_str!("Pool.java");
/// Has three races.
const SEVERAL: &str = "class Several {
    static int a, b, c;

    public static void main(String[] arguments) {
        new Thread(() -> {
            a = 1;
            b = 1;
            c = 1;
        }).start();
        a = 2;
        b = 2;
        c = 2;
    }
}
";
const HOSTILE: &str = include_str!("Hostile.java");

/// One browser at a time: it uses both cores, and the time it takes is measured.
static ONE: Mutex<()> = Mutex::new(());

struct Shown {
    sandbox: Sandbox,
    browser: Browser,
    _alone: MutexGuard<'static, ()>,
}

impl Shown {
    fn page(&self) -> PathBuf {
        self.sandbox.folder.join("report.html")
    }
}

fn sandbox(name: &str, program: &str, text: &str) -> Sandbox {
    let sandbox = Sandbox::new(env!("CARGO_TARGET_TMPDIR"), &format!("html-{name}"));
    sandbox.file(program, text);
    sandbox
}

/// Checks a program and opens its page.
fn shown(name: &str, program: &str, text: &str, options: &[&str], arguments: &[&str]) -> Shown {
    let sandbox = sandbox(name, program, text);
    let format = ["check", program, "--format", "html", "--output", "report.html"];
    let command = [&format[..], options, &["--"], arguments].concat();
    expect(&sandbox.raceproof(&command), 1, &[]);
    let alone = ONE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let browser = Browser::start(&sandbox.folder);
    let mut shown = Shown { sandbox, browser, _alone: alone };
    let page = shown.page();
    shown.browser.open(&page, 1280, 900);
    assert_eq!(shown.browser.complaints(), Vec::<&Value>::new());
    shown
}

/// The texts of all elements of a selector.
fn texts(browser: &mut Browser, selector: &str) -> Vec<String> {
    let all = browser.value(&format!(
        "[...document.querySelectorAll({selector:?})].map((one) => one.textContent)"
    ));
    all.as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_owned()).collect()
}

fn selected(browser: &mut Browser) -> String {
    texts(browser, ".row.on .w").concat()
}

/// Tidy has nothing to say.
#[track_caller]
fn is_valid(page: &Path) {
    let tidy = Command::new("tidy").args(["-q", "-e"]).arg(page).output();
    let tidy = tidy.expect("tidy is missing: .ci/ensure-browser installs it");
    assert!(tidy.status.success(), "{}", String::from_utf8_lossy(&tidy.stderr));
}

#[test]
fn a_race_is_understood_from_the_page_alone() {
    let Shown { mut browser, sandbox, _alone } = shown("race", "Counter.java", COUNTER, &[], &[]);
    let browser = &mut browser;
    assert_eq!(texts(browser, "h2"), ["data-race Counter.orders, by main and clerk"]);
    let message = texts(browser, ".message").concat();
    assert!(message.contains("main writes Counter.orders") && message.contains("Nothing orders"));
    assert!(texts(browser, ".advice")[0].contains("What to change: volatile is not enough"));
    assert_eq!(texts(browser, "figure mark"), ["orders", "orders"]);
    assert_eq!(
        texts(browser, "figcaption strong"),
        ["main writes Counter.orders", "clerk reads Counter.orders"]
    );
    assert_eq!(texts(browser, ".heads span"), ["main", "clerk"]);
    assert_eq!(
        texts(browser, ".row .w"),
        [
            "start clerk",
            "read Counter.orders",
            "write Counter.orders = 1  ← first access",
            "begin",
            "lock java.lang.Object@1",
            "read Counter.orders = 1  ← races with it"
        ]
    );
    // The edge of the start, and the one that is missing, which leads from one access to the other.
    assert_eq!(browser.value("document.querySelectorAll('svg path.hb:not(.tip)').length"), 2);
    let ends = browser.value(
        "(() => { const [path] = document.querySelectorAll('.lanes path.missing');
          const length = path.getTotalLength(), at = (end) => { const { x, y } = path.getPointAtLength(end); return [Math.round(x), Math.round(y)]; };
          return [at(0), at(length)]; })()",
    );
    let row = |number: i64| number * 24 + 12;
    assert_eq!((&ends[0][1], &ends[1][1]), (&json!(row(2)), &json!(row(5))), "{ends}");
    assert!(ends[0][0].as_i64() < ends[1][0].as_i64(), "columns: {ends}");
    assert_eq!(texts(browser, "svg .word"), ["no order"]);
    let page = sandbox.folder.join("report.html");
    assert_eq!(
        browser.requests(),
        [format!("file://{}", page.display())],
        "nothing else is asked for"
    );
    is_valid(&page);
    browser.resize(1280, 1030);
    keep(&browser.picture(), "race.png");
}

#[test]
fn keys_lead_through_the_rows() {
    let Shown { mut browser, sandbox: _sandbox, _alone } =
        shown("keys", "Counter.java", COUNTER, &[], &[]);
    let browser = &mut browser;
    assert!(selected(browser).contains("races with it"), "the end is chosen first");
    browser.click(".jump", "The other access");
    assert!(selected(browser).contains("first access"));
    let about = texts(browser, ".about").concat();
    assert!(about.contains("nothing orders this and clerk, step 2"), "{about}");
    browser.press(&["r"]);
    assert!(selected(browser).contains("races with it"));
    browser.press(&["Home"]);
    assert_eq!(selected(browser), "start clerk");
    let about = texts(browser, ".about").concat();
    assert!(about.contains("happens before clerk, step 1, by the start of clerk"), "{about}");
    assert_eq!(browser.value("document.querySelectorAll('svg path.hb.on:not(.tip)').length"), 1);
    browser.press(&["ArrowDown", "ArrowDown", "ArrowUp"]);
    assert_eq!(selected(browser), "read Counter.orders");
    browser.press(&["End"]);
    assert!(selected(browser).contains("races with it"));
    let named = browser.value(
        "document.getElementById(document.activeElement.getAttribute('aria-activedescendant')).getAttribute('aria-label')",
    );
    assert!(named.as_str().unwrap().starts_with("clerk: read Counter.orders = 1"), "{named}");
    browser.press(&["h"]);
    assert_eq!(browser.value("document.querySelectorAll('.lanes path.hb').length"), 0);
    assert_eq!(browser.value("document.querySelectorAll('.lanes path.missing').length"), 2);
}

#[test]
fn what_happens_in_the_library_is_folded_and_opens() {
    // As the search came to it: simpler, nobody would wait for the lock.
    let options = ["--search", "random", "--seed", "1", "--library", "exact", "--minimise", "off"];
    let Shown { mut browser, sandbox, _alone } = shown("folds", "Pool.java", POOL, &options, &[]);
    let browser = &mut browser;
    let count = |browser: &mut Browser| {
        browser.value("document.querySelectorAll('.row').length").as_u64().unwrap()
    };
    let folded = count(browser);
    let inside = "cas";
    let shows = |browser: &mut Browser| {
        texts(browser, ".row .w").iter().filter(|text| text.contains("compare-and-set")).count()
    };
    assert_eq!(shows(browser), 0, "{inside}: folded");
    assert!(
        texts(browser, ".row.fold .w").iter().any(|text| text.contains("▸ ReentrantLock.lock, "))
    );
    browser.click(".row.fold", "ReentrantLock.lock, 2 steps");
    assert_eq!(count(browser), folded + 2);
    assert!(selected(browser).contains("▾ ReentrantLock.lock, 2 steps"));
    assert_eq!(
        browser.value("document.querySelector('.row.on').getAttribute('aria-expanded')"),
        "true"
    );
    browser.press(&["ArrowDown"]);
    assert!(
        texts(browser, ".about")[0]
            .contains("inside java.util.concurrent.locks.ReentrantLock.lock")
    );
    browser.press(&["ArrowUp", "Enter"]);
    assert_eq!(count(browser), folded);
    browser.click(".unfold", "Open all folds");
    assert!(count(browser) > folded && shows(browser) > 0);
    browser.click(".unfold", "Close all folds");
    assert_eq!(count(browser), folded);
    is_valid(&sandbox.folder.join("report.html"));
}

#[test]
fn rows_are_filtered_by_thread_and_by_variable() {
    let options = ["--search", "random", "--seed", "1", "--library", "exact"];
    let Shown { mut browser, sandbox: _sandbox, _alone } =
        shown("filter", "Pool.java", POOL, &options, &[]);
    let browser = &mut browser;
    let labels =
        "[...document.querySelectorAll('.row')].map((row) => row.getAttribute('aria-label'))";
    let of = |browser: &mut Browser, thread: &str| {
        let labels = browser.value(labels);
        let of_thread = |label: &&Value| label.as_str().unwrap().contains(&format!("{thread}: "));
        labels.as_array().unwrap().iter().filter(of_thread).count()
    };
    let (one, two) = (of(browser, "worker-0"), of(browser, "worker-1"));
    assert!(one > 0 && two > 0);
    browser.click(".chip", "worker-0");
    assert_eq!((of(browser, "worker-0"), of(browser, "worker-1")), (0, two));
    assert!(texts(browser, ".schedule .note")[0].contains("some rows are filtered out"));
    browser.value("document.querySelector('.lanes').focus()");
    browser.press(&["Escape"]);
    assert_eq!((of(browser, "worker-0"), of(browser, "worker-1")), (one, two));
    browser.value(
        "(() => { const select = document.querySelector('select');
          select.value = [...select.options].find((option) => option.textContent === 'Pool.done').value;
          select.dispatchEvent(new Event('change')); })()",
    );
    let rows = texts(browser, ".row .w");
    assert!(rows.len() > 10);
    assert!(rows.iter().all(|row| row.contains("Pool.done") || row.contains("throw")), "{rows:?}");
}

#[test]
fn a_deadlock_shows_who_holds_what_the_other_wants() {
    let Shown { mut browser, sandbox, _alone } =
        shown("deadlock", "Table.java", TABLE, &["--search", "bfs"], &[]);
    let browser = &mut browser;
    assert_eq!(texts(browser, "h2"), ["deadlock 5 threads wait for each other in a circle"]);
    assert_eq!(texts(browser, "figcaption strong")[0], "5 threads stand here");
    let rows = texts(browser, ".row.standing .w");
    assert_eq!(rows.len(), 6, "{rows:?}");
    assert!(
        rows[1].contains("Philosopher 0: waits to lock Table$Fork@2, held by Philosopher 1"),
        "{rows:?}"
    );
    // Each line leads up, to where the fork was taken; that of `main` to the thread it waits for.
    let paths = browser.value(
        "(() => { const data = JSON.parse(document.getElementById('data-1').textContent);
          return data.waits.map(([from, to]) => [data.texts[data.rows[from][3]], data.texts[data.rows[to][3]]]); })()",
    );
    for (from, to) in [
        ("Fork@2, held by Philosopher 1", "lock Table$Fork@2"),
        ("Fork@1, held by Philosopher 0", "lock Table$Fork@1"),
    ] {
        let found =
            paths.as_array().unwrap().iter().find(|path| path[0].as_str().unwrap().contains(from));
        assert_eq!(found.unwrap()[1], to, "{paths}");
    }
    assert_eq!(paths.as_array().unwrap().len(), 6);
    let drawn = browser.value(
        "document.querySelector('.lanes path.missing').getAttribute('d').split('M').length - 1",
    );
    assert_eq!(drawn, 6);
    is_valid(&sandbox.folder.join("report.html"));
    browser.resize(1280, 1480);
    keep(&browser.picture(), "deadlock.png");
}

#[test]
fn hostile_names_stay_names() {
    let Shown { mut browser, sandbox, _alone } =
        shown("hostile", "Hostile.java", HOSTILE, &[], &[]);
    let browser = &mut browser;
    let name = "</script><script>window.entered = 1</script><b>\"'&amp;\\u001b[31m";
    let heads = texts(browser, ".heads span");
    assert!(heads.contains(&name.to_owned()), "{heads:?}");
    assert_eq!(browser.value("window.entered ?? null"), Value::Null);
    assert!(texts(browser, "h2").concat().contains(name));
    let page = fs::read_to_string(sandbox.folder.join("report.html")).unwrap();
    assert!(!page.contains('\u{1b}') && !page.contains("<script>window"));
    assert_eq!(page.matches("</script>").count(), 2, "the data and the script");
    assert_eq!(browser.value("document.querySelectorAll('main b:not(.source b)').length"), 0);
    is_valid(&sandbox.folder.join("report.html"));
}

#[test]
fn ten_thousand_steps_are_shown_in_a_second_and_a_hundred_thousand_at_all() {
    let options = ["--search", "random", "--seed", "1", "--max-depth", "1000000"];
    let mut small = shown("long", "Turns.java", TURNS, &options, &["2500"]);
    let page = small.page();
    assert!(texts(&mut small.browser, ".schedule .note")[0].starts_with("10,00"));
    // Others work on this machine, too.
    let fastest = (0..3).map(|_| small.browser.open(&page, 1280, 900)).min().unwrap();
    assert!(fastest < 1000, "{fastest} ms");
    eprintln!("10,000 steps are drawn {fastest} ms after the page was asked for");
    small.browser.value("document.querySelector('.lanes').focus()");
    small.browser.press(&["Home", "PageDown", "End"]);
    assert!(selected(&mut small.browser).contains("throw"));
    drop(small);

    let mut large = shown("longer", "Turns.java", TURNS, &options, &["25000"]);
    let page = large.page();
    assert!(fs::metadata(&page).unwrap().len() < 16 << 20);
    let drawn = large.browser.open(&page, 1280, 900);
    assert!(drawn < 10_000, "{drawn} ms");
    eprintln!("100,000 steps are drawn {drawn} ms after the page was asked for");
    let note = texts(&mut large.browser, ".schedule .note").concat();
    assert!(
        note.contains("100,00")
            && note.contains("left out of this page")
            && note.contains("not drawn yet"),
        "{note}"
    );
    let count = |browser: &mut Browser| texts(browser, ".note")[0].clone();
    let before = count(&mut large.browser);
    large.browser.value("document.querySelector('.lanes').focus()");
    large.browser.press(&["Home"]);
    large.browser.value("document.querySelector('.frame').scrollTop = 2000 * 24 - 200");
    // Its rows are made when they come into sight.
    large.browser.wait_for("document.querySelector('.row.gap') !== null");
    large.browser.click(".row.gap", "shows more");
    assert_ne!(count(&mut large.browser), before);
}

#[test]
fn a_schedule_of_thousands_of_steps_is_pictured() {
    let options = ["--search", "random", "--seed", "1", "--max-depth", "1000000"];
    let Shown { mut browser, sandbox: _sandbox, _alone } =
        shown("middle", "Turns.java", TURNS, &options, &["500"]);
    assert!(texts(&mut browser, ".schedule .note")[0].starts_with("2,00"));
    assert!(
        texts(&mut browser, ".row .w").iter().any(|row| row.starts_with("write Turns.taken = ")),
        "values"
    );
    browser.resize(1280, 1000);
    browser.value("document.querySelector('.frame').scrollTop = 600 * 24");
    browser.wait_for("document.querySelector('[data-index=\"620\"]') !== null");
    keep(&browser.picture(), "long.png");
}

#[test]
fn it_fits_a_narrow_window_and_the_dark_and_paper() {
    let Shown { mut browser, sandbox, _alone } =
        shown("narrow", "Table.java", TABLE, &["--search", "bfs"], &[]);
    let browser = &mut browser;
    let page = sandbox.folder.join("report.html");
    browser.open(&page, 400, 800);
    assert_eq!(browser.value("document.documentElement.scrollWidth"), 400);
    let cut = browser.value("[...document.querySelectorAll('.row .w')].every((word) => word.getBoundingClientRect().right <= 400)");
    assert_eq!(cut, true);
    browser.value("document.querySelector('.schedule').scrollIntoView()");
    keep(&browser.picture(), "narrow.png");

    let paper =
        |browser: &mut Browser| browser.value("getComputedStyle(document.body).backgroundColor");
    assert_eq!(paper(browser), "rgb(255, 255, 255)");
    let dark = json!({ "features": [{ "name": "prefers-color-scheme", "value": "dark" }] });
    browser.call("Emulation.setEmulatedMedia", dark);
    assert_eq!(paper(browser), "rgb(20, 24, 31)");
    browser.resize(1280, 1000);
    browser.value("document.querySelector('.schedule').scrollIntoView()");
    keep(&browser.picture(), "dark.png");
    browser.click(".theme", "Light or dark");
    assert_eq!(paper(browser), "rgb(255, 255, 255)");

    let pdf = browser.paper();
    assert!(pdf.starts_with(b"%PDF-") && pdf.len() > 10_000, "{} bytes", pdf.len());
    browser.call("Emulation.setEmulatedMedia", json!({ "media": "print" }));
    assert_eq!(browser.value("getComputedStyle(document.querySelector('.bar')).display"), "none");
    assert_eq!(
        browser.value("getComputedStyle(document.querySelector('.frame')).maxHeight"),
        "none"
    );
}

#[test]
fn each_finding_has_a_section_also_without_its_source() {
    let sandbox = Sandbox::new(env!("CARGO_TARGET_TMPDIR"), "html-several");
    sandbox.class("Several.java", SEVERAL);
    fs::remove_file(sandbox.folder.join("Several.java")).unwrap();
    let check = ["check", "Several", "-cp", "classes", "--all", "--save-trace", "t"];
    let told = sandbox.raceproof(&[&check[..], &["--format", "json"]].concat());
    let told: Value = serde_json::from_slice(&told.stdout).unwrap();
    let findings = told["findings"].as_array().unwrap().len();
    assert!(findings > 1, "{findings}");
    expect(
        &sandbox
            .raceproof(&[&check[..], &["--format", "html", "--output", "report.html"]].concat()),
        1,
        &[],
    );
    let page = sandbox.folder.join("report.html");
    is_valid(&page);
    let alone = ONE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let mut browser = Browser::start(&sandbox.folder);
    browser.open(&page, 1280, 900);
    assert_eq!(texts(&mut browser, "section.finding h2").len(), findings);
    assert_eq!(texts(&mut browser, "nav a").len(), findings);
    assert!(
        texts(&mut browser, ".none")[0].contains("The source was not found. --sourcepath FOLDER")
    );
    // Those far down the page are drawn when one comes to them.
    browser.value("document.querySelector('section.finding:last-of-type').scrollIntoView()");
    let last = format!("document.querySelector('[data-number=\"{findings}\"] .row') !== null");
    browser.wait_for(&last);
    drop(alone);
    expect(
        &sandbox.raceproof(&["replay", "t", "--format", "html", "--output", "again.html"]),
        1,
        &[],
    );
    let [first, again] = ["report.html", "again.html"].map(|page| data(&sandbox.folder.join(page)));
    assert_eq!(first, again, "the schedule of a replay is that of the check");
}

/// The data of the first schedule of a page.
fn data(page: &Path) -> Value {
    let page = fs::read_to_string(page).unwrap();
    let (_, data) = page.split_once("id=\"data-1\">").unwrap();
    serde_json::from_str(data.split_once("</script>").unwrap().0).unwrap()
}

#[test]
fn what_has_no_schedule_is_refused_at_once() {
    let sandbox = sandbox("refused", "Counter.java", COUNTER);
    for command in ["predict", "scan", "run"] {
        let finished = sandbox.raceproof(&[command, "Counter.java", "--format", "html"]);
        expect(&finished, 2, &["--format text"]);
        assert!(finished.stdout.is_empty());
    }
    // Nothing was found: the page says so.
    sandbox.file(
        "Calm.java",
        "class Calm { public static void main(String[] a) { new Thread(() -> {}).start(); } }",
    );
    let finished =
        sandbox.raceproof(&["check", "Calm.java", "--format", "html", "--output", "calm.html"]);
    expect(&finished, 0, &[]);
    let page = sandbox.folder.join("calm.html");
    is_valid(&page);
    assert!(fs::read_to_string(page).unwrap().contains("<h1>race-free: nothing was found."));
}
