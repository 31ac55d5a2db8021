//! A source file as its language represents it: a package, imports, and units in the order of the text.

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

    /// The part after the last dot of the file name; empty if there is none.
    pub fn extension(&self) -> &[u8] {
        let name = self.file_name();
        name.iter().rposition(|&b| b == b'.').map_or(&[], |dot| &name[dot + 1..])
    }

    /// The last part of the path.
    pub fn file_name(&self) -> &[u8] {
        self.0.rsplit(|&b| b == b'/').next().unwrap_or(&[])
    }

    /// The folder, without the trailing `/`; empty at the root.
    pub fn folder(&self) -> &[u8] {
        self.0.iter().rposition(|&b| b == b'/').map_or(&[], |slash| &self.0[..slash])
    }
}

impl From<&str> for FilePath {
    fn from(path: &str) -> Self {
        FilePath(path.as_bytes().to_vec())
    }
}

/// Writes the path unchanged, or quoted in git's way if it is not UTF-8 or contains control characters.
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
    /// The names of the path, without the `*`.
    pub path: Box<[Symbol]>,
    /// Whether it ends in `*`.
    pub wildcard: bool,
    /// Whether it imports members of a type rather than a type.
    pub members: bool,
    /// Its name in the file, if that is not the last one of the path.
    pub alias: Option<Symbol>,
}

impl Import {
    /// The name that the file uses for the import.
    pub fn name(&self) -> Option<Symbol> {
        self.alias.or(self.path.last().copied())
    }
}

/// The words of a language for concepts that almost all languages share; empty where a language has none.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Lexicon {
    /// The words and punctuation in a text between units, without comments and layout.
    pub split: fn(&[u8]) -> Vec<Range<usize>>,
    /// Whether declarations are statements that run in the order of the text: their order may matter then, whatever they say.
    pub runs_declarations: bool,
    /// Whether something that looks like a comment may contain code.
    pub hides_code: fn(&[u8]) -> bool,
    /// The object that a method is called on.
    pub this: &'static str,
    /// The same object, as an instance of the supertype.
    pub above: &'static str,
    /// The boolean type.
    pub truth: &'static str,
    /// The numeric types, including their wrappers.
    pub numbers: &'static [&'static str],
    /// The type of text.
    pub text: &'static str,
    /// The keyword for creating an object.
    pub create: &'static str,
    /// The keyword that returns a result.
    pub result: &'static str,
    /// The null value.
    pub null: &'static str,
    /// Visibility modifiers.
    pub visibility: &'static [&'static str],
    /// The default visibility.
    pub usual_visibility: &'static str,
    /// Words in the head of a declaration that affect behaviour, besides names, types and visibility.
    pub effective: &'static [&'static str],
    /// Words in the head of a declaration that mean it has no body.
    pub bodiless: &'static [&'static str],
    /// Modifiers of a declaration, except visibility.
    pub modifiers: &'static [&'static str],
    /// Whether a type is written before the name it applies to.
    pub types_first: bool,
    /// The separator between a name and its type, where the type follows the name.
    pub type_sign: &'static str,
    /// The separator between a method's parameters and its result type, where that differs from `type_sign`.
    pub result_sign: &'static str,
    /// Whether a call may use named arguments.
    pub named_arguments: bool,
    /// The operators that join conditions.
    pub conjunctions: &'static [&'static str],
    /// The operator that negates the condition after it.
    pub negation: &'static str,
    /// The keyword for constant values.
    pub constant: &'static str,
    /// The keyword for members that belong to the type rather than to an object.
    pub shared: &'static str,
    /// The keywords that begin the list of a type's supertypes.
    pub supertypes: &'static [&'static str],
    /// The modifiers that take a lock.
    pub locks: &'static [&'static str],
    /// Methods that every object has, or that the run time calls, as written in keys: `name(T)`.
    pub universal: &'static [&'static str],
    /// The annotation that only marks a method as an override.
    pub overrides: &'static str,
    /// Whether the types of most variables are not written. Then a call on a receiver of unknown type refers to the
    /// only method with that name.
    pub untyped: bool,
    /// Whether an unqualified name cannot denote a member of the enclosing type, only what encloses that type.
    pub members_need_receiver: bool,
    /// Whether top-level declarations of a file belong to its package: visible in the whole package, and imported by
    /// the name of the package.
    pub package_functions: bool,
    /// Whether a type without its own constructor inherits that of its supertype.
    pub inherits_constructors: bool,
    /// Whether keys omit the function that encloses another one.
    pub flat_functions: bool,
}

impl Lexicon {
    /// A language without any of them.
    pub const NONE: Lexicon = Lexicon {
        split: runs,
        runs_declarations: false,
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

/// The text between blanks.
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

/// Each language has one instance.
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

/// A unit with its position in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The unit.
    pub unit: Arc<Unit>,
    /// First byte of the unit in the file.
    pub start: u32,
    /// The byte after the last one; for the head of a type, the end of the whole type.
    pub end: u32,
    /// The unit of the enclosing type, by its index in [`SourceFile::units`].
    pub container: Option<u32>,
}

/// Something in a file that the model lacks.
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
    /// The position of that declaration; empty for the default package.
    pub package_at: Range<u32>,
    /// The source folder: the path before the folders of the package.
    pub source_folder: Box<[u8]>,
    /// Imports, in order.
    pub imports: Arc<Vec<Import>>,
    /// Units, in the order of the text; a type comes before its members.
    pub units: Vec<Placed>,
    /// What could not be parsed.
    pub losses: Vec<Loss>,
    /// The words of its language.
    pub lexicon: &'static Lexicon,
}

impl SourceFile {
    /// The path before the folders of `package`; the file's whole folder if it does not end with them.
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
