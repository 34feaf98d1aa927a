//! Identifiers. Each is an index into one table, and given out in the order in which things are
//! first met.

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(pub u32);

        impl $name {
            /// As an index of its table.
            #[must_use]
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

ids! {
    /// A class, an interface or an array class.
    ClassId;
    /// A declared field.
    FieldId;
    /// A declared method.
    MethodId;
    /// A method's name and descriptor.
    Selector;
    /// An SSA value of a method's body.
    Reg;
    /// An abstract object: all objects that the analysis does not tell apart.
    ObjectId;
    /// A method in a calling context.
    InstanceId;
}

impl Reg {
    /// No reference: a primitive value, null, or nothing.
    pub const NONE: Self = Self(u32::MAX);

    /// Whether it may hold a reference.
    #[must_use]
    pub fn is_some(self) -> bool {
        self != Self::NONE
    }
}
