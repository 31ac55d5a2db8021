//! Who calls what is gone or new.

use crate::matching::Context;
use crate::model::{CallSite, EntityId, Uses};
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};
use std::collections::BTreeMap;

/// The calls of methods that had no partner after the first pass. A caller whose text did not change lost and gained
/// nothing, and is left out.
#[derive(Debug)]
pub(crate) struct Calls<'m> {
    removed: HashMap<EntityId, Vec<CallSite<'m>>>,
    added: HashMap<EntityId, Vec<CallSite<'m>>>,
    /// What is new, by who calls it.
    added_by: HashMap<EntityId, Vec<EntityId>>,
}

impl<'m> Calls<'m> {
    pub fn new(context: &Context<'m>) -> Self {
        let (removed, added) = context.listed_methods();
        let calls = |targets: &[EntityId], before: bool| {
            if targets.is_empty() {
                return HashMap::default();
            }
            let targets: HashSet<EntityId> = targets.iter().copied().collect();
            let scope = if before { context.scope_before() } else { context.scope_after() };
            Uses::new(scope).calls(&targets, |caller| {
                let same = |b, a| context.before.has_equal_tokens(b, context.after, a);
                let links =
                    if before { context.matches.after(caller) } else { context.matches.before(caller) };
                let unchanged = |other| if before { same(caller, other) } else { same(other, caller) };
                links.is_empty() || links.iter().any(|link| !unchanged(link.other))
            })
        };
        let listed = added;
        let (removed, added) = (calls(removed, true), calls(added, false));
        let mut added_by: HashMap<EntityId, Vec<EntityId>> = HashMap::default();
        for &method in listed {
            for (caller, _) in by_caller(added.get(&method).map_or(&[], Vec::as_slice)) {
                added_by.entry(caller).or_default().push(method);
            }
        }
        Calls { removed, added, added_by }
    }

    /// The calls before of a method that may be gone, in the order of the text.
    pub fn of_removed(&self, method: EntityId) -> &[CallSite<'m>] {
        self.removed.get(&method).map_or(&[], Vec::as_slice)
    }

    /// The methods that may be new and that `caller` calls.
    pub fn added_by(&self, caller: EntityId) -> &[EntityId] {
        self.added_by.get(&caller).map_or(&[], Vec::as_slice)
    }

    /// How many callers of a method before call the one after now, and how many callers there were that are still there.
    pub fn switched(&self, context: &Context<'_>, before: EntityId, after: EntityId) -> (usize, usize) {
        let (old, new) = (self.of_removed(before), self.of_added(after));
        if old.is_empty() || new.is_empty() {
            return (
                0,
                by_caller(old).filter(|(caller, _)| !context.matches.after(*caller).is_empty()).count(),
            );
        }
        let calling: HashSet<EntityId> = new.iter().map(|site| site.caller).collect();
        let (mut switched, mut callers) = (0, 0);
        for (caller, _) in by_caller(old) {
            let links = context.matches.after(caller);
            callers += usize::from(!links.is_empty());
            switched += usize::from(links.iter().any(|link| calling.contains(&link.other)));
        }
        (switched, callers)
    }

    /// The calls after of a method that may be new, in the order of the text.
    pub fn of_added(&self, method: EntityId) -> &[CallSite<'m>] {
        self.added.get(&method).map_or(&[], Vec::as_slice)
    }
}

/// Methods that a method calls, or called, with the calls; by what the caller was and is.
pub(crate) type CalledBy<'s, 'm> = BTreeMap<(EntityId, EntityId), Vec<(EntityId, &'s [CallSite<'m>])>>;

/// Calls by their caller, in order.
pub(crate) fn by_caller<'s, 'm>(
    sites: &'s [CallSite<'m>],
) -> impl Iterator<Item = (EntityId, &'s [CallSite<'m>])> {
    sites.chunk_by(|x, y| x.caller == y.caller).map(|sites| (sites[0].caller, sites))
}
