//! Whether a method or a field moved to another type.

use super::renaming::{TELLING_BODY, body_length, same_parameters, uses_alike};
use super::{Owners, names};
use crate::matching::{Context, Judgement, Pair, accept, by_similarity};
use crate::model::{EntityId, Model, Symbol};

/// A method that keeps its name. Between a removed and an added type the name says nothing: there the statements have
/// to be the same. One or two statements that are not the same need related types, or other members that moved the
/// same way.
pub(crate) fn method(context: &Context<'_>, pair: &Pair) -> Judgement {
    let (before, after) = (pair.before, pair.after);
    let owners = Owners::of(context, before, after).ok_or(NO_OWNER)?;
    let lengths = [body_length(context.before, before), body_length(context.after, after)];
    if lengths.contains(&0) {
        // An empty body is not a missing one.
        let has_body = [
            context.before.declaration(before).body.is_some(),
            context.after.declaration(after).body.is_some(),
        ];
        let declared =
            lengths == [0, 0] && same_parameters(context, before, after) && has_body[0] == has_body[1];
        let (switched, callers) = context.calls().switched(context, before, after);
        let follow = callers > 0 && switched == callers && context.same_type(before, after);
        let goes = owners.company(context, before) >= 3
            || owners.related(context) && (follow || same_head(context, before, after));
        return if declared && goes { accept(0.5, 0.7) } else { Err("no body, and nothing else that tells") };
    }
    let similarity = by_similarity(context, pair)?.rank;
    let (old, new) = (context.statements_before(before), context.statements_after(after));
    let equal = old.equal_share(&new);
    let count = old.len().min(new.len());
    let accepted = if owners.is_gone(context) && owners.is_new(context) {
        count >= 2 && equal >= 0.6
    } else if super::accesses_field_only(context.before, before) {
        owners.company(context, before) >= 2 || owners.related(context)
    } else if count <= 2 && equal == 0.0 {
        similarity >= 0.65 || owners.company(context, before) >= 2 || owners.related(context)
    } else if lengths.iter().all(|&n| n <= TELLING_BODY)
        && !owners.related(context)
        && owners.company(context, before) == 0
    {
        // Such short code is easily written twice.
        context.calls().switched(context, before, after).0 > 0
    } else {
        true
    };
    if !accepted {
        return Err(UNRELATED);
    }
    // Of equal bodies in a family of types, those are paired whose neighbours moved the same way, that stay within
    // one outermost type, and whose types have similar names. This only breaks ties.
    let company = owners.company(context, before).min(10) as f64;
    let names = names::alike(
        &context.before.declaration(owners.before).name,
        &context.after.declaration(owners.after).name,
    );
    let home = f64::from(u8::from(same_home(context, before, after)));
    let family = company / 100.0 + (names + home) / 10.0;
    accept(
        similarity + family,
        (similarity + equal) / 2.0 + 0.2 * f64::from(u8::from(owners.related(context))),
    )
}

const NO_OWNER: &str = "one of them is in no type";
const UNRELATED: &str = "too little of it is the same for types that have so little to do with each other";

/// A method that changed both name and owner: accepted only where much of it is the same.
pub(crate) fn method_renamed(context: &Context<'_>, pair: &Pair) -> Judgement {
    let (before, after) = (pair.before, pair.after);
    let owners = Owners::of(context, before, after).ok_or(NO_OWNER)?;
    let similarity = pair.similarity.unwrap_or(0.0);
    let namesake = |&&id: &&EntityId| context.after.name(id) == context.before.name(before);
    if context.after.children(owners.after).iter().any(|id| namesake(&id)) {
        return Err("the other type has a method of the same name, which is nearer");
    }
    let name = |model: &Model, id: EntityId| model.declaration(id).name.to_string();
    // A method that became an object: its name is now the name of the type.
    let object = name(context.before, before).eq_ignore_ascii_case(&name(context.after, owners.after));
    if object && owners.is_new(context) && similarity >= 0.3 {
        return accept(similarity, 0.4 + similarity / 2.0);
    }
    let (old, new) = (context.statements_before(before), context.statements_after(after));
    let equal = old.equal_share(&new);
    let count = old.len().min(new.len());
    // The same body, called by all callers of the old one: then it does not matter whether the types are related.
    let (switched, callers) = context.calls().switched(context, before, after);
    if switched >= 2 && switched == callers && count > 0 && equal == 1.0 {
        return accept(similarity.max(pair.threshold), 0.8);
    }
    by_similarity(context, pair)?;
    if owners.is_gone(context) && owners.is_new(context) {
        return if count >= 4 && equal >= 0.7 { accept(similarity, equal) } else { Err(UNRELATED) };
    }
    let alike_names = || names::contained(&name(context.before, before), &name(context.after, after)) >= 0.5;
    let accepted = count >= 2 && equal >= 0.3 && similarity >= 0.6
        || count >= 3 && equal >= 0.35 && (owners.company(context, before) >= 2 || owners.related(context))
        || count >= 2 && similarity >= 0.5 && alike_names() && owners.related(context);
    if accepted { accept(similarity, (similarity + equal) / 2.0) } else { Err(UNRELATED) }
}

/// Whether everything before the body is the same.
fn same_head(context: &Context<'_>, before: EntityId, after: EntityId) -> bool {
    let head = |model: &Model, id: EntityId| -> Vec<Symbol> {
        let declaration = model.declaration(id);
        let end = declaration.body.as_ref().map_or(declaration.tokens.end, |b| b.start);
        let tokens = &model.unit(id).tokens[declaration.tokens.start as usize..end as usize];
        tokens.iter().map(|t| t.symbol).collect()
    };
    head(context.before, before) == head(context.after, after)
}

/// A field that keeps name and type. Its uses decide little: accessors look alike everywhere. What decides is whether
/// the types are related, which other members moved the same way, and the initial value.
pub(crate) fn field(context: &Context<'_>, pair: &Pair) -> Judgement {
    let owners = Owners::of(context, pair.before, pair.after).ok_or(NO_OWNER)?;
    let similarity = pair.similarity.unwrap_or(0.0);
    let same_value = same_value(context, pair.before, pair.after);
    let gone = owners.is_gone(context);
    let related = !gone && owners.related(context);
    let company = owners.company(context, pair.before) >= 2;
    let accepted = if context.is_common_field(pair.after) {
        (similarity >= pair.threshold || same_value) && (related || company)
    } else if gone {
        same_value && (company || similarity >= 0.3)
            || similarity >= pair.threshold && owners.took_in(context)
    } else {
        related && (similarity >= 0.1 || same_value)
            || company
            || same_value && similarity >= 0.3
            || similarity >= pair.threshold
                && (owners.same_package(context) || owners.company(context, pair.before) >= 1)
    };
    let tier = tier(related, same_value);
    if !accepted {
        return Err(
            "neither its uses, its value nor its company tell for types that have so little to do with each other",
        );
    }
    if better_elsewhere(context, pair) {
        return Err("a field of this name in a related type, or with the same value, is a better partner");
    }
    accept(tier + similarity, 0.2 + tier / 6.0 + 0.3 * similarity + 0.2 * f64::from(u8::from(company)))
}

/// A field that changed both name and owner: accepted only in company, and if used as before. Fewer than two others
/// may be chance: fields of the same type and use are everywhere.
pub(crate) fn field_renamed(context: &Context<'_>, pair: &Pair) -> Judgement {
    let (before, after) = (pair.before, pair.after);
    let owners = Owners::of(context, before, after).ok_or(NO_OWNER)?;
    let company = owners.company(context, before);
    if company < 2 || !owners.related(context) && !owners.is_gone(context) {
        return Err(UNRELATED);
    }
    let namesake =
        |model: &Model, of: EntityId, name: Symbol| model.children(of).iter().any(|&m| model.name(m) == name);
    if namesake(context.after, owners.after, context.before.name(before))
        || namesake(context.before, owners.before, context.after.name(after))
    {
        return Err("one of the types has a field of the other's name, which is nearer");
    }
    let uses = uses_alike(context, before, after)?.unwrap_or(0.0);
    if uses < pair.threshold {
        return Err("it is not used as before");
    }
    let value = f64::from(u8::from(same_value(context, before, after)));
    let (old, new) = (context.before.declaration(before), context.after.declaration(after));
    let told = value + names::alike(&old.name, &new.name);
    accept(uses + told / 4.0, (uses + told / 2.0) / 1.5)
}

fn tier(related: bool, same_value: bool) -> f64 {
    2.0 * f64::from(u8::from(related)) + f64::from(u8::from(same_value))
}

/// Whether two members are in the same outermost type, which stayed.
fn same_home(context: &Context<'_>, before: EntityId, after: EntityId) -> bool {
    let top = |model: &Model, id: EntityId| {
        let mut at = id;
        while let Some(around) = model.container(at) {
            at = around;
        }
        at
    };
    let now = top(context.after, after);
    context.matches.after(top(context.before, before)).iter().any(|partner| partner.other == now)
}

/// Whether a field with the same name and type is a clearly better match for either end.
fn better_elsewhere(context: &Context<'_>, pair: &Pair) -> bool {
    let tier_of = |before: EntityId, after: EntityId| {
        let owners = Owners::of(context, before, after);
        let related = owners.is_some_and(|o| o.related(context));
        let company = owners.map_or(0, |o| o.company(context, before));
        (tier(related, same_value(context, before, after)), company, same_home(context, before, after))
    };
    let tier_here = tier_of(pair.before, pair.after);
    // Between related types several fields may have become one. Between unrelated types, such as families of classes
    // with the same fields, each has one successor: the one in the same place, or with the same company.
    let unrelated = tier_here.0 < 2.0;
    let better = |other: (f64, usize, bool)| {
        other.0 > tier_here.0
            || unrelated && !tier_here.2 && other.2
            || unrelated && other.0 == tier_here.0 && other.2 >= tier_here.2 && other.1 > 2 * tier_here.1
    };
    let (olds, news) = context.fields_like(pair.before, pair.after);
    // Where very many fields share a name, this cannot tell them apart.
    if olds.len() + news.len() > 64 {
        return false;
    }
    news.iter().any(|&a| a != pair.after && better(tier_of(pair.before, a)))
        || olds.iter().any(|&b| b != pair.before && better(tier_of(b, pair.after)))
}

/// Whether two fields have the same initial value, and that value is distinctive.
pub(super) fn same_value(context: &Context<'_>, before: EntityId, after: EntityId) -> bool {
    let value = |model: &Model, id: EntityId| -> Option<Vec<Symbol>> {
        let range = model.body(id)?;
        Some(
            model.unit(id).tokens[range.start as usize..range.end as usize]
                .iter()
                .map(|t| t.symbol)
                .collect(),
        )
    };
    match (value(context.before, before), value(context.after, after)) {
        // Numbers, null, an empty string or a new object without arguments are everywhere.
        (Some(old), Some(new)) => {
            old == new && (old.len() > 1 && !is_plain_new(&old) || is_word(context, before))
        }
        _ => false,
    }
}

fn is_plain_new(value: &[Symbol]) -> bool {
    let [new, .., open, close] = value else { return false };
    *new == Symbol::of("new") && *open == Symbol::of("(") && *close == Symbol::of(")")
}

/// Whether the value of a field is a single distinctive token: a string, a character or a long number.
fn is_word(context: &Context<'_>, field: EntityId) -> bool {
    let Some(range) = context.before.body(field) else { return false };
    let tokens = &context.before.unit(field).tokens[range.start as usize..range.end as usize];
    matches!(tokens, [only] if only.end() - only.start > 2 && only.role() == crate::model::Role::Literal)
}
