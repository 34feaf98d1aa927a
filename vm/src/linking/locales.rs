//! What the class library knows of locales, loaded when it is first used.
//!
//! The first text that is formatted fills caches of adapters, bundles, candidate locales and symbols:
//! millions of instructions, a hundred operations that others could come between, in whatever order
//! threads come there. Each cache goes from a locale to what the JDK's own files say of it, keeps what
//! was put there first, and is asked by nobody but those who need an answer: no program can tell when
//! it was filled, or by whom. So the caches for the usual locales are filled where the class is
//! initialised that owns them, for all schedules, as by its initialiser. Where they come to hold what
//! a schedule has made, the search begins anew without ([`crate::linking::kept`]). Other locales are
//! left to the program's threads, and so are providers that it brings along
//! (`java.locale.providers=SPI`), which are code of its own.

use crate::ground::class::{ClassRef, LoaderId};
use crate::ground::heap::Ref;
use crate::linking::init::INITIALIZED;
use crate::threads::sched::Stop;
use crate::vm::Vm;

const ADAPTERS: &str = "sun/util/locale/provider/LocaleProviderAdapter";
const CALENDARS: &str = "sun/util/locale/provider/CalendarDataUtility";

/// By class that has been initialised, static methods of a locale whose answers the caches are for.
const ASKED: [(&str, &str, &str, &str); 6] = [
    (
        ADAPTERS,
        "java/text/DecimalFormatSymbols",
        "getInstance",
        "(Ljava/util/Locale;)Ljava/text/DecimalFormatSymbols;",
    ),
    (
        ADAPTERS,
        "java/text/NumberFormat",
        "getNumberInstance",
        "(Ljava/util/Locale;)Ljava/text/NumberFormat;",
    ),
    (
        ADAPTERS,
        "java/text/DateFormatSymbols",
        "getInstance",
        "(Ljava/util/Locale;)Ljava/text/DateFormatSymbols;",
    ),
    (
        ADAPTERS,
        "java/time/format/DecimalStyle",
        "of",
        "(Ljava/util/Locale;)Ljava/time/format/DecimalStyle;",
    ),
    ("java/util/Calendar", CALENDARS, "retrieveFirstDayOfWeek", "(Ljava/util/Locale;)I"),
    ("java/util/Calendar", CALENDARS, "retrieveMinimalDaysInFirstWeek", "(Ljava/util/Locale;)I"),
];

impl Vm {
    /// To be called when linking has initialised classes; gives the one for which something was
    /// loaded now.
    pub(crate) fn load_locale_data(&mut self) -> Result<Option<ClassRef>, Stop> {
        // Its initialiser reads a property that the program may have set: it is for it to come there.
        let Some(adapters) = self.initialized(ADAPTERS) else { return Ok(None) };
        let mut first = None;
        for (row, (cause, class, name, descriptor)) in ASKED.iter().enumerate() {
            if self.linked.locale_data >> row & 1 != 0 || self.initialized(cause).is_none() {
                continue;
            }
            self.linked.locale_data |= 1 << row;
            if !self.asks_other_providers(adapters) {
                first = Some(adapters);
                self.ask_of_usual_locales(class, name, descriptor)?;
            }
        }
        Ok(first)
    }

    /// A class of the JDK, if it was initialised for all schedules.
    fn initialized(&mut self, name: &str) -> Option<ClassRef> {
        let name = self.symbol(name);
        let class = self.linked.class_named(LoaderId::BOOT, name)?;
        let is_for_all =
            self.init_status(class) == INITIALIZED && !self.is_initialized_by_steps(class);
        is_for_all.then_some(class)
    }

    fn ask_of_usual_locales(
        &mut self,
        class: &str,
        name: &str,
        descriptor: &str,
    ) -> Result<(), Stop> {
        let class = self.initialize_now(class)?;
        let Some(asked) = self.method_named(class, name, descriptor) else { return Ok(()) };
        for locale in self.usual_locales()? {
            match self.call_now(asked, &[locale]) {
                // Whoever needs it will meet that, too.
                Ok(_) | Err(Stop::Threw(_)) => {}
                Err(stop) => return Err(stop),
            }
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

    /// Whether a program's own providers are asked, or the host's.
    fn asks_other_providers(&self, adapters: ClassRef) -> bool {
        let preferred = self.static_field(adapters, "adapterPreference").map_or(Ref::NULL, Ref::of);
        let list = self.field_ref(preferred, "list");
        let elements = self.field_ref(list, "elementData");
        self.references(elements).iter().filter(|kind| !kind.is_null()).any(|kind| {
            let kind = self.text(self.field_ref(*kind, "name"));
            kind == "SPI" || kind == "HOST"
        })
    }
}
