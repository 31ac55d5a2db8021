//! The evidence for a pair in words, for users who ask for the reason.

use super::renaming::same_parameters;
use super::{Owners, names, place, transfer};
use crate::matching::{Considered, Context};
use crate::model::Level;

/// What is known about a pair, one sentence per fact.
pub(crate) fn facts(context: &Context<'_>, pair: &Considered) -> Vec<String> {
    let (before, after) = (pair.before, pair.after);
    if let Some(direction) = transfer::direction(pair.refactoring) {
        return transfer::facts(context, direction, (before, after));
    }
    let (old, new) = (context.before.declaration(before), context.after.declaration(after));
    let mut facts = Vec::new();
    if old.name != new.name {
        facts.push(format!(
            "their names share {:.0}% of their words",
            100.0 * names::alike(&old.name, &new.name)
        ));
    }
    let level = context.before.level(before);
    if level != context.after.level(after) {
        return facts;
    }
    let says = |same: bool, what: &str| format!("{what} {}", if same { "the same" } else { "not the same" });
    if level == Level::Method {
        facts.push(says(same_parameters(context, before, after), "their parameters are"));
        facts.push(says(old.type_key == new.type_key, "what they return is"));
        facts.push(format!("{} of 2 neighbours are the same", place::neighbours(context, before, after)));
        let (switched, callers) = context.calls().switched(context, before, after);
        facts
            .push(format!("{switched} of {callers} callers that changed switched from the one to the other"));
        let (was, is) = (context.statements_before(before), context.statements_after(after));
        let (equal, alike) = (was.equal_share(&is), was.alike_share(&is));
        facts.push(format!(
            "{} and {} statements, {:.0}% equal, {:.0}% with other variables or literals",
            was.len(),
            is.len(),
            100.0 * equal,
            100.0 * alike
        ));
    }
    if level == Level::Field {
        facts.push(says(old.type_key == new.type_key, "their types are"));
    }
    if let Some(owners) =
        Owners::of(context, before, after).filter(|_| !context.containers_match(before, after))
    {
        let company = owners.company(context, before);
        let related = if owners.related(context) { "have to do with each other" } else { "are not related" };
        facts.push(format!(
            "their types {related}; {company} other member{} went the same way",
            if company == 1 { "" } else { "s" }
        ));
    }
    facts
}
