//! How two types are related, where a member may have moved from one to the other.

use crate::matching::Context;
use crate::model::{EntityId, Level, Model, Role, Scope, Symbol};
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};
use std::cell::RefCell;
use std::rc::Rc;

/// The enclosing types of a pair of members.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Owners {
    pub before: EntityId,
    pub after: EntityId,
}

type Names = Rc<[String]>;

/// A cache.
#[derive(Clone, Debug, Default)]
pub(crate) struct Relations {
    names: RefCell<HashMap<EntityId, Rc<HashSet<Symbol>>>>,
    together: RefCell<HashMap<Owners, Names>>,
}

impl Owners {
    /// The enclosing types of two members.
    pub fn of(context: &Context<'_>, before: EntityId, after: EntityId) -> Option<Self> {
        Some(Owners { before: context.before.container(before)?, after: context.after.container(after)? })
    }

    /// Whether the type before is unmatched.
    pub fn is_gone(self, context: &Context<'_>) -> bool {
        context.matches.after(self.before).is_empty()
    }

    /// Whether the type after is unmatched.
    pub fn is_new(self, context: &Context<'_>) -> bool {
        context.matches.before(self.after).is_empty()
    }

    /// Whether the type before is gone and the one after used it: it may have been absorbed.
    pub fn took_in(self, context: &Context<'_>) -> bool {
        let before = context.before;
        let was = context.matches.before(self.after);
        was.iter().any(|partner| {
            context.relations_before.names(before, partner.other).contains(&before.name(self.before))
        })
    }

    pub fn same_package(self, context: &Context<'_>) -> bool {
        context.before.file(self.before).package == context.after.file(self.after).package
    }

    /// Whether, after the change, one of the two types names the other or an added supertype of it, or is nested in
    /// it.
    pub fn related(self, context: &Context<'_>) -> bool {
        let after = context.after;
        context.matches.after(self.before).iter().any(|partner| {
            let was = partner.other;
            after.is_inside(was, self.after)
                || after.is_inside(self.after, was)
                || context.relations.names(after, self.after).contains(&after.name(was))
                || {
                    let mentioned = context.relations.names(after, was);
                    context.scope_after().lineage(self.after).into_iter().any(|t| {
                        let counts = t == self.after || context.matches.before(t).is_empty();
                        counts && mentioned.contains(&after.name(t))
                    })
                }
        })
    }

    /// How many other members with the same name and level left the one type and came into the other. A field and its
    /// own accessors move together anyway: members whose name ends with the name of `member` do not count.
    pub fn company(self, context: &Context<'_>, member: EntityId) -> usize {
        let name = context.before.declaration(member).name.to_lowercase();
        let about = name
            .strip_prefix("get")
            .or(name.strip_prefix("set"))
            .or(name.strip_prefix("is"))
            .unwrap_or(&name);
        let together = context.relations.together(context, self);
        together.iter().filter(|other| !other.ends_with(about)).count()
    }
}

impl Relations {
    /// The names, in lower case, of members that left one type and came into another.
    fn together(&self, context: &Context<'_>, owners: Owners) -> Names {
        if let Some(known) = self.together.borrow().get(&owners) {
            return known.clone();
        }
        let members = |model: &'_ Model, of: EntityId, counts: &dyn Fn(EntityId) -> bool| -> Vec<EntityId> {
            let members = model.children(of).iter().copied();
            members.filter(|&m| model.level(m) != Level::Type && counts(m)).collect()
        };
        let left = members(context.before, owners.before, &|m| context.left_its_type(m));
        let came = members(context.after, owners.after, &|m| context.came_into_its_type(m));
        let came: HashSet<(Level, Symbol)> =
            came.into_iter().map(|m| (context.after.level(m), context.after.name(m))).collect();
        let mut seen: HashSet<(Level, Symbol)> = HashSet::default();
        let both = left.into_iter().filter(|&m| {
            let name = (context.before.level(m), context.before.name(m));
            came.contains(&name) && seen.insert(name)
        });
        let names: Names = both.map(|m| context.before.declaration(m).name.to_lowercase()).collect();
        self.together.borrow_mut().insert(owners, names.clone());
        names
    }

    /// The names of types and variables that a type uses, including everything nested in it.
    fn names(&self, model: &Model, of: EntityId) -> Rc<HashSet<Symbol>> {
        if let Some(known) = self.names.borrow().get(&of) {
            return known.clone();
        }
        let mut names = HashSet::default();
        if model.kind(of).is_module() {
            names.extend(model.file(of).imports.iter().flat_map(|import| import.path.iter().copied()));
        }
        let mut pending = vec![of];
        while let Some(at) = pending.pop() {
            pending.extend(model.children(at));
            if model.entity(at).declaration == 0 {
                let tokens = model.unit(at).tokens.iter();
                let named = tokens.filter(|t| matches!(t.role(), Role::Type | Role::Use | Role::Annotation));
                names.extend(named.map(|t| t.symbol));
            }
        }
        let names = Rc::new(names);
        self.names.borrow_mut().insert(of, names.clone());
        names
    }
}

/// Whether the types of a caller and a callee are apart: not the same, and neither nested in each other nor
/// inherited.
pub(crate) fn apart(scope: &Scope<'_>, caller: EntityId, callee: EntityId) -> bool {
    let model = scope.model();
    let around = |id: EntityId| {
        let mut types = Vec::new();
        let mut at = model.type_around(id);
        while let Some(of) = at {
            types.push(of);
            at = model.type_around(of);
        }
        types
    };
    let (here, there) = (around(caller), around(callee));
    let Some(&owner) = there.first() else { return false };
    // One encloses the other, or the callee is inherited.
    !here.contains(&owner)
        && !here.first().is_some_and(|own| there.contains(own))
        && !here.iter().any(|&of| scope.is_subtype(of, owner))
}
