//! Extract Supertype: a new supertype of a type that stays, whose members the subtype had before.

use super::{Found, Group, RefactoringType, Rule, TypeInfo};
use crate::matching::{Context, accept};
use crate::model::{EntityId, EntityKind, Level, Model, Symbol, TypeUse};
use rustc_hash::FxHashSet as HashSet;
use std::collections::BTreeSet;

pub(super) const INFO: TypeInfo = TypeInfo {
    refactoring: RefactoringType::ExtractSupertype,
    name: "Extract Supertype",
    aliases: &["Extract Superclass", "Extract Interface"],
    group: Group::Structure,
    level: Level::Type,
    corresponds: false,
    preserves: true,
    moves: true,
    sentence: "{kind.after} {new} was extracted from {old}",
    doubtful: false,
    rminer: "",
    confidence: &[(0.5, 0.88), (1.0, 0.96)],
    paper_threshold: Some(0.8),
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
    evidence: Some(Rule::Origin(find_with_evidence)),
};

/// The paper compares the text of the types. Its tool, from which this threshold comes, compares the members by name
/// and signature: the share of the new type's members that the lower type had.
fn find(context: &Context<'_>, threshold: f64) -> Vec<Found> {
    let judge = |&(before, after, share): &(EntityId, EntityId, f64)| {
        let judgement = if share >= threshold { accept(share, share) } else { Err(TOO_LITTLE) };
        Found::judged(context, RefactoringType::ExtractSupertype, (before, after), share, judgement)
    };
    candidates(context).iter().filter_map(judge).collect()
}

/// A new direct supertype of a type that stays was extracted even if it visibly took over nothing. This holds for a
/// class inserted between the type and its former supertype, or where there was none, and for a type without members.
/// An interface with methods of its own that the lower type did not have is something new.
fn find_with_evidence(context: &Context<'_>, threshold: f64) -> Vec<Found> {
    let accepted = |before: EntityId, upper: EntityId, share: f64| {
        let lowers = context.matches.after(before).iter().map(|link| link.other);
        lowers.into_iter().any(|lower| {
            context.scope_after().supertypes(lower).contains(&upper)
                && (share >= 0.3
                    || members(context.after, upper).is_empty()
                        && stands_between(context, before, lower, upper)
                    || context.after.kind(upper) == EntityKind::Class
                        && stands_between(context, before, lower, upper)
                        && !from_above(context, upper))
        })
    };
    let candidates = candidates(context);
    let stand_ins: HashSet<EntityId> =
        candidates.iter().filter(|c| replaced(context, c.0, c.1)).map(|c| c.1).collect();
    let judge = |&(before, after, share): &(EntityId, EntityId, f64)| {
        let taken = share >= threshold || accepted(before, after, share);
        let judgement = match taken {
            true if named_before(context, before, after) => Err(NAMED),
            true if !is_direct(context, before, after) => Err(INDIRECT),
            true if stand_ins.contains(&after) => Err(REPLACED),
            true => accept(share, 0.5 + share / 2.0),
            false => Err(TOO_LITTLE),
        };
        Found::judged(context, RefactoringType::ExtractSupertype, (before, after), share, judgement)
    };
    candidates.iter().filter_map(judge).collect()
}

const TOO_LITTLE: &str =
    "the lower type had too few of the new type's members, and it does not stand between";

const NAMED: &str = "the lower type named it as a supertype already";

const INDIRECT: &str = "another type stands between the lower type and the new one";
const REPLACED: &str = "the new type has the members of a supertype that is gone, in whose place it stands";

/// Whether the new version of a type names the new type as its supertype.
fn is_direct(context: &Context<'_>, lower: EntityId, upper: EntityId) -> bool {
    let mut became = context.matches.after(lower).iter();
    became.any(|link| context.scope_after().supertypes(link.other).contains(&upper))
}

/// Whether a new type has most of its members from one of its supertypes, rather than from its subtypes.
fn from_above(context: &Context<'_>, upper: EntityId) -> bool {
    let own = members(context.after, upper);
    let above = context.scope_after().supertypes(upper).iter().flat_map(|&of| context.matches.before(of));
    let had = |above: EntityId| members(context.before, above).intersection(&own).count();
    above.into_iter().any(|link| !own.is_empty() && 2 * had(link.other) > own.len())
}

/// Whether the lower type had a supertype that is gone and whose members the new one has: that supertype was renamed.
fn replaced(context: &Context<'_>, lower: EntityId, upper: EntityId) -> bool {
    let has = members(context.after, upper);
    let gone =
        context.scope_before().supertypes(lower).iter().filter(|&&of| context.matches.after(of).is_empty());
    gone.into_iter().any(|&of| {
        let had = members(context.before, of);
        !had.is_empty() && 2 * had.intersection(&has).count() > had.len()
    })
}

/// Whether a type already named a supertype that did not exist: the code did not compile, or it was elsewhere.
fn named_before(context: &Context<'_>, lower: EntityId, upper: EntityId) -> bool {
    let names = context.before.declaration(lower).supertypes.iter().filter_map(TypeUse::simple);
    names.into_iter().any(|name| name == context.after.name(upper))
}

/// Whether the upper type names all supertypes that the lower type no longer names.
fn stands_between(context: &Context<'_>, was: EntityId, lower: EntityId, upper: EntityId) -> bool {
    let names = |model: &Model, id: EntityId| -> HashSet<Symbol> {
        model.declaration(id).supertypes.iter().filter_map(TypeUse::simple).collect()
    };
    let (old, new, above) =
        (names(context.before, was), names(context.after, lower), names(context.after, upper));
    old.difference(&new).all(|name| above.contains(name))
}

/// Every new supertype of a type that stays, with the share of its members that the lower type had.
fn candidates(context: &Context<'_>) -> Vec<(EntityId, EntityId, f64)> {
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
                let share = if members.is_empty() { 0.0 } else { shared as f64 / members.len() as f64 };
                found.push((link.other, upper, share));
            }
        }
    }
    found
}

/// The signatures of a type's methods and the names of its fields.
fn members(model: &Model, id: EntityId) -> BTreeSet<(Level, Symbol)> {
    let counts = |&&m: &&EntityId| model.kind(m).is_called_by_name() || model.level(m) == Level::Field;
    let children = model.children(id).iter().filter(counts);
    children.map(|&m| (model.level(m), model.entity(m).signature)).collect()
}
