//! A real Chromium without a window, driven by its DevTools protocol: JSON over a WebSocket, of which
//! this has as much as a client on the same machine needs.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// Names of the program, in the order of preference.
const NAMES: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

const PATIENCE: Duration = Duration::from_secs(60);

/// One page of a browser of its own.
pub struct Browser {
    child: Child,
    socket: TcpStream,
    session: Option<String>,
    calls: u64,
    /// What the browser told meanwhile.
    pub events: Vec<Value>,
}

impl Browser {
    /// Starts one whose files lie in `folder`.
    pub fn start(folder: &Path) -> Self {
        let name = std::env::var("RACEPROOF_BROWSER").unwrap_or_else(|_| {
            let is_there = |name: &&&str| {
                let path = std::env::var_os("PATH").unwrap_or_default();
                std::env::split_paths(&path).any(|folder| folder.join(name).is_file())
            };
            let found = NAMES.iter().find(is_there);
            (*found.expect("no Chromium is installed: .ci/ensure-browser does that")).to_owned()
        });
        let profile = folder.join("profile");
        let mut child = Command::new(name)
            .args(["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"])
            .args(["--disable-dev-shm-usage", "--no-first-run", "--disable-background-networking"])
            .args(["--remote-debugging-port=0", "about:blank"])
            .arg(format!("--user-data-dir={}", profile.display()))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let address = loop {
            let line = lines.next().expect("the browser ended before it listened").unwrap();
            if let Some((_, address)) = line.split_once("listening on ws://") {
                break address.trim().to_owned();
            }
        };
        // It goes on telling, and must not be kept waiting.
        std::thread::spawn(move || lines.for_each(drop));
        let socket = connect(&address);
        let mut browser = Self { child, socket, session: None, calls: 0, events: Vec::new() };
        let target = browser.call("Target.createTarget", json!({ "url": "about:blank" }));
        let attach = json!({ "targetId": target["targetId"], "flatten": true });
        let attached = browser.call("Target.attachToTarget", attach);
        browser.session = attached["sessionId"].as_str().map(str::to_owned);
        for domain in ["Page", "Runtime", "Network", "Log"] {
            browser.call(&format!("{domain}.enable"), json!({}));
        }
        browser
    }

    /// Calls a method and returns its result.
    pub fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.calls += 1;
        let mut message = json!({ "id": self.calls, "method": method, "params": parameters });
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        send(&mut self.socket, &message.to_string());
        loop {
            let answer: Value = serde_json::from_slice(&receive(&mut self.socket)).unwrap();
            if answer["id"] == self.calls {
                assert!(answer["error"].is_null(), "{method}: {}", answer["error"]);
                return answer["result"].clone();
            }
            self.events.push(answer);
        }
    }

    /// The value of an expression of JavaScript.
    #[track_caller]
    pub fn value(&mut self, expression: &str) -> Value {
        let asked = json!({ "expression": expression, "returnByValue": true });
        let answer = self.call("Runtime.evaluate", asked);
        let thrown = &answer["exceptionDetails"];
        assert!(thrown.is_null(), "{expression}: {thrown}");
        answer["result"]["value"].clone()
    }

    /// Opens a file in a window of a size, and waits until the page says that it is drawn; in so many
    /// milliseconds since it was asked for.
    pub fn open(&mut self, file: &Path, width: u32, height: u32) -> u64 {
        self.resize(width, height);
        self.events.clear();
        self.call("Page.navigate", json!({ "url": format!("file://{}", file.display()) }));
        let started = Instant::now();
        loop {
            let drawn = self.value("document.documentElement?.dataset.drawn ?? null");
            if let Some(milliseconds) = drawn.as_str() {
                return milliseconds.parse().unwrap();
            }
            assert!(started.elapsed() < PATIENCE, "the page is never drawn: {:?}", self.events);
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits until an expression of JavaScript is true.
    #[track_caller]
    pub fn wait_for(&mut self, expression: &str) {
        let started = Instant::now();
        while self.value(expression) != true {
            assert!(started.elapsed() < PATIENCE, "it never comes true: {expression}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    pub fn resize(&mut self, width: u32, height: u32) {
        let size =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.call("Emulation.setDeviceMetricsOverride", size);
    }

    /// Clicks in the middle of the first element that has this text, of those that a selector names.
    #[track_caller]
    pub fn click(&mut self, selector: &str, text: &str) {
        let found = self.value(&format!(
            "(() => {{ const all = [...document.querySelectorAll({selector:?})];
              const found = all.find((one) => one.textContent.includes({text:?}));
              if (!found) return all.map((one) => one.textContent);
              found.scrollIntoView({{ block: 'center' }});
              const box = found.getBoundingClientRect();
              return {{ x: box.x + Math.min(box.width / 2, 200), y: box.y + box.height / 2 }}; }})()"
        ));
        assert!(found.is_object(), "no `{selector}` says `{text}`: {found}");
        for kind in ["mousePressed", "mouseReleased"] {
            let event = json!({ "type": kind, "x": found["x"], "y": found["y"], "button": "left", "clickCount": 1 });
            self.call("Input.dispatchMouseEvent", event);
        }
    }

    /// Presses keys, each by its name.
    pub fn press(&mut self, keys: &[&str]) {
        for key in keys {
            let mut event = json!({ "type": "keyDown", "key": key });
            if *key == "Enter" {
                event["text"] = json!("\r");
            }
            self.call("Input.dispatchKeyEvent", event);
            self.call("Input.dispatchKeyEvent", json!({ "type": "keyUp", "key": key }));
        }
    }

    /// The addresses that were asked for.
    pub fn requests(&self) -> Vec<&str> {
        let is_request = |event: &&Value| event["method"] == "Network.requestWillBeSent";
        let urls = self.events.iter().filter(is_request);
        urls.filter_map(|event| event["params"]["request"]["url"].as_str()).collect()
    }

    /// What scripts threw, and what the browser complained of.
    pub fn complaints(&self) -> Vec<&Value> {
        let is_complaint = |event: &&Value| {
            event["method"] == "Runtime.exceptionThrown" || event["method"] == "Log.entryAdded"
        };
        self.events.iter().filter(is_complaint).collect()
    }

    /// A picture of the window, as a PNG.
    pub fn picture(&mut self) -> Vec<u8> {
        let answer = self.call("Page.captureScreenshot", json!({ "format": "png" }));
        decoded(answer["data"].as_str().unwrap())
    }

    /// The page on paper, as a PDF.
    pub fn paper(&mut self) -> Vec<u8> {
        let answer = self.call("Page.printToPDF", json!({ "printBackground": true }));
        decoded(answer["data"].as_str().unwrap())
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // It may be gone already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Opens a WebSocket at `host:port/path`.
fn connect(address: &str) -> TcpStream {
    let (host, path) = address.split_once('/').unwrap();
    let mut socket = TcpStream::connect(host).unwrap();
    socket.set_read_timeout(Some(PATIENCE)).unwrap();
    write!(
        socket,
        "GET /{path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
         Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    .unwrap();
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        socket.read_exact(&mut byte).unwrap();
        head.extend(byte);
    }
    assert!(head.starts_with(b"HTTP/1.1 101"), "{}", String::from_utf8_lossy(&head));
    socket
}

/// Sends one text frame. A client must mask; the mask of zeros leaves the text as it is.
fn send(socket: &mut TcpStream, text: &str) {
    let mut frame = vec![0x81];
    match text.len() {
        length @ 0..126 => frame.push(0x80 | length as u8),
        length @ 126..0x1_0000 => {
            frame.push(0x80 | 126);
            frame.extend((length as u16).to_be_bytes());
        }
        length => {
            frame.push(0x80 | 127);
            frame.extend((length as u64).to_be_bytes());
        }
    }
    frame.extend([0; 4]);
    frame.extend(text.as_bytes());
    socket.write_all(&frame).unwrap();
}

/// The next message, of as many frames as it has.
fn receive(socket: &mut TcpStream) -> Vec<u8> {
    let mut message = Vec::new();
    loop {
        let mut head = [0; 2];
        socket.read_exact(&mut head).unwrap();
        let length = match head[1] & 0x7f {
            126 => {
                let mut length = [0; 2];
                socket.read_exact(&mut length).unwrap();
                u64::from(u16::from_be_bytes(length))
            }
            127 => {
                let mut length = [0; 8];
                socket.read_exact(&mut length).unwrap();
                u64::from_be_bytes(length)
            }
            length => u64::from(length),
        };
        let mut part = vec![0; usize::try_from(length).unwrap()];
        socket.read_exact(&mut part).unwrap();
        match head[0] & 0x0f {
            0..=2 => message.extend(part),
            8 => panic!("the browser closed the connection"),
            _ => continue,
        }
        if head[0] & 0x80 != 0 {
            return message;
        }
    }
}

/// Base64.
fn decoded(text: &str) -> Vec<u8> {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut count) = (0_u32, 0);
    for letter in text.bytes().filter(|letter| *letter != b'=') {
        let value = LETTERS.iter().position(|known| *known == letter).unwrap();
        bits = bits << 6 | value as u32;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count & 0xff) as u8);
        }
    }
    bytes
}

/// Writes a picture for the documentation, if that is wanted.
pub fn keep(picture: &[u8], name: &str) {
    assert!(picture.starts_with(b"\x89PNG"), "no picture");
    if std::env::var_os("UPDATE_PICTURES").is_some() {
        let folder = raceproof_tests::place::workspace().join("docs/pictures");
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join(name), picture).unwrap();
    }
}
