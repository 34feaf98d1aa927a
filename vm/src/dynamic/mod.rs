//! What bytecode makes at run time: call sites, lambdas, method and variable handles, records,
//! switches, concatenations, loadable constants. Enters what the JVMS leaves to bootstrap methods
//! (5.4.3.6): each becomes register code here, which `execute` executes.

pub mod concat;
pub mod indy;
pub mod lambda;
pub(crate) mod lambda_types;
pub mod loadable;
pub mod method_handles;
pub(crate) mod records;
pub(crate) mod serialized_lambda;
pub mod switches;
pub(crate) mod var_handles;
