//! Extract Supertype: a new type above one that stays, whose members the lower one had before.

use super::{Found, RefactoringType, RelationshipInfo, Rule};
use crate::matching::Context;
use crate::model::{EntityId, EntityKind, Level, Model, Symbol};
use rustc_hash::FxHashSet as HashSet;
use std::collections::BTreeSet;

pub(super) const INFO: RelationshipInfo = RelationshipInfo {
    refactoring: RefactoringType::ExtractSupertype,
    paper_threshold: 0.8,
    summary: "A new class or interface took over members of a type that now extends or implements it.",
    example_before: "\
class Circle {
    int x;
    void moveBy(int dx) { x = x + dx; }
    double area() { return 3.14; }
}
",
    example_after: "\
abstract class Shape {
    int x;
    void moveBy(int dx) { x = x + dx; }
}
class Circle extends Shape {
    double area() { return 3.14; }
}
",
    rule: Rule::Origin(find),
};

/// The paper compares the text of the types; its tool, whose threshold this is, the members by name and signature:
/// what share of the new type's members the lower type had.
fn find(context: &Context<'_>, threshold: f64) -> Vec<Found> {
    let mut found = Vec::new();
    let added: HashSet<EntityId> = context.open_after(Level::Type).collect();
    if added.is_empty() {
        return found;
    }
    for lower in context.after.ids_of(Level::Type) {
        let links = context.matches.before(lower);
        if links.is_empty() || context.after.is_local(lower) {
            continue;
        }
        for upper in context.scope_after().lineage(lower).into_iter().filter(|t| added.contains(t)) {
            let members = members(context.after, upper);
            for link in links {
                let had = self::members(context.before, link.other);
                let shared = members.intersection(&had).count();
                let similarity = if members.is_empty() { 0.0 } else { shared as f64 / members.len() as f64 };
                if similarity >= threshold {
                    let refactoring = RefactoringType::ExtractSupertype;
                    found.push(Found { refactoring, before: link.other, after: upper, similarity });
                }
            }
        }
    }
    found
}

/// The signatures of a type's methods and the names of its fields.
fn members(model: &Model, id: EntityId) -> BTreeSet<(Level, Symbol)> {
    let counts =
        |&&m: &&EntityId| matches!(model.kind(m), EntityKind::Method) || model.level(m) == Level::Field;
    let children = model.children(id).iter().filter(counts);
    children.map(|&m| (model.level(m), model.entity(m).signature)).collect()
}
