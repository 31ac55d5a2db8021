//! The names of refactorings.

use crate::model::Level;
use std::fmt;
use std::str::FromStr;

/// A type of refactoring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
#[allow(missing_docs)]
pub enum RefactoringType {
    RenameType,
    MoveType,
    MoveAndRenameType,
    ExtractSupertype,
    RenameMethod,
    ChangeMethodSignature,
    PullUpMethod,
    PushDownMethod,
    MoveMethod,
    MoveAndRenameMethod,
    ExtractMethod,
    InlineMethod,
    PullUpField,
    PushDownField,
    MoveField,
    ExtractClass,
    ExtractSubclass,
    ExtractAndMoveMethod,
    MoveAndInlineMethod,
    RenameField,
    MoveAndRenameField,
    RenamePackage,
    MovePackage,
}

impl RefactoringType {
    /// All of them: those of the paper in the order of its table, then the others.
    pub const ALL: [RefactoringType; 23] = {
        use RefactoringType::*;
        [
            RenameType,
            MoveType,
            MoveAndRenameType,
            ExtractSupertype,
            RenameMethod,
            ChangeMethodSignature,
            PullUpMethod,
            PushDownMethod,
            MoveMethod,
            MoveAndRenameMethod,
            ExtractMethod,
            InlineMethod,
            PullUpField,
            PushDownField,
            MoveField,
            ExtractClass,
            ExtractSubclass,
            ExtractAndMoveMethod,
            MoveAndInlineMethod,
            RenameField,
            MoveAndRenameField,
            RenamePackage,
            MovePackage,
        ]
    };

    /// Whether the two entities are the same one, before and after: not so where one was made from the other.
    pub fn corresponds(self) -> bool {
        use RefactoringType::*;
        !matches!(
            self,
            ExtractMethod
                | ExtractAndMoveMethod
                | InlineMethod
                | MoveAndInlineMethod
                | ExtractSupertype
                | ExtractClass
                | ExtractSubclass
        )
    }

    /// Whether it leaves what the program does as it is, and so explains lines, if the proof holds. One that does not only names a
    /// change, and explains none.
    pub fn preserves(self) -> bool {
        self != RefactoringType::ChangeMethodSignature
    }

    /// Whether code goes to another place with it.
    pub fn moves(self) -> bool {
        use RefactoringType::*;
        !matches!(
            self,
            RenameType | RenameMethod | RenameField | ChangeMethodSignature | ExtractMethod | InlineMethod
        )
    }

    /// As people write it: `Rename Method`.
    pub fn name(self) -> &'static str {
        use RefactoringType::*;
        match self {
            RenameType => "Rename Type",
            MoveType => "Move Type",
            MoveAndRenameType => "Move and Rename Type",
            ExtractSupertype => "Extract Supertype",
            RenameMethod => "Rename Method",
            ChangeMethodSignature => "Change Method Signature",
            PullUpMethod => "Pull Up Method",
            PushDownMethod => "Push Down Method",
            MoveMethod => "Move Method",
            MoveAndRenameMethod => "Move and Rename Method",
            ExtractMethod => "Extract Method",
            InlineMethod => "Inline Method",
            PullUpField => "Pull Up Field",
            PushDownField => "Push Down Field",
            MoveField => "Move Field",
            ExtractClass => "Extract Class",
            ExtractSubclass => "Extract Subclass",
            ExtractAndMoveMethod => "Extract and Move Method",
            MoveAndInlineMethod => "Move and Inline Method",
            RenameField => "Rename Field",
            MoveAndRenameField => "Move and Rename Field",
            RenamePackage => "Rename Package",
            MovePackage => "Move Package",
        }
    }

    /// As flags like it: `rename-method`.
    pub fn flag(self) -> String {
        self.name().to_ascii_lowercase().replace(' ', "-")
    }

    /// The names of RefactoringMiner that mean the same.
    pub fn aliases(self) -> &'static [&'static str] {
        use RefactoringType::*;
        match self {
            RenameType => &["Rename Class"],
            MoveType => &["Move Class"],
            MoveAndRenameType => &["Move and Rename Class"],
            ExtractSupertype => &["Extract Superclass", "Extract Interface"],
            PullUpField => &["Pull Up Attribute"],
            PushDownField => &["Push Down Attribute"],
            MoveField => &["Move Attribute"],
            RenameField => &["Rename Attribute"],
            MoveAndRenameField => &["Move and Rename Attribute"],
            ChangeMethodSignature => {
                &["Add Parameter", "Remove Parameter", "Reorder Parameter", "Change Parameter Type"]
            }
            _ => &[],
        }
    }

    /// What it is about; packages are told by their types.
    pub fn level(self) -> Level {
        use RefactoringType::*;
        match self {
            RenameType | MoveType | MoveAndRenameType | ExtractSupertype | ExtractClass | ExtractSubclass
            | RenamePackage | MovePackage => Level::Type,
            PullUpField | PushDownField | MoveField | RenameField | MoveAndRenameField => Level::Field,
            _ => Level::Method,
        }
    }

    /// The types that a name or a glob (`move-*`) means, in any case, with blanks, `-` or `_` between words.
    pub fn matching(pattern: &str) -> Result<Vec<RefactoringType>, UnknownType> {
        let wanted = normal(pattern);
        let fits = |t: &RefactoringType| {
            glob(&wanted, &normal(t.name())) || t.aliases().iter().any(|alias| glob(&wanted, &normal(alias)))
        };
        let found: Vec<_> = RefactoringType::ALL.into_iter().filter(fits).collect();
        if found.is_empty() { Err(UnknownType(pattern.into())) } else { Ok(found) }
    }
}

impl fmt::Display for RefactoringType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl serde::Serialize for RefactoringType {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// A name that no type of refactoring has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown refactoring type '{0}'; `refdiff types` lists them")]
pub struct UnknownType(pub String);

impl FromStr for RefactoringType {
    type Err = UnknownType;

    /// One type by its name; a glob that means exactly one is accepted.
    fn from_str(name: &str) -> Result<Self, Self::Err> {
        match RefactoringType::matching(name)?.as_slice() {
            [one] => Ok(*one),
            _ => Err(UnknownType(name.into())),
        }
    }
}

fn normal(name: &str) -> String {
    name.trim().to_lowercase().replace(['-', '_', ' '], " ")
}

/// Matches `*` (any run) and `?` (one character).
fn glob(pattern: &str, text: &str) -> bool {
    let (pattern, text): (Vec<char>, Vec<char>) = (pattern.chars().collect(), text.chars().collect());
    let (mut p, mut t, mut star) = (0, 0, None);
    while t < text.len() {
        if p < pattern.len() && (pattern[p] == '?' || pattern[p] == text[t]) && pattern[p] != '*' {
            p += 1;
            t += 1;
        } else if p < pattern.len() && pattern[p] == '*' {
            star = Some((p, t));
            p += 1;
        } else if let Some((at, from)) = star {
            p = at + 1;
            t = from + 1;
            star = Some((at, t));
        } else {
            return false;
        }
    }
    pattern[p..].iter().all(|&c| c == '*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_flags_globs_and_other_tools_names() {
        assert_eq!("rename-method".parse(), Ok(RefactoringType::RenameMethod));
        assert_eq!("RENAME METHOD".parse(), Ok(RefactoringType::RenameMethod));
        assert_eq!("extract superclass".parse(), Ok(RefactoringType::ExtractSupertype));
        assert_eq!(RefactoringType::matching("*-field").map(|f| f.len()), Ok(5));
        assert_eq!(RefactoringType::matching("pull?up*").map(|f| f.len()), Ok(2));
        assert!(RefactoringType::matching("rename").is_err());
        assert!("move-*".parse::<RefactoringType>().is_err());
    }
}
