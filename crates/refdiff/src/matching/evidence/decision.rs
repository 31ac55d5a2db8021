//! The weights of the signals, and the arithmetic.
//!
//! The weights are printed by `refdiff fit`, from labelled commits and from reports on whole histories that were
//! reviewed one by one. accuracy/README.md has the data and the accuracy on projects that were not used for the fit.
//! The result for a pair is a probability; reports call it confidence.

/// A signal's name and its weight.
pub(crate) type Weight = (&'static str, f64);

/// The intercept for the sum of [`TRANSFER`].
const TRANSFER_START: f64 = -2.72;

/// Weights for whether code went from one method to another.
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

/// The probability for some signals, from 0 to 1.
pub(crate) fn probability(weights: &[Weight], values: &[f64]) -> f64 {
    // In a fixed order, and without the platform's exponential: the last bit must be equal on every machine.
    let sum = weights.iter().zip(values).fold(TRANSFER_START, |sum, (weight, value)| sum + weight.1 * value);
    1.0 / (1.0 + libm::exp(-sum))
}
