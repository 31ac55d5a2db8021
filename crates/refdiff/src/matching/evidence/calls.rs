//! The callers of removed and added methods.

use crate::matching::Context;
use crate::model::{Call, CallForm, CallSite, EntityId, EntityKind, Scope, Uses};
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};
use std::collections::BTreeMap;

/// The maximum length of a call chain from a method that stayed to one that may have its code.
const CHAIN: usize = 3;

/// The calls of methods that were unmatched after the first pass. A caller whose text did not change lost and gained
/// nothing, and is left out.
#[derive(Debug)]
pub(crate) struct Calls<'m> {
    removed: HashMap<EntityId, Vec<CallSite<'m>>>,
    added: HashMap<EntityId, Vec<CallSite<'m>>>,
    /// Added methods by their caller.
    added_by: HashMap<EntityId, Vec<EntityId>>,
    /// Removed methods by their caller, with the first call.
    removed_by: HashMap<EntityId, Vec<(EntityId, &'m Call)>>,
    /// Calls of the methods that these override.
    overridden_removed: HashMap<EntityId, Vec<CallSite<'m>>>,
    overridden_added: HashMap<EntityId, Vec<CallSite<'m>>>,
}

impl<'m> Calls<'m> {
    pub fn new(context: &Context<'m>) -> Self {
        let (removed, added) = context.listed_methods();
        let calls = |listed: &[EntityId], before: bool| {
            if listed.is_empty() {
                return Default::default();
            }
            let scope = if before { context.scope_before() } else { context.scope_after() };
            let overridden = if context.evidence { overridden(scope, listed) } else { Vec::new() };
            let mut targets: HashSet<EntityId> = listed.iter().copied().collect();
            targets.extend(overridden.iter().map(|(above, _)| *above));
            let calls = Uses::new(scope).calls(&targets, |caller| {
                let same = |b, a| context.before.has_equal_tokens(b, context.after, a);
                let partners =
                    if before { context.matches.after(caller) } else { context.matches.before(caller) };
                let unchanged = |other| if before { same(caller, other) } else { same(other, caller) };
                partners.is_empty() || partners.iter().any(|partner| !unchanged(partner.other))
            });
            let mut through: HashMap<EntityId, Vec<CallSite<'m>>> = HashMap::default();
            for (above, below) in overridden {
                // A method that calls the method it overrides does not call itself.
                let sites = calls.get(&above).into_iter().flatten().filter(|site| site.caller != below);
                through.entry(below).or_default().extend(sites);
            }
            (calls, through)
        };
        let (listed_before, listed) = (removed, added);
        let ((removed, overridden_removed), (added, overridden_added)) =
            (calls(removed, true), calls(added, false));
        let mut added_by: HashMap<EntityId, Vec<EntityId>> = HashMap::default();
        for &method in listed {
            for (caller, _) in by_caller(added.get(&method).map_or(&[], Vec::as_slice)) {
                added_by.entry(caller).or_default().push(method);
            }
        }
        let mut removed_by: HashMap<EntityId, Vec<(EntityId, &Call)>> = HashMap::default();
        for &method in listed_before {
            for (caller, sites) in by_caller(removed.get(&method).map_or(&[], Vec::as_slice)) {
                removed_by.entry(caller).or_default().push((method, sites[0].call));
            }
        }
        Calls { removed, added, added_by, removed_by, overridden_removed, overridden_added }
    }

    /// The calls of a method before that may have been removed, in the order of the text.
    pub fn of_removed(&self, method: EntityId) -> &[CallSite<'m>] {
        self.removed.get(&method).map_or(&[], Vec::as_slice)
    }

    /// The callers of a method on one side: direct calls, calls of what it overrides, and calls through unmatched
    /// methods.
    pub fn hosts(&self, context: &Context<'m>, method: EntityId, before: bool) -> Vec<Called<'m>> {
        let (model, own, above) = if before {
            (context.before, &self.removed, &self.overridden_removed)
        } else {
            (context.after, &self.added, &self.overridden_added)
        };
        let is_constructor = model.kind(method) == EntityKind::Constructor;
        let open = |id: EntityId| {
            let partners = if before { context.matches.after(id) } else { context.matches.before(id) };
            partners.is_empty()
        };
        let mut hosts: Vec<Called<'m>> = Vec::new();
        let mut seen: HashSet<EntityId> = HashSet::from_iter([method]);
        let mut wave = vec![method];
        for depth in 0..CHAIN {
            let mut next = Vec::new();
            for &callee in &wave {
                let of = |calls: &HashMap<EntityId, Vec<CallSite<'m>>>| -> Vec<CallSite<'m>> {
                    calls.get(&callee).cloned().unwrap_or_default()
                };
                let (own, above) = (of(own), of(above));
                let all = by_caller(&own).map(|calls| (calls, true));
                for ((caller, sites), meant) in all.chain(by_caller(&above).map(|calls| (calls, false))) {
                    // `new` does not take over code from a constructor; another constructor that calls it may.
                    if is_constructor && sites.iter().all(|s| s.call.form == CallForm::New) {
                        continue;
                    }
                    if open(caller) {
                        if seen.insert(caller) {
                            next.push(caller);
                        }
                    } else if hosts.iter().all(|host| host.sites[0].caller != caller) {
                        let (sites, direct) = (sites.to_vec(), depth == 0 && meant);
                        hosts.push(Called { callee: method, sites, direct });
                    }
                }
            }
            wave = next;
        }
        hosts
    }

    /// The methods called by `caller` that may have been added.
    pub fn added_by(&self, caller: EntityId) -> &[EntityId] {
        self.added_by.get(&caller).map_or(&[], Vec::as_slice)
    }

    /// The methods called by `caller` that may have been removed, with the first call of each.
    pub fn removed_by(&self, caller: EntityId) -> &[(EntityId, &'m Call)] {
        self.removed_by.get(&caller).map_or(&[], Vec::as_slice)
    }

    /// How many callers of the method before now call the one after, and how many callers still exist.
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
            let partners = context.matches.after(caller);
            callers += usize::from(!partners.is_empty());
            switched += usize::from(partners.iter().any(|partner| calling.contains(&partner.other)));
        }
        (switched, callers)
    }

    /// The calls of a method after that may have been added, in the order of the text.
    pub fn of_added(&self, method: EntityId) -> &[CallSite<'m>] {
        self.added.get(&method).map_or(&[], Vec::as_slice)
    }
}

/// Pairs of an overridden method of a supertype and one of these methods.
fn overridden(scope: &Scope<'_>, methods: &[EntityId]) -> Vec<(EntityId, EntityId)> {
    let model = scope.model();
    let mut found = Vec::new();
    for &method in methods {
        let Some(owner) = model.container(method) else { continue };
        let signature = model.entity(method).signature;
        for above in scope.lineage(owner).into_iter().skip(1) {
            let same = |id: &&EntityId| {
                model.kind(**id).is_called_by_name() && model.entity(**id).signature == signature
            };
            found.extend(model.children(above).iter().find(same).map(|&id| (id, method)));
        }
    }
    found
}

/// Called methods with their call sites, by what the caller was and is.
pub(crate) type CalledBy<'m> = BTreeMap<(EntityId, EntityId), Vec<Called<'m>>>;

/// A callee that may have received code from its caller, or given code to it.
#[derive(Clone, Debug)]
pub(crate) struct Called<'m> {
    pub callee: EntityId,
    /// The call sites in the caller: calls of the method itself, or of one that leads to it.
    pub sites: Vec<CallSite<'m>>,
    /// Whether the calls target the method itself, so that their arguments correspond to its parameters.
    pub direct: bool,
}

/// Calls grouped by caller, in order.
pub(crate) fn by_caller<'s, 'm>(
    sites: &'s [CallSite<'m>],
) -> impl Iterator<Item = (EntityId, &'s [CallSite<'m>])> {
    sites.chunk_by(|x, y| x.caller == y.caller).map(|sites| (sites[0].caller, sites))
}
