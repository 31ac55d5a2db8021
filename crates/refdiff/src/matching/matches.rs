//! The pairs that match, with the multiplicities that relationships allow.

use crate::model::EntityId;
use crate::refactorings::RefactoringType;
use smallvec::SmallVec;

/// How a pair is related.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Relationship {
    /// The same name or signature in the same or a matching container.
    Same,
    /// The same, but the body went: a method before whose declaration alone is left, and whose body may be elsewhere.
    LostBody,
    /// The same, but a body came: a method that was only declared before.
    GainedBody,
    /// A refactoring.
    Refactored(RefactoringType),
}

impl Relationship {
    /// Whether the element went somewhere else by itself.
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

/// How many partners a relationship allows an entity.
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

/// One end of a pair.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Link {
    pub other: EntityId,
    pub relationship: Relationship,
    /// How alike the two are, where it was asked.
    pub similarity: Option<f64>,
    /// How much speaks for it, from 0 to 1.
    pub strength: f64,
}

/// The partners of one entity: nearly always one, which then needs no allocation.
type Links = SmallVec<[Link; 1]>;

/// All pairs that match.
#[derive(Clone, Debug)]
pub(crate) struct Matches {
    after_of: Vec<Links>,
    before_of: Vec<Links>,
}

impl Matches {
    pub fn new(before: usize, after: usize) -> Self {
        Matches { after_of: vec![Links::new(); before], before_of: vec![Links::new(); after] }
    }

    /// What an entity before became.
    pub fn after(&self, before: EntityId) -> &[Link] {
        &self.after_of[before.index()]
    }

    /// What an entity after was.
    pub fn before(&self, after: EntityId) -> &[Link] {
        &self.before_of[after.index()]
    }

    /// Whether an entity before has no partner, or left nothing but a declaration behind.
    pub fn keeps_open_before(&self, before: EntityId) -> bool {
        self.after(before).iter().all(|link| link.relationship == Relationship::LostBody)
    }

    /// Whether an entity after has no partner, or nothing but a declaration was there.
    pub fn keeps_open_after(&self, after: EntityId) -> bool {
        self.before(after).iter().all(|link| link.relationship == Relationship::GainedBody)
    }

    /// Whether this very pair matches.
    pub fn contains(&self, before: EntityId, after: EntityId) -> bool {
        self.after(before).iter().any(|link| link.other == after)
    }

    /// Whether a pair may still be added.
    ///
    /// A further partner counts only where the relationship allows several and the partner that is already there is
    /// one by the same relationship.
    pub fn allows(
        &self,
        before: EntityId,
        after: EntityId,
        relationship: Relationship,
        multiplicity: Multiplicity,
    ) -> bool {
        let body = [Relationship::LostBody, Relationship::GainedBody];
        let same = |links: &[Link]| {
            links.iter().all(|l| l.relationship == relationship || body.contains(&l.relationship))
        };
        let several_before = matches!(multiplicity, Multiplicity::ManyToOne | Multiplicity::Many);
        let several_after = matches!(multiplicity, Multiplicity::OneToMany | Multiplicity::Many);
        let before_free = self.keeps_open_before(before) || (several_after && same(self.after(before)));
        let after_free = self.keeps_open_after(after) || (several_before && same(self.before(after)));
        before_free && after_free && !self.contains(before, after)
    }

    /// Adds a pair, given by its first end and the link to the other.
    pub fn add(&mut self, before: EntityId, link: Link) {
        let after = link.other;
        self.after_of[before.index()].push(link);
        self.before_of[after.index()].push(Link { other: before, ..link });
    }
}
