//! Which fields replaced which in the same positions of matched methods.

use crate::correspondence::{Correspondence, Word, places};
use crate::matching::Context;
use crate::model::{EntityId, Level, Model, Role, Symbol};
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

/// How often removed and added fields are in the same positions.
#[derive(Clone, Debug, Default)]
pub(crate) struct Standing {
    together: HashMap<(EntityId, EntityId), u32>,
    /// Pairs for which some statement differs in nothing else but names of variables.
    alone: HashSet<(EntityId, EntityId)>,
    /// How many uses of a field have any counterpart on the other side.
    before: HashMap<EntityId, u32>,
    after: HashMap<EntityId, u32>,
}

impl Standing {
    /// Examines the methods of types that lost fields and gained new ones.
    pub fn new(context: &Context<'_>) -> Self {
        let mut standing = Standing::default();
        let gone = by_owner(context.before, context.open_before(Level::Field));
        let new = by_owner(context.after, context.open_after(Level::Field));
        let mut owners: Vec<(EntityId, EntityId)> = Vec::new();
        for &owner in gone.keys() {
            let partners = context.matches.after(owner).iter().map(|partner| (owner, partner.other));
            owners.extend(partners.filter(|pair| new.contains_key(&pair.1)));
        }
        owners.sort_unstable();
        for (was, is) in owners {
            standing.look(context, (was, &gone[&was]), (is, &new[&is]));
        }
        standing
    }

    fn look(
        &mut self,
        context: &Context<'_>,
        (was, gone): (EntityId, &HashMap<Symbol, EntityId>),
        (is, new): (EntityId, &HashMap<Symbol, EntityId>),
    ) {
        for &method in context.before.children(was) {
            let uses = |model: &Model, id: EntityId, names: &HashMap<Symbol, EntityId>| {
                model.unit(id).accesses.iter().any(|access| names.contains_key(&access.name))
            };
            if context.before.level(method) != Level::Method || !uses(context.before, method, gone) {
                continue;
            }
            for partner in context.matches.after(method) {
                if context.after.container(partner.other) != Some(is)
                    || !uses(context.after, partner.other, new)
                {
                    continue;
                }
                let (old, now) = (context.statements_before(method), context.statements_after(partner.other));
                let field = |word: &Word, names: &HashMap<Symbol, EntityId>| {
                    let found = names.get(&word.symbol).copied();
                    found.filter(|_| word.role == Role::Use && !word.local)
                };
                for pair in &Correspondence::new(&old, &now).pairs {
                    let (x, y) = (&old.all[pair.before].words, &now.all[pair.after].words);
                    let differs = |x: &Word, y: &Word| {
                        x.symbol != y.symbol && !(x.local && y.local) && field(x, gone).is_none()
                    };
                    let same = x.len() == y.len() && !x.iter().zip(y).any(|(x, y)| differs(x, y));
                    for (b, a) in places(pair.likeness, x, y) {
                        let (b, a) = (field(&x[b], gone), field(&y[a], new));
                        if let Some(b) = b {
                            *self.before.entry(b).or_default() += 1;
                        }
                        if let Some(a) = a {
                            *self.after.entry(a).or_default() += 1;
                        }
                        if let (Some(b), Some(a)) = (b, a) {
                            *self.together.entry((b, a)).or_default() += 1;
                            if same {
                                self.alone.insert((b, a));
                            }
                        }
                    }
                }
            }
        }
    }

    /// Whether some statement differs only in that the one field replaced the other.
    pub fn is_alone(&self, before: EntityId, after: EntityId) -> bool {
        self.alone.contains(&(before, after))
    }

    /// How often the one is in the position of the other, and the share of all uses that this is.
    pub fn of(&self, before: EntityId, after: EntityId) -> (u32, f64) {
        let together = self.together.get(&(before, after)).copied().unwrap_or(0);
        let count = |all: &HashMap<EntityId, u32>, id| all.get(&id).copied().unwrap_or(0);
        let most = count(&self.before, before).max(count(&self.after, after));
        (together, f64::from(together) / f64::from(most.max(1)))
    }
}

/// Fields by the type that contains them, and by name.
fn by_owner(
    model: &Model,
    fields: impl Iterator<Item = EntityId>,
) -> HashMap<EntityId, HashMap<Symbol, EntityId>> {
    let mut all: HashMap<EntityId, HashMap<Symbol, EntityId>> = HashMap::default();
    let mut seen: HashSet<EntityId> = HashSet::default();
    for field in fields.filter(|&id| seen.insert(id)) {
        if let Some(owner) = model.container(field) {
            all.entry(owner).or_default().insert(model.name(field), field);
        }
    }
    all
}
