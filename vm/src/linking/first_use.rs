//! What the class library loads when it is first used.
//!
//! The first text that is formatted fills caches of adapters, bundles, candidate locales and symbols;
//! the first log reads how logs are configured; the first digest makes the providers of algorithms:
//! millions of instructions, hundreds of operations that others could come between, in whatever order
//! threads come there. Each is loaded once, says what the JDK's own files say, and is asked by nobody
//! but those who need an answer: no program can tell when it was loaded, or by whom. So it is loaded
//! for all schedules, as by an initialiser: before the first choice, if its class is initialised there,
//! else together with that class. (Not before: until then the program may alone set what it goes by.)
//!
//! What it goes by may be set beside (a property, the default locale), be code of the program, or be
//! held by another thread. All that is noticed, as it is of initialisers ([`crate::linking::kept`],
//! [`crate::linking::looked_at`]): the search begins anew, and loads nothing of it. Locales that are not
//! usual are left to the program's threads.

use crate::ground::class::{ClassRef, LoaderId};
use crate::ground::heap::Ref;
use crate::linking::init::INITIALIZED;
use crate::threads::sched::Stop;
use crate::vm::Vm;

const ADAPTERS: &str = "sun/util/locale/provider/LocaleProviderAdapter";
const LEVEL: &str = "Ljava/util/logging/Level;";
const CALENDARS: &str = "sun/util/locale/provider/CalendarDataUtility";

/// Asks what a class knows.
type Ask = fn(&mut Vm, ClassRef) -> Result<(), Stop>;

/// What to ask.
#[derive(Clone, Copy)]
enum Row {
    /// A static method of a locale, for whose answers there are caches.
    Locales(&'static str, &'static str, &'static str),
    Other(Ask),
}

/// By class that has been initialised.
const ROWS: [(&str, Row); 12] = [
    (
        ADAPTERS,
        Row::Locales(
            "java/text/DecimalFormatSymbols",
            "getInstance",
            "(Ljava/util/Locale;)Ljava/text/DecimalFormatSymbols;",
        ),
    ),
    (
        ADAPTERS,
        Row::Locales(
            "java/text/NumberFormat",
            "getNumberInstance",
            "(Ljava/util/Locale;)Ljava/text/NumberFormat;",
        ),
    ),
    (
        ADAPTERS,
        Row::Locales(
            "java/text/DateFormatSymbols",
            "getInstance",
            "(Ljava/util/Locale;)Ljava/text/DateFormatSymbols;",
        ),
    ),
    (
        ADAPTERS,
        Row::Locales(
            "java/time/format/DecimalStyle",
            "of",
            "(Ljava/util/Locale;)Ljava/time/format/DecimalStyle;",
        ),
    ),
    (
        "java/util/Calendar",
        Row::Locales(CALENDARS, "retrieveFirstDayOfWeek", "(Ljava/util/Locale;)I"),
    ),
    (
        "java/util/Calendar",
        Row::Locales(CALENDARS, "retrieveMinimalDaysInFirstWeek", "(Ljava/util/Locale;)I"),
    ),
    ("java/util/Formatter", Row::Other(Vm::ask_for_default_locales)),
    ("java/util/ResourceBundle$Control", Row::Other(Vm::ask_for_candidates)),
    ("java/util/logging/Level", Row::Other(Vm::ask_for_names_of_levels)),
    ("java/util/logging/LogManager", Row::Other(Vm::ask_for_handlers)),
    ("java/time/format/DateTimeTextProvider", Row::Other(Vm::ask_for_names_in_dates)),
    ("sun/security/jca/Providers", Row::Other(Vm::ask_for_providers)),
];

impl Vm {
    /// Loads what belongs to classes that are initialised by now, each once. To be called where linking
    /// has initialised some.
    pub(super) fn load_first_uses(&mut self) -> Result<(), Stop> {
        // What is loaded may initialise classes to which more belongs.
        while !self.linked.is_spoilt()
            && let Some((row, cause)) = self.next_to_load()
        {
            self.linked.first_uses |= 1 << row;
            self.linked.is_loading = true;
            let done = self.doing_for_all(load_of(cause), true, |vm| match ROWS[row].1 {
                Row::Locales(class, name, descriptor) => {
                    vm.ask_of_usual_locales(class, name, descriptor)
                }
                Row::Other(ask) => ask(vm, cause),
            });
            self.linked.is_loading = false;
            match done {
                // Nobody has asked for that yet.
                Err(Stop::Cancelled(cause)) => return Err(Stop::Cancelled(cause)),
                Err(_) => {
                    self.is_of_this_schedule(load_of(cause));
                    return Ok(());
                }
                Ok(()) => {}
            }
        }
        Ok(())
    }

    fn next_to_load(&mut self) -> Option<(usize, ClassRef)> {
        let open = (0..ROWS.len()).filter(|row| self.linked.first_uses >> row & 1 == 0);
        let open: Vec<usize> = open.collect();
        open.into_iter().find_map(|row| Some((row, self.initialized(ROWS[row].0)?)))
    }

    /// Which locale is the default of what is formatted, and of what is shown.
    fn ask_for_default_locales(&mut self, _: ClassRef) -> Result<(), Stop> {
        let locales = self.initialize_now("java/util/Locale")?;
        let categories = self.initialize_now("java/util/Locale$Category")?;
        let (name, descriptor) = ("getDefault", "(Ljava/util/Locale$Category;)Ljava/util/Locale;");
        for category in ["FORMAT", "DISPLAY"] {
            let category = self.static_field(categories, category).unwrap_or(0);
            self.answer(locales, (name, descriptor), &[category])?;
        }
        Ok(())
    }

    /// In which locales bundles are looked for, which adapters ask, too.
    fn ask_for_candidates(&mut self, class: ClassRef) -> Result<(), Stop> {
        let formats = self.first_value(class, "FORMAT_DEFAULT").unwrap_or(0);
        let (name, descriptor) =
            ("getControl", "(Ljava/util/List;)Ljava/util/ResourceBundle$Control;");
        let Some(control) = self.answer(class, (name, descriptor), &[formats])? else {
            return Ok(());
        };
        let (name, descriptor) =
            ("getCandidateLocales", "(Ljava/lang/String;Ljava/util/Locale;)Ljava/util/List;");
        let Ok(no_bundle) = self.intern("") else { return Ok(()) };
        for locale in self.usual_locales()? {
            self.answer(class, (name, descriptor), &[control, no_bundle.word(), locale])?;
        }
        Ok(())
    }

    /// How the levels of logs are called, which a bundle says.
    fn ask_for_names_of_levels(&mut self, class: ClassRef) -> Result<(), Stop> {
        for field in class.fields.iter().filter(|field| field.is_static()) {
            if field.descriptor.text() == LEVEL {
                let level = self.heap.get(class.mirror.index() + field.word);
                self.answer(class, ("getLocalizedName", "()Ljava/lang/String;"), &[level])?;
            }
        }
        Ok(())
    }

    /// What a method of a class answers; nothing if it throws, as whoever needs it will see.
    fn answer(
        &mut self,
        class: ClassRef,
        (name, descriptor): (&str, &str),
        arguments: &[u64],
    ) -> Result<Option<u64>, Stop> {
        let Some(asked) = self.method_named(class, name, descriptor) else { return Ok(None) };
        match self.call_now(asked, arguments) {
            Ok(answer) => Ok(Some(answer)),
            Err(Stop::Threw(_)) => Ok(None),
            Err(stop) => Err(stop),
        }
    }

    /// A class of the JDK, if it was initialised for all schedules.
    fn initialized(&mut self, name: &str) -> Option<ClassRef> {
        let name = self.symbol(name);
        let class = self.linked.class_named(LoaderId::BOOT, name)?;
        let is_for_all = self.init_status(class) == INITIALIZED
            && !self.is_initialized_by_steps(class)
            && !self.explore.contested.contains(&load_of(class));
        is_for_all.then_some(class)
    }

    fn ask_of_usual_locales(
        &mut self,
        class: &str,
        name: &str,
        descriptor: &str,
    ) -> Result<(), Stop> {
        let class = self.initialize_now(class)?;
        for locale in self.usual_locales()? {
            self.answer(class, (name, descriptor), &[locale])?;
        }
        Ok(())
    }

    /// The one that was the default before the first choice, and those that programs name to have no
    /// default.
    fn usual_locales(&mut self) -> Result<Vec<u64>, Stop> {
        let class = self.initialize_now("java/util/Locale")?;
        let names = ["defaultLocale", "ROOT", "US", "ENGLISH"];
        let locales = names.iter().filter_map(|name| self.first_value(class, name));
        let mut locales: Vec<u64> = locales.filter(|locale| *locale != 0).collect();
        locales.dedup();
        Ok(locales)
    }

    /// What a static field held before a step wrote it.
    fn first_value(&self, class: ClassRef, name: &str) -> Option<u64> {
        let field = class.fields.iter().find(|f| f.name.text() == name && f.is_static())?;
        let index = class.mirror.index() + field.word;
        let changed = self.heap.journal.changed.iter().find(|(word, _)| *word as usize == index);
        Some(changed.map_or_else(|| self.heap.get(index), |(_, before)| *before))
    }

    /// How logs are configured, and where they go.
    fn ask_for_handlers(&mut self, class: ClassRef) -> Result<(), Stop> {
        let (name, descriptor) = ("getLogManager", "()Ljava/util/logging/LogManager;");
        let Some(manager) = self.answer(class, (name, descriptor), &[])? else { return Ok(()) };
        let Ok(root) = self.intern("") else { return Ok(()) };
        let (name, descriptor) = ("getLogger", "(Ljava/lang/String;)Ljava/util/logging/Logger;");
        let logger = self.answer(class, (name, descriptor), &[manager, root.word()])?;
        if let Some(logger) = logger.filter(|logger| *logger != 0) {
            let loggers = self.initialize_now("java/util/logging/Logger")?;
            let handlers = ("getHandlers", "()[Ljava/util/logging/Handler;");
            self.answer(loggers, handlers, &[logger])?;
        }
        Ok(())
    }

    /// How months, days and halves of days are called.
    fn ask_for_names_in_dates(&mut self, class: ClassRef) -> Result<(), Stop> {
        let fields = self.initialize_now("java/time/temporal/ChronoField")?;
        let Some(provider) = self.static_field(class, "INSTANCE") else { return Ok(()) };
        let (name, descriptor) = (
            "findStore",
            "(Ljava/time/temporal/TemporalField;Ljava/util/Locale;)Ljava/lang/Object;",
        );
        for locale in self.usual_locales()? {
            for field in ["MONTH_OF_YEAR", "DAY_OF_WEEK", "AMPM_OF_DAY"] {
                let field = self.static_field(fields, field).unwrap_or(0);
                self.answer(class, (name, descriptor), &[provider, field, locale])?;
            }
        }
        Ok(())
    }

    /// The providers of algorithms, up to the JDK's own of ciphers.
    fn ask_for_providers(&mut self, class: ClassRef) -> Result<(), Stop> {
        let (name, descriptor) = ("getProviderList", "()Lsun/security/jca/ProviderList;");
        let Some(list) = self.answer(class, (name, descriptor), &[])? else { return Ok(()) };
        let configured = self.references(self.field_ref(Ref::of(list), "configs"));
        let configs = self.initialize_now("sun/security/jca/ProviderConfig")?;
        for config in configured {
            self.answer(configs, ("getProvider", "()Ljava/security/Provider;"), &[config.word()])?;
            if self.text(self.field_ref(config, "provName")) == "SunJCE" {
                break;
            }
        }
        Ok(())
    }
}

/// The name under which what belongs to a class is told not to be loaded.
fn load_of(class: ClassRef) -> String {
    format!("{}.<load>", class.java_name())
}
