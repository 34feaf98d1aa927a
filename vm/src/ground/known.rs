//! The classes and field positions of the JDK that the machine itself refers to.

use crate::ground::class::{ClassRef, MethodRef};
use raceproof_classfile::descriptor::Type;
use std::cell::Cell;

macro_rules! known_classes {
    ($($field:ident = $name:literal),* $(,)?) => {
        /// Well-known classes, filled in while booting.
        #[derive(Default)]
        pub struct KnownClasses {
            $(
                #[doc = concat!("`", $name, "`")]
                pub $field: Slot,
            )*
            /// Primitive classes and their array classes, by [`Type`].
            pub primitives: [Slot; 9],
            pub(crate) primitive_arrays: [Slot; 9],
            /// The classes that keep the boxes of small values, by [`Type`], once something has
            /// loaded them.
            pub(crate) box_caches: [Slot; 9],
            /// Word offset, in a mirror, of the number of the class it stands for.
            pub(crate) mirror_class: usize,
            /// Word offset, in a mirror, of the initialisation status.
            pub(crate) mirror_status: usize,
            /// Word offset, in a mirror, of the permanent error that says how the initialisation
            /// failed.
            pub(crate) mirror_failure: usize,
            /// Words of a mirror, before the static fields of its class.
            pub(crate) mirror_words: usize,
            /// Word offsets, in a `Thread`, of the machine's number of it, plus one, and of its
            /// local variables.
            pub(crate) thread_number: usize,
            pub(crate) thread_locals: usize,
            pub(crate) string_value: usize,
            pub(crate) string_coder: usize,
            /// `Thread.exit()`, `Thread.dispatchUncaughtException(Throwable)`
            pub(crate) thread_exit: Cell<Option<MethodRef>>,
            pub(crate) thread_dispatch: Cell<Option<MethodRef>>,
        }
        impl KnownClasses {
            /// Every named slot.
            pub(crate) fn slots(&self) -> Vec<(&'static str, &Slot)> {
                vec![$(($name, &self.$field)),*]
            }
        }
    };
}

/// A class that booting fills in.
#[derive(Default)]
pub struct Slot(Cell<Option<ClassRef>>);

impl Slot {
    /// Fills the slot.
    pub(crate) fn set(&self, class: ClassRef) {
        self.0.set(Some(class));
    }

    /// The class.
    ///
    /// # Panics
    /// Before booting has filled the slot.
    #[inline]
    #[must_use]
    pub fn get(&self) -> ClassRef {
        self.0.get().expect("known classes are loaded first")
    }

    /// The class, if it is loaded already.
    #[must_use]
    pub fn known(&self) -> Option<ClassRef> {
        self.0.get()
    }
}

known_classes! {
    object = "java/lang/Object",
    class = "java/lang/Class",
    string = "java/lang/String",
    cloneable = "java/lang/Cloneable",
    serializable = "java/io/Serializable",
    throwable = "java/lang/Throwable",
    error = "java/lang/Error",
    thread = "java/lang/Thread",
    thread_group = "java/lang/ThreadGroup",
    boolean_box = "java/lang/Boolean",
    byte_box = "java/lang/Byte",
    char_box = "java/lang/Character",
    short_box = "java/lang/Short",
    int_box = "java/lang/Integer",
    long_box = "java/lang/Long",
    float_box = "java/lang/Float",
    double_box = "java/lang/Double",
    method_handle = "java/lang/invoke/MethodHandle",
    var_handle = "java/lang/invoke/VarHandle",
    method_type = "java/lang/invoke/MethodType",
    member_name = "java/lang/invoke/MemberName",
    resolved_name = "java/lang/invoke/ResolvedMethodName",
    lambda_form = "java/lang/invoke/LambdaForm",
    stack_trace_element = "java/lang/StackTraceElement",
    class_loader = "java/lang/ClassLoader",
    reference = "java/lang/ref/Reference",
}

/// Index of a primitive type in [`KnownClasses::primitives`].
#[must_use]
pub(crate) fn primitive_index(ty: Type) -> usize {
    match ty {
        Type::Boolean => 0,
        Type::Char => 1,
        Type::Float => 2,
        Type::Double => 3,
        Type::Byte => 4,
        Type::Short => 5,
        Type::Int => 6,
        Type::Long => 7,
        Type::Void | Type::Reference => 8,
    }
}

impl KnownClasses {
    /// The primitive class of a type.
    #[must_use]
    pub fn primitive(&self, ty: Type) -> ClassRef {
        self.primitives[primitive_index(ty)].get()
    }

    /// The array class with elements of a primitive type.
    #[must_use]
    pub fn primitive_array(&self, ty: Type) -> ClassRef {
        self.primitive_arrays[primitive_index(ty)].get()
    }

    /// `byte[]`.
    #[must_use]
    pub fn byte_array(&self) -> ClassRef {
        self.primitive_array(Type::Byte)
    }

    /// The box class of a primitive type.
    #[must_use]
    pub fn box_of(&self, ty: Type) -> ClassRef {
        match ty {
            Type::Boolean => self.boolean_box.get(),
            Type::Byte => self.byte_box.get(),
            Type::Char => self.char_box.get(),
            Type::Short => self.short_box.get(),
            Type::Int => self.int_box.get(),
            Type::Long => self.long_box.get(),
            Type::Float => self.float_box.get(),
            Type::Double => self.double_box.get(),
            Type::Void | Type::Reference => self.object.get(),
        }
    }

    /// The primitive type a class boxes, if it is a box.
    #[must_use]
    pub fn boxed_type(&self, class: ClassRef) -> Option<Type> {
        const TYPES: [Type; 8] = [
            Type::Boolean,
            Type::Byte,
            Type::Char,
            Type::Short,
            Type::Int,
            Type::Long,
            Type::Float,
            Type::Double,
        ];
        TYPES.into_iter().find(|ty| std::ptr::eq(self.box_of(*ty), class))
    }
}
