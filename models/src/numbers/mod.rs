//! Arithmetic: `Math` and `StrictMath` to the last bit, large integers, bits of numbers, block
//! functions of digests. Enters what computes, and looks at nothing but its arguments.

// The constants are written as the papers print them.
#[allow(clippy::excessive_precision, clippy::approx_constant)]
pub(crate) mod accurate;
pub(crate) mod big_integer;
pub(crate) mod bits;
pub(crate) mod digests;
// The constants are written as the papers print them.
#[allow(clippy::excessive_precision, clippy::approx_constant)]
pub(crate) mod fdlibm;
pub(crate) mod math;
// The constants are written as the papers print them.
#[allow(clippy::excessive_precision, clippy::approx_constant)]
pub(crate) mod trig_reduction;
