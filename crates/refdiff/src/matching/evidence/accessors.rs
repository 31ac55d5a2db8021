//! Methods that only read or write a field.

use crate::correspondence::{Body, Renames, Word};
use crate::model::{EntityId, Model, Role, Symbol};
use rustc_hash::FxHashMap as HashMap;

/// Whether a method is exactly `return field;` or `field = parameter;`. Such a method stands for its field: it counts
/// as neither extracted nor inlined.
pub(crate) fn accesses_field_only(model: &Model, method: EntityId) -> bool {
    let statements = Body::of(model, method, &Renames::default());
    let [only] = statements.all.as_slice() else { return false };
    let parameter =
        |word: &Word| model.parameters(method).iter().any(|p| Symbol::of(p.name.as_bytes()) == word.symbol);
    match only.words.as_slice() {
        [returns, field, _] => {
            returns.symbol == Symbol::of("return") && field.role == Role::Use && !parameter(field)
        }
        [field, assign, value, _] => {
            field.role == Role::Use && assign.symbol == Symbol::of("=") && parameter(value)
        }
        _ => false,
    }
}

/// The parameters of a method by name, each with its position.
pub(crate) fn parameter_names(model: &Model, method: EntityId) -> HashMap<Symbol, usize> {
    let parameters = model.parameters(method).iter().enumerate();
    parameters.map(|(place, p)| (Symbol::of(p.name.as_bytes()), place)).collect()
}
