//! Methods that do nothing but read or write a field.

use crate::correspondence::{Body, Word};
use crate::model::{EntityId, Model, Role, Symbol};
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

/// Whether a method is exactly `return field;` or `field = parameter;`. Such a method stands for its field: it is neither
/// extracted nor inlined.
pub(crate) fn accesses_field_only(model: &Model, method: EntityId) -> bool {
    let statements = Body::of(model, method, &HashMap::default());
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

/// The names of a method's parameters, which stand for any expression in its callers.
pub(crate) fn parameters(model: &Model, method: EntityId) -> HashSet<Symbol> {
    model.parameters(method).iter().map(|p| Symbol::of(p.name.as_bytes())).collect()
}
