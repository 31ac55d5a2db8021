//! What went into subtypes and supertypes, and types that were dissolved.

use super::ground::Ground;
use super::view::View;
use super::{Shown, list};
use crate::correspondence::{Body, Likeness, StatementPair, Word};
use crate::model::{EntityId, EntityKind, Level, Modifiers, NodeKind, Role, Symbol};
use crate::refactorings::RefactoringType::*;
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};
use std::collections::BTreeMap;

/// How many methods may be where a branch came from or went to, or a step of a template, and how many types may be null objects.
const CONSIDERED: usize = 64;

pub(super) fn find(ground: &Ground<'_>, found: &mut Shown) {
    polymorphism(ground, found);
    templates(ground, found);
    null_objects(ground, found);
    inlined_types(ground, found);
}

/// New methods of one name in several subtypes of one type, by that type and the name.
fn families(view: &View<'_>) -> BTreeMap<(EntityId, Symbol), Vec<EntityId>> {
    let mut families: BTreeMap<(EntityId, Symbol), Vec<EntityId>> = BTreeMap::new();
    let mut named: BTreeMap<Symbol, Vec<(EntityId, EntityId)>> = BTreeMap::new();
    let is_method = |m: &EntityId| view.model.kind(*m) == EntityKind::Method && view.model.body(*m).is_some();
    for method in view.alone(Level::Method).filter(is_method) {
        let owner = view.owner(method).filter(|&o| !view.model.declaration(o).supertypes.is_empty());
        if let Some(owner) = owner {
            named.entry(view.model.name(method)).or_default().push((owner, method));
        }
    }
    named.retain(|_, all| all.iter().any(|(owner, _)| *owner != all[0].0));
    for (name, methods) in named {
        for (owner, method) in methods {
            for &above in view.scope().supertypes(owner) {
                families.entry((above, name)).or_default().push(method);
            }
        }
    }
    families.retain(|_, all| all.len() > 1);
    families
}

/// The branches of a conditional are methods of subtypes.
fn polymorphism(ground: &Ground<'_>, found: &mut Shown) {
    let (old, new) = (&ground.old, &ground.new);
    let families = families(new);
    if families.is_empty() {
        return;
    }
    let mut gone: HashMap<Symbol, Vec<EntityId>> = HashMap::default();
    for method in old.alone(Level::Method) {
        gone.entry(old.model.name(method)).or_default().push(method);
    }
    for ((above, name), methods) in families {
        // The method itself before, or one that asks the subtypes now.
        let declared = new.members(above, Level::Method).find(|&m| new.model.name(m) == name);
        let itself = declared.and_then(|m| new.partner(m));
        let callers = new.calls_of(name).filter_map(|(caller, _)| new.partner(caller));
        let named = gone.get(&name).into_iter().flatten().copied();
        let mut candidates: Vec<EntityId> =
            itself.into_iter().chain(named).chain(callers).take(CONSIDERED).collect();
        candidates.sort_unstable();
        candidates.dedup();
        for before in candidates {
            let now = old.partner(before);
            let Some(after) = now.or(declared) else { continue };
            // Code that went to another method of the same type was extracted, not distributed.
            let own = now.and_then(|now| new.owner(now));
            if methods.iter().any(|&m| own.is_some() && new.owner(m) == own) {
                continue;
            }
            let methods = methods.iter().take(CONSIDERED);
            let branches = methods.filter_map(|&m| Some((m, branch(ground, before, now, m)?)));
            let kinds: Vec<(EntityId, u32)> = branches.collect();
            // Each has another branch.
            if kinds.iter().any(|(_, place)| *place != kinds[0].1) {
                let owners = kinds.iter().filter_map(|&(m, _)| Some(new.name(new.owner(m)?)));
                let evidence = format!("its branches are in {}", list(owners));
                found.add(ReplaceConditionalWithPolymorphism, before, after, vec![evidence]);
            }
        }
    }
}

fn is_choice(kind: NodeKind) -> bool {
    matches!(kind, NodeKind::If | NodeKind::Switch)
}

/// The token where that begins in a conditional of a method before which a method does now, and which is not in it any more.
fn branch(ground: &Ground<'_>, before: EntityId, now: Option<EntityId>, method: EntityId) -> Option<u32> {
    let compared = ground.compared(before, method);
    let (was, is) = (&compared.was, &compared.is);
    if is.len() == 0 {
        return None;
    }
    let choices = |body: &Body| body.all.iter().filter(|s| is_choice(s.kind)).count();
    let conditionals = |view: &View<'_>, id: EntityId, body: &Body| {
        let tokens = &view.model.declaration(id).tokens;
        let inside = view
            .unit(id)
            .nodes
            .iter()
            .filter(|n| tokens.start <= n.tokens.start && n.tokens.end <= tokens.end);
        let expressions = inside.filter(|n| matches!(n.kind, NodeKind::Conditional | NodeKind::Case)).count();
        choices(body) + expressions
    };
    let fewer = now.is_none_or(|now| {
        let after = ground.compared(before, now);
        conditionals(&ground.old, before, was) > conditionals(&ground.new, now, &after.is)
    });
    if !fewer {
        return None;
    }
    // The conditional itself went along.
    let keeps_choice = |at: usize| {
        let around = std::iter::successors(was.all[at].parent, |&p| was.all[p].parent);
        around.filter(|&p| is_choice(was.all[p].kind)).any(|p| compared.correspondence.of_before(p).is_some())
    };
    let inside = |at: usize| {
        std::iter::successors(was.all[at].parent, |&p| was.all[p].parent).any(|p| is_choice(was.all[p].kind))
    };
    let after = now.map(|now| ground.compared(before, now));
    let stays = |at: usize| {
        let pair = after.as_ref().and_then(|after| after.correspondence.of_before(at));
        inside(at) && pair.is_some_and(|p| p.likeness == Likeness::Equal)
    };
    let moved: Vec<&StatementPair> =
        compared.surely().filter(|p| !stays(p.before) && !keeps_choice(p.before)).collect();
    let first = moved.iter().find(|p| inside(p.before)).map(|p| was.all[p.before].tokens.start);
    if 2 * moved.len() >= is.len() && first.is_some() && says(is) {
        return first;
    }
    // A branch of an expression.
    let [only] = is.all.as_slice() else { return None };
    let core = &only.words[only.core.clone()];
    if core.is_empty() {
        return None;
    }
    was.all.iter().find_map(|s| {
        let chooses = s.words.len() > core.len()
            && (inside_switch(ground, before, s.tokens.start) || is_choice(s.kind));
        let same = |w: &&[Word]| w.iter().zip(core).all(|(x, y)| x.symbol == y.symbol);
        let stands = || s.words.windows(core.len()).find(same).map(|w| w[0].at);
        if chooses { stands() } else { None }
    })
}

/// Whether a statement has a choice in it as an expression.
fn inside_switch(ground: &Ground<'_>, method: EntityId, start: u32) -> bool {
    let unit = ground.old.unit(method);
    let statement = unit.statement_at(start).map(|n| n.tokens.clone()).unwrap_or_default();
    unit.nodes.iter().any(|n| {
        matches!(n.kind, NodeKind::Switch | NodeKind::Case | NodeKind::Conditional)
            && statement.start <= n.tokens.start
            && n.tokens.end <= statement.end
    })
}

/// Whether a body is more than a word that leaves.
fn says(body: &Body) -> bool {
    body.all.iter().any(|s| s.words.iter().filter(|w| w.is_telling()).count() > 1)
}

/// Methods of siblings are one method of the supertype, which calls steps that the siblings have.
fn templates(ground: &Ground<'_>, found: &mut Shown) {
    let (old, new) = (&ground.old, &ground.new);
    let families = families(new);
    if families.is_empty() {
        return;
    }
    for template in new.model.ids_of(Level::Method).filter(|&m| new.model.kind(m) == EntityKind::Method) {
        let Some(owner) = new.owner(template) else { continue };
        // A method that the type had already is no new template.
        let had = |was: EntityId| old.owner(was) == new.partner(owner) && old.model.body(was).is_some();
        if new.partner(template).is_some_and(had) {
            continue;
        }
        let steps: Vec<EntityId> = new
            .calls(template)
            .iter()
            .filter(|call| {
                call.receiver.is_none_or(|r| new.unit(template).exprs[r as usize] == crate::model::Expr::This)
            })
            .filter_map(|call| families.get(&(owner, call.name)))
            .flatten()
            .copied()
            .collect();
        if steps.is_empty() {
            continue;
        }
        let mut below: Vec<EntityId> = steps.iter().filter_map(|&step| new.owner(step)).collect();
        below.sort_unstable();
        below.dedup();
        let below = below.into_iter().filter(|&below| new.scope().is_subtype(below, owner));
        let from: Vec<EntityId> = below
            .filter_map(|below| Some((below, new.partner(below)?)))
            .flat_map(|(below, was)| {
                let left = move |m: &EntityId| old.partner(*m).is_none_or(|a| new.owner(a) != Some(below));
                old.members(was, Level::Method).filter(left)
            })
            .take(CONSIDERED)
            .filter(|&m| became(ground, m, template, &steps))
            .collect();
        let owners: HashSet<Option<EntityId>> = from.iter().map(|&m| old.owner(m)).collect();
        if owners.len() > 1 {
            for method in from {
                let evidence = format!("{} calls steps that the subtypes have", new.key(template));
                found.add(FormTemplateMethod, method, template, vec![evidence]);
            }
        }
    }
}

/// Whether a method is much like a template, and what the template lacks of it is in a step of its type.
fn became(ground: &Ground<'_>, method: EntityId, template: EntityId, steps: &[EntityId]) -> bool {
    let (old, new) = (&ground.old, &ground.new);
    let compared = ground.compared(method, template);
    let same_name = old.model.name(method) == new.model.name(template);
    let namesake =
        |owner| new.members(owner, Level::Method).any(|m| new.model.name(m) == old.model.name(method));
    if !same_name && new.owner(template).is_some_and(namesake) {
        return false;
    }
    let exact = compared.correspondence.pairs.iter().filter(|p| p.likeness >= Likeness::Replaced).count();
    let enough = exact > 0 && (same_name || exact > 1);
    if !enough || 2 * compared.correspondence.pairs.len() < compared.was.len().max(compared.is.len()) {
        return false;
    }
    let all = compared.was.len().max(compared.is.len());
    let surely = same_name && 4 * exact >= 3 * all;
    let below = old.owner(method).and_then(|o| old.partner(o));
    surely
        || steps.iter().filter(|&&step| new.owner(step) == below).any(|&step| {
            let moved = ground.compared(method, step);
            let words = |s: usize| {
                moved.is.all[s].words.iter().filter(|w| w.is_telling() && !w.plain).map(|w| w.symbol)
            };
            // A step may be a mere expression of the method.
            let said: HashSet<Symbol> = moved
                .was
                .all
                .iter()
                .flat_map(|s| &s.words)
                .filter(|w| w.is_telling())
                .map(|w| w.symbol)
                .collect();
            let all: Vec<Symbol> = (0..moved.is.len()).flat_map(words).collect();
            let known = all.iter().filter(|symbol| said.contains(symbol)).count();
            !moved.correspondence.pairs.is_empty() || known > 1 && 2 * known >= all.len()
        })
}

/// A new subtype does nothing, and checks for nothing are gone.
fn null_objects(ground: &Ground<'_>, found: &mut Shown) {
    let (old, new) = (&ground.old, &ground.new);
    let is_class = |t: &EntityId| {
        let declaration = new.model.declaration(*t);
        declaration.kind != EntityKind::Interface && !declaration.modifiers.has(Modifiers::ABSTRACT)
    };
    let neutral = |made: EntityId| {
        let above = new.scope().supertypes(made).iter().find_map(|&s| new.partner(s))?;
        let own = |m: &EntityId| new.model.kind(*m) == EntityKind::Method;
        let methods: Vec<EntityId> = new.members(made, Level::Method).filter(own).collect();
        let has_body = |m: &EntityId| new.model.declaration(*m).body.is_some();
        let all = methods.iter().any(has_body) && methods.iter().all(|&m| is_neutral(new, m));
        all.then_some((above, made))
    };
    let candidates = new.alone(Level::Type).filter(is_class).filter_map(neutral);
    for (above, made) in candidates.take(CONSIDERED) {
        let of = old.model.name(above);
        let mut fewer =
            ground.changed_methods().filter(|&(b, a)| null_checks(old, b, of) > null_checks(new, a, of));
        if let Some((_, after)) = fewer.next() {
            let evidence = format!("all that it does is neutral; {} has a check less", new.key(after));
            found.add(IntroduceNullObject, above, made, vec![evidence]);
        }
    }
}

/// Whether a method does nothing, or gives a value that says nothing: of what it is made there is nothing but literals,
/// constants, types and what they give without being told anything.
fn is_neutral(view: &View<'_>, method: EntityId) -> bool {
    let body = view.body(method);
    match body.all.as_slice() {
        [] => true,
        [only] => {
            let silent = |c: &crate::model::Call| c.arguments.is_empty();
            let constant = |text: &str| !text.chars().any(char::is_lowercase);
            let this = view.model.file(method).lexicon.this;
            let says_nothing = only.words[only.core.clone()].iter().all(|w| match w.role {
                Role::Use => {
                    let tokens = &view.unit(method).tokens;
                    let before_dot =
                        tokens.get(w.at as usize + 1).is_some_and(|t| t.symbol == Symbol::of("."));
                    before_dot && !w.local
                        || w.symbol == Symbol::of(this)
                        || view.named(method, w.symbol).is_some_and(constant)
                }
                Role::Declaration => false,
                _ => true,
            });
            // What it was given is what it gives.
            let passes = matches!(&only.words[only.core.clone()], [word] if word.local);
            only.kind == NodeKind::Return && (says_nothing || passes) && view.calls(method).iter().all(silent)
        }
        _ => false,
    }
}

/// How often a method compares something with null that has this type, or a type that is not known.
fn null_checks(view: &View<'_>, method: EntityId, of: Symbol) -> usize {
    let Some(body) = view.model.body(method) else { return 0 };
    let may_be = |at: usize| {
        let token = body.start + at as u32;
        let written = at.checked_sub(2).and_then(|_| view.written_type(method, token - 2));
        written.is_none_or(|ty| ty == of)
    };
    let null = Symbol::of(view.model.file(method).lexicon.null);
    let tokens = &view.unit(method).tokens[body.start as usize..body.end as usize];
    let result = Symbol::of(view.model.file(method).lexicon.result);
    // By a sign, or in languages with words for it, by a word.
    let compares = |at: usize| {
        let sign = at.checked_sub(1).map(|i| &tokens[i]);
        let signs = ["==", "!=", "===", "!=="].map(Symbol::of);
        sign.is_some_and(|t| match t.role() {
            Role::Keyword => t.symbol != result,
            role => role == Role::Punctuation && signs.contains(&t.symbol),
        })
    };
    (0..tokens.len()).filter(|&at| tokens[at].symbol == null && compares(at) && may_be(at)).count()
}

/// A type is gone, and its members are in one that used it.
fn inlined_types(ground: &Ground<'_>, found: &mut Shown) {
    let (old, new) = (&ground.old, &ground.new);
    for gone in old.alone(Level::Type) {
        if old.model.kind(gone).is_module() {
            continue;
        }
        let mut taken: BTreeMap<EntityId, Vec<EntityId>> = BTreeMap::new();
        let mut all = 0;
        for &member in old.model.children(gone) {
            let owner = old.partner(member).and_then(|m| new.model.container(m));
            if let Some(owner) = owner.filter(|&o| new.model.level(o) == Level::Type) {
                taken.entry(owner).or_default().push(member);
                all += 1;
            }
        }
        for (owner, members) in taken {
            // A type of that name is that type.
            if new.model.name(owner) == old.model.name(gone) {
                continue;
            }
            let Some(was) = new.partner(owner).filter(|_| 3 * members.len() >= 2 * all && members.len() > 1)
            else {
                continue;
            };
            if old.mentions(was, old.model.name(gone)) && !new.model.kind(owner).is_module() {
                let evidence = format!("{} are there", list(members.iter().map(|&m| old.name(m))));
                found.add(InlineClass, gone, owner, vec![evidence]);
            }
        }
    }
}
