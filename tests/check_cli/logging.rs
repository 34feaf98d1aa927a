//! Texts and logs of the JDK's own, as programs have them that say nothing about it: by a handler that
//! prints to the console, with a time and a level that are formatted.

use super::{report, sandbox};
use raceproof_tests::jdk::Jdk;

const CONSOLE: &str = "import java.util.logging.Logger;

public class Console {
    static final Logger LOG = Logger.getLogger(\"console\");

    public static void main(String[] arguments) throws InterruptedException {
        Thread other = new Thread(() -> LOG.warning(\"other\"));
        other.start();
        LOG.info(\"main\");
        other.join();
    }
}
";

const WORDS: &str = "public static class Words extends ListResourceBundle {
    @Override
    protected Object[][] getContents() {
        return new Object[][] {{\"greeting\", \"hello %d\"}};
    }
}
";

const DIGEST: &str = "try {
    java.security.MessageDigest.getInstance(\"SHA-256\").digest(new byte[1]);
} catch (java.security.GeneralSecurityException failed) {
    throw new AssertionError(failed);
}
";

/// A program that does something in two threads, with what else its class has.
fn twice(name: &str, members: &str, statements: &str) -> String {
    format!(
        "import java.time.*;
        import java.time.format.*;
        import java.util.*;

        public class {name} {{
            {members}
            static void use() {{
                {statements}
            }}

            public static void main(String[] arguments) throws InterruptedException {{
                Thread other = new Thread({name}::use);
                other.start();
                use();
                other.join();
            }}
        }}"
    )
}

/// `arguments` says who configures logs, and when: a class of the program's, named by a property that
/// the first log reads, and nothing before.
const CONFIGURED: &str = "import java.util.Properties;
import java.util.logging.Logger;

public class Configured {
    static volatile boolean configured;

    public static class Configuration {
        public Configuration() {
            configured = true;
        }
    }

    static void configure(Properties properties) {
        properties.setProperty(\"java.util.logging.config.class\", \"Configured$Configuration\");
    }

    public static void main(String[] arguments) throws Exception {
        String how = arguments[0];
        if (how.equals(\"at first\")) {
            Class.forName(\"java.util.logging.LogManager\");
            configure(System.getProperties());
        }
        Properties properties = System.getProperties();
        Thread other = new Thread(() -> {
            if (how.equals(\"beside\")) configure(System.getProperties());
            if (how.equals(\"by a table\")) configure(properties);
        });
        other.start();
        if (how.equals(\"meanwhile\")) {
            Class.forName(\"java.util.logging.LogManager\");
            configure(properties);
        }
        if (how.equals(\"never\")) {
            configure(properties);
            Class.forName(\"java.util.logging.LogManager\");
        } else {
            Logger.getLogger(\"log\").fine(\"nothing\");
        }
        other.join();
        if (configured) {
            throw new IllegalStateException(\"configured\");
        }
    }
}
";

/// `arguments` is what loading the configuration of logs does beside: it takes a monitor, makes a file,
/// asks the running thread for its loader of classes, prints. Nobody has it loaded but who needs it.
const BESIDE: &str = "import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.logging.Logger;

public class Beside {
    static final Object OWN = new Object();
    static boolean configured;

    static class Loader extends ClassLoader {
        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (name.equals(\"hidden.Configuration\")) return Configuration.class;
            throw new ClassNotFoundException(name);
        }
    }

    public static class Configuration {
        public Configuration() {
            configured = true;
        }
    }

    static void configure(Path folder, String text) throws Exception {
        Path file = Files.writeString(folder.resolve(\"logging.properties\"), text);
        System.setProperty(\"java.util.logging.config.file\", file.toString());
    }

    // One takes it before another lock, the first log behind that.
    static void locked() throws Exception {
        Logger log = Logger.getLogger(\"log\");
        Class<?> levels = Class.forName(\"java.util.logging.Level$KnownLevel\");
        Thread other = new Thread(() -> {
            synchronized (levels) {
                synchronized (OWN) {
                }
            }
        });
        other.start();
        synchronized (OWN) {
            log.getParent().getHandlers();
        }
        other.join();
    }

    static void filed(Path folder) throws Exception {
        configure(folder, \"handlers=java.util.logging.FileHandler\\njava.util.logging.FileHandler.pattern=\"
            + folder + \"/made.log\\n\");
        Logger.getLogger(\"log\");
        Thread other = new Thread(() -> { });
        other.start();
        other.join();
        if (Files.exists(folder.resolve(\"made.log\"))) throw new IllegalStateException(\"made early\");
    }

    static void loaded() throws Exception {
        System.setProperty(\"java.util.logging.config.class\", \"hidden.Configuration\");
        Class.forName(\"java.util.logging.LogManager\");
        Thread other = new Thread(() -> {
            Thread.currentThread().setContextClassLoader(new Loader());
            Logger.getLogger(\"log\");
        });
        other.start();
        other.join();
        if (!configured) throw new IllegalStateException(\"not configured\");
    }

    static void printed(Path folder) throws Exception {
        configure(folder, \"handlers=NoSuch\\n\");
        ByteArrayOutputStream told = new ByteArrayOutputStream();
        System.setErr(new PrintStream(told, true));
        Logger.getLogger(\"log\");
        Thread other = new Thread(() -> { });
        other.start();
        other.join();
        if (told.size() != 0) throw new IllegalStateException(\"printed early\");
    }

    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[1]);
        switch (arguments[0]) {
            case \"locked\": locked(); break;
            case \"filed\": filed(folder); break;
            case \"loaded\": loaded(); break;
            default: printed(folder);
        }
    }
}
";

/// Explores to the end on each JDK, in fewer states and with shorter executions than that.
fn is_explored(name: &str, source: &str, (states, depth): (u64, u64)) {
    let sandbox = sandbox(&format!("first_{name}"));
    sandbox.class(&format!("{name}.java"), source);
    for jdk in Jdk::installed().unwrap() {
        let home = jdk.home.to_str().unwrap();
        let how = ["--java-home", home, "--library", "atomic", "--search", "persistent"];
        let told = report(&sandbox, 0, &[&[name, "--time", "40"], &how[..]].concat());
        let figure = |name: &str| told["statistics"][name].as_u64().unwrap();
        assert_eq!(told["verdict"], "race-free", "JDK {}: {told:#}", jdk.feature);
        assert!(figure("states") < states, "JDK {}: {told:#}", jdk.feature);
        assert!(figure("max_depth") < depth, "JDK {}: {told:#}", jdk.feature);
    }
}

/// Without the names of levels, for which JDK 25 reads its image byte by byte, there is no end on 17,
/// nor on 25.
#[test]
fn console_logs_are_explored_to_the_end_between_operations() {
    is_explored("Console", CONSOLE, (40_000, 300));
}

/// Without the candidates that bundles are looked for by, adapters would keep what a step has made: so
/// all that they load would be steps, and there is no end.
#[test]
fn texts_of_bundles_are_explored_to_the_end_between_operations() {
    is_explored(
        "Bundled",
        &twice(
            "Bundled",
            WORDS,
            "String.format(ResourceBundle.getBundle(\"Bundled$Words\").getString(\"greeting\"), 1);",
        ),
        (30_000, 150),
    );
}

/// The providers of algorithms are there before the first of both threads asks for one: a tenth of the
/// states.
#[test]
fn digests_are_explored_to_the_end() {
    is_explored("Digests", &twice("Digests", "", DIGEST), (1_000, 100));
}

/// So are the names of days and months.
#[test]
fn names_in_dates_are_explored_to_the_end() {
    is_explored(
        "Dates",
        &twice(
            "Dates",
            "",
            "LocalDate.of(2020, 1, 2).format(DateTimeFormatter.ofPattern(\"EEE dd MMM\"));",
        ),
        (20_000, 300),
    );
}

/// Logs go by what the program has set when it first uses one: not by what there was when the class
/// was initialised, nor by what is set while nobody uses one.
#[test]
fn logs_go_by_what_is_set_when_they_are_first_used() {
    let sandbox = sandbox("configured");
    sandbox.class("Configured.java", CONFIGURED);
    for how in ["at first", "meanwhile", "beside", "by a table", "never"] {
        for search in ["dpor", "persistent", "auto"] {
            if search == "auto" && how.starts_with('b') {
                continue; // takes long
            }
            let status = i32::from(how != "never");
            report(&sandbox, status, &["Configured", "--search", search, "--", how]);
        }
    }
}

/// What loading does beside keeping what it has read is done by who needs it, and then.
#[test]
fn what_loading_does_beside_is_done_by_who_needs_it() {
    let sandbox = sandbox("beside");
    sandbox.class("Beside.java", BESIDE);
    let folder = sandbox.folder.to_str().unwrap();
    for (how, status) in [("locked", 1), ("filed", 0), ("loaded", 0), ("printed", 0)] {
        for search in ["auto", "dfs", "dpor"] {
            let told = report(&sandbox, status, &["Beside", "--search", search, "--", how, folder]);
            if how == "locked" {
                assert_eq!(told["findings"][0]["kind"], "deadlock", "{search}");
            }
        }
    }
}
