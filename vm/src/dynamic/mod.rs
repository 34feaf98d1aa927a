//! What bytecode makes at run time: call sites, lambdas, method and variable handles, records,
//! switches, concatenations, loadable constants. Enters what the JVMS leaves to bootstrap methods
//! (5.4.3.6): each becomes register code here, which `execute` executes.

pub(crate) mod concat;
pub(crate) mod indy;
pub mod lambda;
pub(crate) mod lambda_types;
pub(crate) mod loadable;
pub(crate) mod method_handles;
pub(crate) mod records;
pub(crate) mod serialized_lambda;
pub(crate) mod switches;
pub(crate) mod var_handles;

use crate::ground::class::MethodRef;
use rustc_hash::FxHashMap;

/// What was generated so far.
#[derive(Default)]
pub(crate) struct Forms {
    /// Linked code of method-handle forms and the like, by a number that an object's injected
    /// field holds.
    generated: Vec<MethodRef>,
    /// The position there of the code for a lambda form, by what the code is.
    by_likeness: FxHashMap<String, usize>,
    /// How many classes of lambdas there are.
    lambdas: u32,
}
