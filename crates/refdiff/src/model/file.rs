//! A source file as its language sees it: a package, imports, and units in the order of the text.

use super::{Symbol, Unit};
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// A path as git stores it: bytes, with `/` between folders.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct FilePath(Vec<u8>);

impl FilePath {
    /// The path made of these bytes.
    pub fn new(bytes: impl Into<Vec<u8>>) -> Self {
        FilePath(bytes.into())
    }

    /// The path that is written like this: as it is, or quoted as git quotes it.
    pub fn unquoted(text: &str) -> Self {
        let Some(quoted) = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) else {
            return FilePath::from(text);
        };
        let (mut bytes, mut rest) = (Vec::new(), quoted.as_bytes());
        while let [first, tail @ ..] = rest {
            rest = tail;
            if *first != b'\\' {
                bytes.push(*first);
                continue;
            }
            if let [a @ b'0'..=b'3', b @ b'0'..=b'7', c @ b'0'..=b'7', tail @ ..] = rest {
                bytes.push((a - b'0') * 64 + (b - b'0') * 8 + (c - b'0'));
                rest = tail;
            } else if let [sign, tail @ ..] = rest {
                bytes.push(match sign {
                    b'n' => b'\n',
                    b't' => b'\t',
                    b'r' => b'\r',
                    other => *other,
                });
                rest = tail;
            }
        }
        FilePath(bytes)
    }

    /// Its bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// What follows the last dot of the file's name; empty if there is none.
    pub fn extension(&self) -> &[u8] {
        let name = self.file_name();
        name.iter().rposition(|&b| b == b'.').map_or(&[], |dot| &name[dot + 1..])
    }

    /// The last part of the path.
    pub fn file_name(&self) -> &[u8] {
        self.0.rsplit(|&b| b == b'/').next().unwrap_or(&[])
    }

    /// The folder, without the last `/`; empty at the top.
    pub fn folder(&self) -> &[u8] {
        self.0.iter().rposition(|&b| b == b'/').map_or(&[], |slash| &self.0[..slash])
    }
}

impl From<&str> for FilePath {
    fn from(path: &str) -> Self {
        FilePath(path.as_bytes().to_vec())
    }
}

/// Writes the path as it is, or quoted as git quotes it where it is not UTF-8 or has control characters.
impl fmt::Display for FilePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plain =
            std::str::from_utf8(&self.0).ok().filter(|s| !s.contains(|c: char| c.is_control() || c == '"'));
        if let Some(text) = plain {
            return f.write_str(text);
        }
        f.write_str("\"")?;
        for &byte in &self.0 {
            match byte {
                b'"' => f.write_str("\\\"")?,
                b'\\' => f.write_str("\\\\")?,
                b'\n' => f.write_str("\\n")?,
                b'\t' => f.write_str("\\t")?,
                b'\r' => f.write_str("\\r")?,
                0x20..0x7f => write!(f, "{}", byte as char)?,
                _ => write!(f, "\\{byte:03o}")?,
            }
        }
        f.write_str("\"")
    }
}

impl fmt::Debug for FilePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// An import of a name into a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    /// The names of the path; without the `*`.
    pub path: Box<[Symbol]>,
    /// Whether it ends in `*`.
    pub wildcard: bool,
    /// Whether it imports members of a type rather than a type.
    pub members: bool,
    /// The name that it has in the file, where that is not the last one of the path.
    pub alias: Option<Symbol>,
}

impl Import {
    /// The name by which the file knows what is imported.
    pub fn name(&self) -> Option<Symbol> {
        self.alias.or(self.path.last().copied())
    }
}

/// The words of a language that say the same in nearly all of them; empty where a language has none.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Lexicon {
    /// The words and signs in a text that stands between units, comments and layout apart.
    pub split: fn(&[u8]) -> Vec<Range<usize>>,
    /// Whether there may be code in what looks like a comment.
    pub hides_code: fn(&[u8]) -> bool,
    /// The object that a method is called on.
    pub this: &'static str,
    /// The same object as one of the type above its own.
    pub above: &'static str,
    /// The type of what is true or false.
    pub truth: &'static str,
    /// The types of numbers, and of what can stand for one.
    pub numbers: &'static [&'static str],
    /// The type of text.
    pub text: &'static str,
    /// Begins the making of an object.
    pub create: &'static str,
    /// Begins the result of a method.
    pub result: &'static str,
    /// No object.
    pub null: &'static str,
    /// Words that only say from where something may be used.
    pub visibility: &'static [&'static str],
    /// From where something may be used of which nothing is said.
    pub usual_visibility: &'static str,
    /// Words in the head of a declaration that change what the program does, beyond names, types and visibility.
    pub effective: &'static [&'static str],
    /// Words in the head of a declaration that say that it has no body.
    pub bodiless: &'static [&'static str],
    /// Words before a declaration that say more of it, those of visibility apart.
    pub modifiers: &'static [&'static str],
    /// Whether a type is written before the name that has it.
    pub types_first: bool,
    /// The sign between a name and its type, where the type stands behind it.
    pub type_sign: &'static str,
    /// The sign between a method's parameters and the type of its result, where that is another one.
    pub result_sign: &'static str,
    /// Whether a call may name the parameters that it gives something for.
    pub named_arguments: bool,
    /// Stand between the parts of a condition.
    pub conjunctions: &'static [&'static str],
    /// Says the opposite of the condition behind it.
    pub negation: &'static str,
    /// Says that a value never changes.
    pub constant: &'static str,
    /// Says that a member belongs to its type and not to an object of it.
    pub shared: &'static str,
    /// Begin the list of a type's supertypes.
    pub supertypes: &'static [&'static str],
    /// Of these words those that take a lock.
    pub locks: &'static [&'static str],
    /// Methods that every object has, or that are called without being named, as keys write them: `name(T)`.
    pub universal: &'static [&'static str],
    /// The annotation that only says that a method overrides another one.
    pub overrides: &'static str,
    /// Whether the types of most variables are not written: a call on one of unknown type then means the only thing of its
    /// name that it can mean.
    pub untyped: bool,
    /// Whether a bare name can mean a member of the type around it, or only what stands around the type.
    pub members_need_receiver: bool,
    /// Whether what stands on the outside of a file belongs to its package: seen by the whole package, and imported by the
    /// package's name.
    pub package_functions: bool,
    /// Whether a type without a constructor of its own has the one of its supertype.
    pub inherits_constructors: bool,
    /// Whether keys leave out the function that another one stands in.
    pub flat_functions: bool,
}

impl Lexicon {
    /// A language without any of them.
    pub const NONE: Lexicon = Lexicon {
        split: runs,
        hides_code: |_| false,
        this: "",
        above: "",
        truth: "",
        numbers: &[],
        text: "",
        create: "",
        result: "",
        null: "",
        visibility: &[],
        usual_visibility: "public",
        effective: &[],
        bodiless: &[],
        modifiers: &[],
        types_first: false,
        type_sign: "",
        result_sign: "",
        named_arguments: false,
        conjunctions: &["&&", "||"],
        negation: "!",
        constant: "",
        shared: "",
        supertypes: &[],
        locks: &[],
        universal: &[],
        overrides: "",
        untyped: false,
        members_need_receiver: false,
        package_functions: false,
        inherits_constructors: false,
        flat_functions: false,
    };
}

/// What stands between blanks.
fn runs(text: &[u8]) -> Vec<Range<usize>> {
    let is_blank = |b: &u8| b.is_ascii_whitespace();
    let runs = text.chunk_by(|x, y| is_blank(x) == is_blank(y));
    let mut at = 0;
    let place = |run: &[u8]| {
        at += run.len();
        (at - run.len()..at, run.first().is_some_and(is_blank))
    };
    runs.map(place).filter(|(_, blank)| !blank).map(|(range, _)| range).collect()
}

/// A language has one.
impl PartialEq for Lexicon {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for Lexicon {}

impl Default for &'static Lexicon {
    fn default() -> Self {
        static NONE: Lexicon = Lexicon::NONE;
        &NONE
    }
}

/// A unit at its place in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// What stands there.
    pub unit: Arc<Unit>,
    /// First byte of the unit in the file.
    pub start: u32,
    /// Byte after the last one; of a type's head, the end of the whole type.
    pub end: u32,
    /// The type whose body it stands in, by its place in [`SourceFile::units`].
    pub container: Option<u32>,
}

/// Something that a file has and the model does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// The byte where it begins.
    pub at: u32,
    /// What was lost and why.
    pub reason: String,
}

/// One file, extracted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceFile {
    /// Its path.
    pub path: FilePath,
    /// The dotted name of its package; empty for the default one.
    pub package: Box<str>,
    /// Where that is declared; empty for the default one.
    pub package_at: Range<u32>,
    /// Where its source folder ends: the path before the folders of the package.
    pub source_folder: Box<[u8]>,
    /// Imports, in order.
    pub imports: Arc<Vec<Import>>,
    /// Units, in the order of the text; a type stands before its members.
    pub units: Vec<Placed>,
    /// What could not be seen.
    pub losses: Vec<Loss>,
    /// The words of its language.
    pub lexicon: &'static Lexicon,
}

impl SourceFile {
    /// The path before the folders of `package`; the file's whole folder where they are not its last part.
    pub fn source_folder_of<'a>(path: &'a FilePath, package: &str) -> &'a [u8] {
        let folder = path.folder();
        if package.is_empty() {
            return folder;
        }
        let tail = package.replace('.', "/");
        match folder.strip_suffix(tail.as_bytes()) {
            Some(rest) if rest.is_empty() => rest,
            Some(rest) => rest.strip_suffix(b"/").unwrap_or(folder),
            None => folder,
        }
    }
}
