//! The names of refactorings.

use super::{Group, RefactoringType};
use crate::model::Level;
use std::fmt;
use std::str::FromStr;

/// Defines the list of types: the enum variants, their order, and where the information on each is defined.
macro_rules! types {
    ($($variant:ident => $info:path,)*) => {
        /// A type of refactoring.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        #[allow(missing_docs)]
        pub enum RefactoringType {
            $($variant,)*
        }

        impl RefactoringType {
            /// How many there are.
            pub const COUNT: usize = [$(RefactoringType::$variant),*].len();

            /// All of them: those of the paper in the order in which they are searched for, then the others.
            pub const ALL: [RefactoringType; Self::COUNT] = [$(RefactoringType::$variant),*];

            /// All information on it.
            pub fn info(self) -> &'static TypeInfo {
                match self {
                    $(RefactoringType::$variant => &$info,)*
                }
            }
        }
    };
}

pub(super) use types;

impl RefactoringType {
    /// Whether the two entities are the same one before and after, rather than one made from the other.
    pub fn corresponds(self) -> bool {
        self.info().corresponds
    }

    /// Whether it preserves the behaviour of the program, and so explains lines if the proof holds. A type that does
    /// not only names a change and explains nothing.
    pub fn preserves(self) -> bool {
        self.info().preserves
    }

    /// Whether it moves code to another place.
    pub fn moves(self) -> bool {
        self.info().moves
    }

    /// Whether it is shown only where its type is asked for.
    pub fn is_doubtful(self) -> bool {
        self.info().doubtful
    }

    /// The name for people: `Rename Method`.
    pub fn name(self) -> &'static str {
        self.info().name
    }

    /// Its group.
    pub fn group(self) -> Group {
        self.info().group
    }

    /// The name for flags: `rename-method`.
    pub fn flag(self) -> String {
        self.name().to_ascii_lowercase().replace(' ', "-")
    }

    /// The equivalent names of RefactoringMiner.
    pub fn aliases(self) -> &'static [&'static str] {
        self.info().aliases
    }

    /// The level of its entities; packages have the level of types.
    pub fn level(self) -> Level {
        self.info().level
    }

    /// The types denoted by a name, a glob (`move-*`) or a group (`signature`), in any case, with blanks, `-` or `_`
    /// between words.
    pub fn matching(pattern: &str) -> Result<Vec<RefactoringType>, UnknownType> {
        let wanted = normal(pattern);
        let group = Group::ALL.into_iter().find(|group| group.name() == wanted);
        let fits = |t: &RefactoringType| {
            group == Some(t.group())
                || glob(&wanted, &normal(t.name()))
                || t.aliases().iter().any(|alias| glob(&wanted, &normal(alias)))
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

impl<'de> serde::Deserialize<'de> for RefactoringType {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        let named = RefactoringType::ALL.into_iter().find(|t| t.name() == name);
        named.ok_or_else(|| serde::de::Error::custom(UnknownType(name)))
    }
}

/// A name that no type of refactoring has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown refactoring type '{0}'; `refdiff types` lists them")]
pub struct UnknownType(pub String);

impl FromStr for RefactoringType {
    type Err = UnknownType;

    /// One type by its name; a glob that matches exactly one type is accepted.
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
    fn groups_mean_their_types() {
        let structure = RefactoringType::matching("Structure").expect("a group");
        assert!(structure.contains(&RefactoringType::RenameMethod));
        assert!(structure.iter().all(|t| t.group() == Group::Structure));
    }

    #[test]
    fn names_flags_globs_and_other_tools_names() {
        assert_eq!("rename-method".parse(), Ok(RefactoringType::RenameMethod));
        assert_eq!("RENAME METHOD".parse(), Ok(RefactoringType::RenameMethod));
        assert_eq!("extract superclass".parse(), Ok(RefactoringType::ExtractSupertype));
        assert_eq!(RefactoringType::matching("move-*-field").map(|f| f.len()), Ok(1));
        assert_eq!(RefactoringType::matching("pull?up*").map(|f| f.len()), Ok(3));
        assert!(RefactoringType::matching("rename").is_err());
        assert!("move-*".parse::<RefactoringType>().is_err());
    }
}
