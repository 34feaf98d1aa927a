//! What the class library knows of locales, loaded when it is first used.
//!
//! The first text that is formatted fills caches of adapters, bundles, candidate locales and symbols:
//! millions of instructions, a hundred operations that others could come between, in whatever order
//! threads come there. Each cache goes from a locale to what the JDK's own files say of it, keeps what
//! was put there first, and is asked by nobody but those who need an answer: no program can tell when
//! it was filled, or by whom. So the caches for the usual locales are filled where a class is
//! initialised that leads to them, for all schedules, as by an initialiser. Where they come to hold what
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

/// Who asks for the default locale of one use (what formats, but not what only folds case), or for
/// what is known of a given one.
const FORMATS: &[&str] = &["java/util/Locale$Category", ADAPTERS];
const WEEKS: &[&str] = &["java/util/Calendar"];

/// By classes one of which has been initialised, static methods of a locale whose answers the caches
/// are for.
const ASKED: [(&[&str], &str, &str, &str); 6] = [
    (
        FORMATS,
        "java/text/DecimalFormatSymbols",
        "getInstance",
        "(Ljava/util/Locale;)Ljava/text/DecimalFormatSymbols;",
    ),
    (
        FORMATS,
        "java/text/NumberFormat",
        "getNumberInstance",
        "(Ljava/util/Locale;)Ljava/text/NumberFormat;",
    ),
    (
        FORMATS,
        "java/text/DateFormatSymbols",
        "getInstance",
        "(Ljava/util/Locale;)Ljava/text/DateFormatSymbols;",
    ),
    (
        FORMATS,
        "java/time/format/DecimalStyle",
        "of",
        "(Ljava/util/Locale;)Ljava/time/format/DecimalStyle;",
    ),
    (WEEKS, CALENDARS, "retrieveFirstDayOfWeek", "(Ljava/util/Locale;)I"),
    (WEEKS, CALENDARS, "retrieveMinimalDaysInFirstWeek", "(Ljava/util/Locale;)I"),
];

impl Vm {
    /// To be called when linking has initialised classes; gives the first of those for which
    /// something was loaded now.
    pub(crate) fn load_locale_data(&mut self) -> Result<Option<ClassRef>, Stop> {
        let mut first = None;
        for (row, (causes, class, name, descriptor)) in ASKED.iter().enumerate() {
            if self.linked.locale_data >> row & 1 != 0 {
                continue;
            }
            let Some(cause) = causes.iter().find_map(|cause| self.initialized(cause)) else {
                continue;
            };
            self.linked.locale_data |= 1 << row;
            first.get_or_insert(cause);
            self.ask_of_usual_locales(class, name, descriptor)?;
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
        let adapters = self.initialize_now(ADAPTERS)?;
        if self.asks_other_providers(adapters) {
            return Ok(());
        }
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

    /// The one that is the default when a program begins, whatever it sets later, and those that
    /// programs name to have no default.
    fn usual_locales(&mut self) -> Result<Vec<u64>, Stop> {
        let class = self.initialize_now("java/util/Locale")?;
        let Some(initial) = self.method_named(class, "initDefault", "()Ljava/util/Locale;") else {
            return Ok(Vec::new());
        };
        let mut locales = vec![self.call_now(initial, &[])?];
        locales.extend(
            ["ROOT", "US", "ENGLISH"].iter().filter_map(|name| self.static_field(class, name)),
        );
        locales.dedup();
        Ok(locales)
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
