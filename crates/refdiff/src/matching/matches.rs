//! The matched pairs, with the multiplicities that relationships allow.

use crate::model::EntityId;
use crate::refactorings::RefactoringType;
use smallvec::SmallVec;

/// How a pair is related.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Relationship {
    /// The same name or signature in the same or a matching container.
    Same,
    /// The same, but without its body: only the declaration is left after the change, and the body may be elsewhere.
    LostBody,
    /// The same, but with a new body: the method was only declared before.
    GainedBody,
    /// A refactoring.
    Refactored(RefactoringType),
}

impl Relationship {
    /// Whether the entity itself moved, not only its container.
    #[cfg(feature = "git")]
    pub fn moves(self) -> bool {
        use RefactoringType::*;
        matches!(
            self,
            Relationship::Refactored(
                MoveMethod
                    | MoveAndRenameMethod
                    | MoveField
                    | MoveAndRenameField
                    | PullUpMethod
                    | PullUpField
                    | PushDownMethod
                    | PushDownField
                    | MoveType
                    | MoveAndRenameType
            )
        )
    }
}

/// How many matches a relationship allows per entity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Multiplicity {
    /// One before, one after.
    One,
    /// Several before become one after.
    ManyToOne,
    /// One before becomes several after.
    OneToMany,
    /// Both.
    Many,
}

/// The other end of a matched pair.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Partner {
    pub other: EntityId,
    pub relationship: Relationship,
    /// How similar the two are, where that was computed.
    pub similarity: Option<f64>,
    /// How strong the evidence is, from 0 to 1.
    pub strength: f64,
}

/// The partners of one entity: nearly always one, which then needs no allocation.
type Partners = SmallVec<[Partner; 1]>;

/// All matched pairs.
#[derive(Clone, Debug)]
pub(crate) struct Matches {
    after_of: Vec<Partners>,
    before_of: Vec<Partners>,
}

impl Matches {
    pub fn new(before: usize, after: usize) -> Self {
        Matches { after_of: vec![Partners::new(); before], before_of: vec![Partners::new(); after] }
    }

    /// What an entity of the before side became.
    pub fn after(&self, before: EntityId) -> &[Partner] {
        &self.after_of[before.index()]
    }

    /// What an entity of the after side was before.
    pub fn before(&self, after: EntityId) -> &[Partner] {
        &self.before_of[after.index()]
    }

    /// Whether an entity of the before side is unmatched, or left only a declaration behind.
    pub fn keeps_open_before(&self, before: EntityId) -> bool {
        self.after(before).iter().all(|partner| partner.relationship == Relationship::LostBody)
    }

    /// Whether an entity of the after side is unmatched, or had only a declaration before.
    pub fn keeps_open_after(&self, after: EntityId) -> bool {
        self.before(after).iter().all(|partner| partner.relationship == Relationship::GainedBody)
    }

    /// Whether exactly this pair is matched.
    pub fn contains(&self, before: EntityId, after: EntityId) -> bool {
        self.after(before).iter().any(|partner| partner.other == after)
    }

    /// Whether a pair may still be added.
    ///
    /// A further match is allowed only if the relationship permits several and the existing match has the same
    /// relationship.
    pub fn allows(
        &self,
        before: EntityId,
        after: EntityId,
        relationship: Relationship,
        multiplicity: Multiplicity,
    ) -> bool {
        let body = [Relationship::LostBody, Relationship::GainedBody];
        let same = |partners: &[Partner]| {
            partners.iter().all(|l| l.relationship == relationship || body.contains(&l.relationship))
        };
        let several_before = matches!(multiplicity, Multiplicity::ManyToOne | Multiplicity::Many);
        let several_after = matches!(multiplicity, Multiplicity::OneToMany | Multiplicity::Many);
        let before_free = self.keeps_open_before(before) || (several_after && same(self.after(before)));
        let after_free = self.keeps_open_after(after) || (several_before && same(self.before(after)));
        before_free && after_free && !self.contains(before, after)
    }

    /// Adds a pair, given by its first end and the partner to the other.
    pub fn add(&mut self, before: EntityId, partner: Partner) {
        let after = partner.other;
        self.after_of[before.index()].push(partner);
        self.before_of[after.index()].push(Partner { other: before, ..partner });
    }
}
