//! How objects are made: factories, constructors of supertypes, methods that became objects.

use super::ground::Ground;
use super::view::View;
use super::{Shown, list};
use crate::correspondence::Likeness;
use crate::model::{CallForm, EntityId, EntityKind, Expr, Level, Modifiers, NodeKind, Symbol};
use crate::refactorings::RefactoringType::*;
use rustc_hash::FxHashSet as HashSet;

pub(super) fn find(ground: &Ground<'_>, found: &mut Shown) {
    factories(ground, found);
    constructors(ground, found);
    method_objects(ground, found);
}

/// The type of which a method gives a new object, and the constructor that it calls.
fn makes(view: &View<'_>, method: EntityId) -> Option<(EntityId, Option<EntityId>)> {
    let unit = view.unit(method);
    let body = view.model.body(method)?;
    view.calls(method).iter().find_map(|call| {
        // The whole value that is returned.
        let statement = unit.statement_at(call.token)?;
        let first = call.tokens.start.saturating_sub(statement.tokens.start);
        let returned = statement.kind == NodeKind::Return && first <= 1 || call.tokens == body;
        let made = match call.form {
            _ if !returned => None,
            CallForm::New => view.resolve(&unit.types[call.created? as usize], method),
            CallForm::Method => None,
            _ => return None,
        };
        let constructor = || {
            let mut targets = view.targets(method, call).into_iter();
            targets.find(|&t| view.model.kind(t) == EntityKind::Constructor)
        };
        match made {
            Some(made) => Some((made, constructor())),
            None if returned => {
                let constructor = constructor()?;
                Some((view.owner(constructor)?, Some(constructor)))
            }
            None => None,
        }
    })
}

/// How often a method makes an object of a type of this name.
fn creations(view: &View<'_>, method: EntityId, name: Symbol) -> usize {
    let made = |call: &&crate::model::Call| {
        let by_name = call.form == CallForm::Method && call.receiver.is_none();
        call.name == name && (call.form == CallForm::New || by_name)
    };
    view.calls(method).iter().filter(made).count()
}

/// A new method gives an object, and who made it by its constructor asks the method.
fn factories(ground: &Ground<'_>, found: &mut Shown) {
    let (old, new) = (&ground.old, &ground.new);
    for factory in new.alone(Level::Method) {
        if !new.model.kind(factory).is_called_by_name() || !new.is_shared(factory) {
            continue;
        }
        let Some((made, constructor)) = makes(new, factory) else { continue };
        let Some(was) = new.partner(made) else { continue };
        let name = (old.model.name(was), new.model.name(made));
        let mut switched = new.callers(factory).into_iter().filter_map(|(caller, _)| {
            let before = new.partner(caller)?;
            let fewer = creations(old, before, name.0) > creations(new, caller, name.1);
            let called = old.calls(before).iter().filter(|call| call.name == name.0);
            let mut called = called.flat_map(|call| old.targets(before, call));
            fewer.then(|| (caller, called.find(|&t| old.model.kind(t) == EntityKind::Constructor)))
        });
        let mut called = None;
        let hidden = |constructor: EntityId| {
            let seen = |view: &View<'_>, id| {
                let modifiers = view.model.declaration(id).modifiers;
                match () {
                    () if modifiers.has(Modifiers::PRIVATE) => 0,
                    () if modifiers.has(Modifiers::PUBLIC) => 2,
                    () => 1,
                }
            };
            new.partner(constructor).is_some_and(|before| seen(old, before) > seen(new, constructor))
        };
        let evidence = match switched.next() {
            Some((caller, constructor)) => {
                called = constructor;
                format!("{} calls it in place of the constructor", new.key(caller))
            }
            None if constructor.is_some_and(hidden) => "the constructor is less visible".to_owned(),
            None => continue,
        };
        let before = called.or_else(|| constructor.and_then(|c| new.partner(c))).unwrap_or_else(|| {
            let mut all = old.members(was, Level::Method);
            all.find(|&m| old.model.kind(m) == EntityKind::Constructor).unwrap_or(was)
        });
        found.add(ReplaceConstructorWithFactoryMethod, before, factory, vec![evidence]);
    }
}

/// Statements of a constructor are in that of the supertype, which it calls.
fn constructors(ground: &Ground<'_>, found: &mut Shown) {
    let (old, new) = (&ground.old, &ground.new);
    for (before, after) in ground.changed_methods() {
        if new.model.kind(after) != EntityKind::Constructor
            || old.model.kind(before) != EntityKind::Constructor
        {
            continue;
        }
        let unit = new.unit(after);
        let is_super = |call: &&crate::model::Call| {
            let by_receiver = call.receiver.is_some_and(|r| unit.exprs[r as usize] == Expr::Super);
            call.form == CallForm::SuperConstructor || by_receiver
        };
        let above = new.calls(after).iter().filter(is_super).flat_map(|call| new.targets(after, call));
        let mut above = above.filter(|&t| new.model.kind(t) == EntityKind::Constructor);
        let Some(above) = above.next() else { continue };
        let (stayed, moved) = (ground.compared(before, after), ground.compared(before, above));
        let known: HashSet<Symbol> = match new.partner(above) {
            Some(was) => ground.compared(was, above).was.all.iter().map(|s| s.key).collect(),
            None => HashSet::default(),
        };
        let went = moved.correspondence.pairs.iter().filter(|p| {
            let stays = stayed.correspondence.of_before(p.before);
            p.likeness >= Likeness::Replaced
                && moved.was.all[p.before].kind == NodeKind::ExpressionStatement
                && stays.is_none_or(|s| s.likeness < Likeness::Replaced)
                && !known.contains(&moved.is.all[p.after].key)
        });
        let went = went.count();
        if went > 0 {
            let evidence = format!("{went} of its statements are there, and it calls that constructor");
            found.add(PullUpConstructorBody, before, above, vec![evidence]);
        }
    }
}

/// So many users of a new type are looked at.
const USERS: usize = 64;

/// A method's code is in a new type with its variables as fields, and the method makes an object of that type.
fn method_objects(ground: &Ground<'_>, found: &mut Shown) {
    let (old, new) = (&ground.old, &ground.new);
    for made in new.alone(Level::Type) {
        let fields: Vec<EntityId> = new.members(made, Level::Field).collect();
        let methods: Vec<EntityId> = new
            .members(made, Level::Method)
            .filter(|&m| new.model.kind(m).is_called_by_name() && new.model.body(m).is_some())
            .collect();
        if fields.is_empty() || methods.is_empty() {
            continue;
        }
        let name = new.model.name(made);
        let users: Vec<EntityId> = new.calls_of(name).map(|(method, _)| method).take(USERS).collect();
        for user in users {
            let Some(before) = new.partner(user).filter(|&b| creations(old, b, name) == 0) else { continue };
            let own = old.model.declaration(before).tokens.clone();
            let locals = old.unit(before).locals.iter().filter(|l| own.contains(&l.token)).map(|l| l.name);
            let locals: HashSet<Symbol> = locals.collect();
            let kept: Vec<&str> = fields
                .iter()
                .filter(|&&f| locals.contains(&new.model.name(f)))
                .map(|&f| new.name(f))
                .collect();
            if kept.is_empty() || kept.len() < 2 && fields.len() > 1 {
                continue;
            }
            let stayed = ground.compared(before, user);
            let left =
                |at: usize| stayed.correspondence.of_before(at).is_none_or(|p| p.likeness != Likeness::Equal);
            let lost = (0..stayed.was.len()).filter(|&s| left(s)).count();
            let mut there = HashSet::default();
            for &method in &methods {
                let moved = ground.compared(before, method);
                let own = |s: usize| old.is_own(before, stayed.was.all[s].tokens.start);
                there.extend(moved.surely().map(|p| p.before).filter(|&s| left(s) && own(s)));
            }
            if there.len() > 1 && 2 * there.len() >= lost && stayed.is.len() < stayed.was.len() {
                let evidence = format!("{} became fields of it", list(kept));
                found.add(ReplaceMethodWithMethodObject, before, made, vec![evidence]);
            }
        }
    }
}
