//! The numbers that weigh signals against each other, and the arithmetic.
//!
//! They are what `refdiff fit` prints for labelled commits and for reports on whole histories that were read one by one;
//! accuracy/README.md has the data and what the fit is worth on projects that it did not see. What a pair's signals come to
//! is a probability, and that is what a report calls its confidence.

/// A signal's name and its weight.
pub(crate) type Weight = (&'static str, f64);

/// Where the sum of [`TRANSFER`] begins.
const TRANSFER_START: f64 = -2.72;

/// Whether code went from one method to another.
pub(crate) const TRANSFER: [Weight; 17] = [
    ("taken", 4.397),
    ("vanished", 2.804),
    ("both", -1.093),
    ("placed", -0.054),
    ("found", -0.679),
    ("whole statements", 0.38),
    ("size", -0.125),
    ("calls", 0.858),
    ("containment", 5.519),
    ("types apart", -1.651),
    ("taken and contained", -3.914),
    ("called before", -0.722),
    ("by way of another", -0.934),
    ("inlined", -1.323),
    ("words", 0.757),
    ("forwards", -1.136),
    ("a single word", -0.514),
];

/// What signals come to: from 0 to 1.
pub(crate) fn probability(weights: &[Weight], values: &[f64]) -> f64 {
    // In a fixed order, and not with the platform's exponential: the last bit must be the same on every machine.
    let sum = weights.iter().zip(values).fold(TRANSFER_START, |sum, (weight, value)| sum + weight.1 * value);
    1.0 / (1.0 + libm::exp(-sum))
}
