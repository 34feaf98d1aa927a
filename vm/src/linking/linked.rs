//! What is linked: classes and methods by number, who has which class under which name, and where
//! class files come from. It only grows, and depends on no schedule.

use crate::ground::class::{ClassRef, LoaderId, MethodRef};
use crate::ground::heap::Ref;
use crate::ground::native::Registry;
use crate::ground::symbol::{Symbol, Symbols};
use raceproof_classfile::{ClassPath, Image};
use rustc_hash::FxHashMap;

/// What is linked. Other rooms read it; this one alone adds to it, but for what Java code of the
/// JDK defines (modules, built-in loaders, classes that a loader is told of).
pub struct Linked {
    pub(super) symbols: Symbols,
    pub(super) classes: Vec<ClassRef>,
    pub(super) methods: Vec<MethodRef>,
    /// Objects of the class loaders; the first is null, the boot loader.
    loaders: Vec<Ref>,
    app_loader: LoaderId,
    platform_loader: LoaderId,
    dictionary: FxHashMap<(LoaderId, Symbol), ClassRef>,
    image: Image,
    class_path: ClassPath,
    registry: Registry,
    pub(super) strings: FxHashMap<Box<[u16]>, Ref>,
    /// Packages of named modules: package to module object and its loader.
    packages: FxHashMap<String, (Ref, LoaderId)>,
    is_booted: bool,
    pub(super) is_spoilt: bool,
    /// What the class library knows of the usual locales, as far as it is loaded: a bit each.
    pub(super) first_uses: u32,
    /// It is loaded now, though nobody has asked for that: nothing may be changed outside.
    pub(crate) is_loading: bool,
}

impl Linked {
    /// Nothing yet, from an image of the JDK and the program's class path.
    pub(crate) fn new(image: Image, class_path: ClassPath, registry: Registry) -> Self {
        Self {
            symbols: Symbols::default(),
            classes: Vec::new(),
            methods: Vec::new(),
            loaders: vec![Ref::NULL],
            app_loader: LoaderId::BOOT,
            platform_loader: LoaderId::BOOT,
            dictionary: FxHashMap::default(),
            image,
            class_path,
            registry,
            strings: FxHashMap::default(),
            packages: FxHashMap::default(),
            is_booted: false,
            is_spoilt: false,
            first_uses: 0,
            is_loading: false,
        }
    }

    /// The symbol for a name.
    pub(crate) fn symbol(&mut self, text: &str) -> Symbol {
        self.symbols.intern(text)
    }

    /// All classes, in the order of their numbers.
    #[inline]
    #[must_use]
    pub fn classes(&self) -> &[ClassRef] {
        &self.classes
    }

    /// All methods, in the order of their numbers.
    #[inline]
    #[must_use]
    pub fn methods(&self) -> &[MethodRef] {
        &self.methods
    }

    /// The objects of the class loaders; null for the boot loader.
    pub(crate) fn loaders(&self) -> &[Ref] {
        &self.loaders
    }

    /// The object of a class loader; null for the boot loader.
    #[must_use]
    pub fn loader(&self, id: LoaderId) -> Ref {
        self.loaders[id.0 as usize]
    }

    /// The number of the loader that an object is; a new one if it has none yet.
    pub(crate) fn loader_of(&mut self, object: Ref) -> LoaderId {
        match self.loaders.iter().position(|loader| *loader == object) {
            Some(number) => LoaderId(number as u32),
            None => self.add_loader(object),
        }
    }

    /// A number for one more loader.
    pub(crate) fn add_loader(&mut self, object: Ref) -> LoaderId {
        self.loaders.push(object);
        LoaderId(self.loaders.len() as u32 - 1)
    }

    /// The loader of the class path: the boot loader, until booting makes it known.
    #[inline]
    #[must_use]
    pub fn app_loader(&self) -> LoaderId {
        self.app_loader
    }

    /// The loader of the JDK's modules that are not the boot loader's, likewise.
    #[must_use]
    pub fn platform_loader(&self) -> LoaderId {
        self.platform_loader
    }

    /// From now on these two are built in.
    pub(crate) fn set_built_in_loaders(&mut self, platform: LoaderId, app: LoaderId) {
        (self.platform_loader, self.app_loader) = (platform, app);
    }

    /// Whether a loader is one of the two that have the JDK's own classes.
    #[inline]
    #[must_use]
    pub fn is_of_jdk(&self, loader: LoaderId) -> bool {
        loader == LoaderId::BOOT || loader == self.platform_loader
    }

    /// Whether a loader is the machine's own, which no Java code is asked for.
    #[must_use]
    pub fn is_built_in(&self, loader: LoaderId) -> bool {
        self.is_of_jdk(loader) || loader == self.app_loader
    }

    /// The class that a loader has under a name by now.
    #[must_use]
    pub fn class_named(&self, loader: LoaderId, name: Symbol) -> Option<ClassRef> {
        self.dictionary.get(&(loader, name)).copied()
    }

    /// From now on a loader has a class under a name.
    pub fn enter(&mut self, loader: LoaderId, name: Symbol, class: ClassRef) {
        self.dictionary.insert((loader, name), class);
    }

    /// The JDK's classes and resources.
    #[must_use]
    pub fn image(&self) -> &Image {
        &self.image
    }

    /// Where the program's classes are.
    pub fn class_path(&self) -> &ClassPath {
        &self.class_path
    }

    /// What stands for native methods.
    pub(crate) fn registry(&self) -> &Registry {
        &self.registry
    }

    /// The string that is interned with these letters, if there is one.
    #[must_use]
    pub fn interned(&self, units: &[u16]) -> Option<Ref> {
        self.strings.get(units).copied()
    }

    /// The named module of a package, and its loader.
    #[must_use]
    pub fn package(&self, name: &str) -> Option<(Ref, LoaderId)> {
        self.packages.get(name).copied()
    }

    /// From now on a package is a named module's.
    pub fn add_package(&mut self, name: String, module: Ref, loader: LoaderId) {
        self.packages.insert(name, (module, loader));
    }

    /// The packages of a loader's named modules, in no order.
    pub fn packages_of(&self, loader: LoaderId) -> impl Iterator<Item = &str> {
        let of_it = self.packages.iter().filter(move |(_, (_, of))| *of == loader);
        of_it.map(|(name, _)| name.as_str())
    }

    /// The objects of the modules, once for each package.
    pub(crate) fn modules(&self) -> impl Iterator<Item = Ref> {
        self.packages.values().map(|(module, _)| *module)
    }

    /// Whether the class library has started.
    #[must_use]
    pub fn is_booted(&self) -> bool {
        self.is_booted
    }

    /// The class library has started.
    pub(crate) fn set_booted(&mut self) {
        self.is_booted = true;
    }

    /// What is linked depends on a schedule, or is not complete.
    pub(crate) fn spoil(&mut self) {
        self.is_spoilt = true;
    }

    /// Whether that is so, which no going back undoes.
    pub(crate) fn is_spoilt(&self) -> bool {
        self.is_spoilt
    }
}
