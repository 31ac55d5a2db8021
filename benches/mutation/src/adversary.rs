//! Behavioural edits that hide in a refactoring: each is made in the code after a refactoring, on lines that it
//! touched. They compile, or almost.

use crate::random::Random;
use refdiff::lang::Languages;
use refdiff::{Comparison, LeftoverKind, Sign, SourceText};
use std::collections::BTreeSet;
use std::ops::Range;

/// Code with an edit, and the lines one of which must be left in the residual.
pub struct Attack {
    pub files: Vec<SourceText>,
    /// Lines after the edit; empty if something was removed.
    lines: Vec<Vec<u8>>,
}

impl Attack {
    /// Whether the residual shows the edit.
    pub fn is_shown(&self, comparison: &Comparison) -> bool {
        let residual = comparison.residual(&[]);
        let hunks = residual.hunks.iter().filter(|h| h.kind == LeftoverKind::Code);
        let mut left = hunks.flat_map(|h| &h.lines).filter(|l| l.sign != Sign::Context);
        if self.lines.is_empty() {
            return left.next().is_some();
        }
        left.any(|l| self.lines.iter().any(|line| line.trim_ascii() == l.text.trim_ascii()))
    }
}

/// The lines of a file, and which of them a refactoring touched.
pub struct Page<'t> {
    lines: Vec<&'t [u8]>,
    touched: Vec<usize>,
    /// The new name from the refactoring.
    name: &'t str,
    /// Whether the entity with that name was created by the refactoring.
    made: bool,
}

/// A replacement of lines: the range, and the new lines.
pub type Change = (Range<usize>, Vec<Vec<u8>>);

pub type Operator = fn(&Page<'_>, usize, &mut Random) -> Option<Change>;

/// All operators.
pub const OPERATORS: [(&str, Operator); 17] = [
    ("swapped", swapped),
    ("dropped", dropped),
    ("doubled", doubled),
    ("branch", branch),
    ("negated", negated),
    ("operator", operator),
    ("literal", literal),
    ("arguments", arguments),
    ("receiver", receiver),
    ("variable", variable),
    ("modifier", modifier),
    ("annotation", annotation),
    ("type", declared_type),
    ("initial value", initial_value),
    ("decoy", decoy),
    ("escape", escape),
    ("early exit", early_exit),
];

/// Makes an edit in code after a refactoring; `None` if the operator is not applicable to the randomly chosen line.
/// `span` is the position of the refactored element.
pub fn attack(
    before: &[SourceText],
    after: &[SourceText],
    span: Option<(usize, Range<usize>)>,
    (name, made): (&str, bool),
    operator: usize,
    random: &mut Random,
) -> Option<Attack> {
    let mut pages: Vec<(usize, Page<'_>)> = Vec::new();
    for (number, file) in after.iter().enumerate() {
        let old: BTreeSet<&[u8]> = before
            .iter()
            .filter(|f| f.path == file.path)
            .flat_map(|f| f.text.split(|&b| b == b'\n'))
            .collect();
        let lines: Vec<&[u8]> = file.text.split(|&b| b == b'\n').collect();
        let mut at = 0;
        let mut touched = Vec::new();
        for (line, text) in lines.iter().enumerate() {
            let inside = span.as_ref().is_some_and(|(f, s)| *f == number && s.contains(&at));
            if !text.trim_ascii().is_empty() && (inside || !old.contains(text)) {
                touched.push(line);
            }
            at += text.len() + 1;
        }
        if !touched.is_empty() {
            pages.push((number, Page { lines, touched, name, made }));
        }
    }
    if pages.is_empty() {
        return None;
    }
    let (number, page) = random.pick(&pages);
    let line = *random.pick(&page.touched);
    let (range, made) = OPERATORS[operator].1(page, line, random)?;
    let same = made.iter().map(Vec::as_slice).eq(page.lines[range.clone()].iter().copied());
    if same {
        return None;
    }
    let was: BTreeSet<&[u8]> = page.lines[range.clone()].iter().copied().collect();
    let swap = made.len() == range.len() && made.iter().all(|l| was.contains(l.as_slice()));
    let doubled = made.len() > range.len() && made.iter().all(|l| was.contains(l.as_slice()));
    let shown = made.iter().filter(|l| swap || doubled || !was.contains(l.as_slice()));
    let lines = shown.filter(|l| !l.trim_ascii().is_empty()).cloned().collect();
    let mut text: Vec<Vec<u8>> = page.lines.iter().map(|l| l.to_vec()).collect();
    text.splice(range, made);
    let text = text.join(&b'\n');
    // An edit of a comment does not change behaviour, unless the comment hides code.
    let is_escape = OPERATORS[operator].0 == "escape";
    if !is_escape && code(&text).eq(code(&after[*number].text)) {
        return None;
    }
    let mut files = after.to_vec();
    files[*number] = SourceText::new(files[*number].path.clone(), text);
    Some(Attack { files, lines })
}

/// The words of a text, without comments.
fn code(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let words = Languages::default()
        .language_of(&"A.java".into())
        .map(|l| (l.lexicon().split)(text))
        .unwrap_or_default();
    words.into_iter().map(move |word| &text[word])
}

impl Page<'_> {
    fn indent(&self, line: usize) -> usize {
        self.lines[line].iter().take_while(|b| b.is_ascii_whitespace()).count()
    }

    /// Whether a word is the name of a declared variable that no line below uses: renaming it does not change what
    /// the program does.
    fn names_unused(&self, line: usize, word: &Range<usize>) -> bool {
        let (text, name) = (self.lines[line], self.word(line, word));
        let behind = text[word.end..].trim_ascii_start();
        let before = text[..word.start].trim_ascii_end().last();
        let declared = (behind.starts_with(b"=") && !behind.starts_with(b"==")
            || behind.starts_with(b")")
            || behind.starts_with(b";"))
            && before.is_some_and(|b| b.is_ascii_alphanumeric() || matches!(b, b'>' | b']'))
            && text[..word.start].ends_with(b" ");
        let below = (line + 1..self.lines.len())
            .take_while(|&l| self.lines[l].trim_ascii().is_empty() || self.indent(l) >= 8);
        declared && !below.into_iter().any(|l| self.words(l).iter().any(|w| self.word(l, w) == name))
    }

    fn is_statement(&self, line: usize) -> bool {
        let Some(text) = self.lines.get(line).map(|l| l.trim_ascii()) else { return false };
        let heads: [&[u8]; 10] = [
            b"import",
            b"package",
            b"return",
            b"break",
            b"continue",
            b"throw",
            b"*",
            b"//",
            b"public",
            b"private",
        ];
        text.ends_with(b";")
            && self.indent(line) >= 8
            && !heads.iter().any(|h| text.starts_with(h))
            && !text.contains(&b'{')
            && !text.contains(&b'}')
    }

    /// The words of a line.
    fn words(&self, line: usize) -> Vec<Range<usize>> {
        let path = "A.java".into();
        Languages::default()
            .language_of(&path)
            .map(|l| (l.lexicon().split)(self.lines[line]))
            .unwrap_or_default()
    }

    fn word(&self, line: usize, range: &Range<usize>) -> &[u8] {
        &self.lines[line][range.clone()]
    }

    /// Whether a line is a declaration without a value: the order of such lines does not matter.
    fn only_declares(&self, line: usize) -> bool {
        let words = self.words(line);
        let word = |at: usize| self.word(line, &words[at]);
        let is_word = |at: usize| word(at).first().is_some_and(|b| b.is_ascii_alphabetic() || *b == b'_');
        if (0..words.len()).any(|at| word(at) == b"=") {
            return false;
        }
        // `T name;` or `T name(...);`
        let end = (0..words.len()).position(|at| word(at) == b"(").unwrap_or(words.len().saturating_sub(1));
        end >= 2 && is_word(end - 1) && (is_word(end - 2) || matches!(word(end - 2), b">" | b"]"))
    }

    /// A line with a part of it replaced.
    fn with(&self, line: usize, range: Range<usize>, text: &[u8]) -> Option<Change> {
        let mut bytes = self.lines[line].to_vec();
        bytes.splice(range, text.iter().copied());
        Some((line..line + 1, vec![bytes]))
    }

    fn is_comment(&self, line: usize) -> bool {
        let text = self.lines[line].trim_ascii();
        text.starts_with(b"*") || text.starts_with(b"/")
    }

    /// Names of variables near a line: words in lower case that are neither calls nor keywords.
    fn names(&self, line: usize) -> Vec<Vec<u8>> {
        const WORDS: &str = " int long boolean double float char byte short void return new if else for while do try catch \
            finally throw throws this super null true false static final public private protected import package class \
            interface enum extends implements instanceof switch case default break continue synchronized abstract assert ";
        let mut names = BTreeSet::new();
        for near in line.saturating_sub(12)..(line + 12).min(self.lines.len()) {
            if self.is_comment(near) || self.indent(near) < 8 {
                continue;
            }
            let words = self.words(near);
            for (number, word) in words.iter().enumerate() {
                let text = self.word(near, word);
                let next = words.get(number + 1).map(|w| self.word(near, w));
                let is_word = std::str::from_utf8(text).is_ok_and(|t| WORDS.contains(&format!(" {t} ")));
                if text.first().is_some_and(u8::is_ascii_lowercase)
                    && !is_word
                    && next != Some(b"(".as_slice())
                {
                    names.insert(text.to_vec());
                }
            }
        }
        names.into_iter().collect()
    }
}

fn swapped(page: &Page<'_>, line: usize, _: &mut Random) -> Option<Change> {
    let fits = |line: usize| page.is_statement(line) && !page.only_declares(line);
    if !fits(line) || !fits(line + 1) || page.indent(line) != page.indent(line + 1) {
        return None;
    }
    Some((line..line + 2, vec![page.lines[line + 1].to_vec(), page.lines[line].to_vec()]))
}

fn dropped(page: &Page<'_>, line: usize, _: &mut Random) -> Option<Change> {
    page.is_statement(line).then(|| (line..line + 1, Vec::new()))
}

fn doubled(page: &Page<'_>, line: usize, _: &mut Random) -> Option<Change> {
    let text = page.lines[line].to_vec();
    page.is_statement(line).then(|| (line..line + 1, vec![text.clone(), text]))
}

/// Moves a statement past the adjacent brace.
fn branch(page: &Page<'_>, line: usize, _: &mut Random) -> Option<Change> {
    let bracket = |line: usize| {
        let text = page.lines.get(line).map_or(&b""[..], |l| l.trim_ascii());
        page.indent(line.min(page.lines.len() - 1)) >= 8 && (text == b"}" || text.ends_with(b") {"))
    };
    let fits = page.is_statement(line) && bracket(line + 1) || bracket(line) && page.is_statement(line + 1);
    fits.then(|| (line..line + 2, vec![page.lines[line + 1].to_vec(), page.lines[line].to_vec()]))
}

fn find(line: &[u8], text: &[u8]) -> Option<usize> {
    line.windows(text.len()).position(|w| w == text)
}

fn negated(page: &Page<'_>, line: usize, _: &mut Random) -> Option<Change> {
    let starts: [&[u8]; 2] = [b"if (", b"while ("];
    let (at, start) = starts.iter().find_map(|s| Some((find(page.lines[line], s)?, s)))?;
    if page.is_comment(line) {
        return None;
    }
    page.with(line, at + start.len()..at + start.len(), b"!")
}

fn operator(page: &Page<'_>, line: usize, random: &mut Random) -> Option<Change> {
    let pairs: [(&[u8], &[u8]); 9] = [
        (b" + ", b" - "),
        (b" - ", b" + "),
        (b" * ", b" / "),
        (b" / ", b" * "),
        (b" < ", b" <= "),
        (b" > ", b" >= "),
        (b" == ", b" != "),
        (b" && ", b" || "),
        (b" += ", b" -= "),
    ];
    let found: Vec<_> =
        pairs.iter().filter_map(|(from, to)| Some((find(page.lines[line], from)?, from, to))).collect();
    if found.is_empty() || page.is_comment(line) {
        return None;
    }
    let (at, from, to) = random.pick(&found);
    page.with(line, *at..at + from.len(), to)
}

fn literal(page: &Page<'_>, line: usize, random: &mut Random) -> Option<Change> {
    let words = page.words(line);
    let is_literal = |w: &&Range<usize>| matches!(page.word(line, w).first(), Some(b'0'..=b'9' | b'"'));
    let literals: Vec<&Range<usize>> = words.iter().filter(is_literal).collect();
    if literals.is_empty() || page.is_comment(line) {
        return None;
    }
    let word = (*random.pick(&literals)).clone();
    let text = if page.word(line, &word).starts_with(b"\"") { &b"\"other\""[..] } else { b"4711" };
    page.with(line, word, text)
}

fn arguments(page: &Page<'_>, line: usize, _: &mut Random) -> Option<Change> {
    if page.is_comment(line) {
        return None;
    }
    let words = page.words(line);
    let at = words.windows(6).position(|w| {
        let text = |i: usize| page.word(line, &w[i]);
        let is_word = |i: usize| text(i).first().is_some_and(|b| b.is_ascii_alphanumeric());
        is_word(0)
            && text(1) == b"("
            && is_word(2)
            && text(3) == b","
            && is_word(4)
            && text(5) == b")"
            && text(2) != text(4)
    })?;
    let (one, two) = (words[at + 2].clone(), words[at + 4].clone());
    let text = [page.word(line, &two), &page.lines[line][one.end..two.start], page.word(line, &one)].concat();
    page.with(line, one.start..two.end, &text)
}

/// Replaces a variable by another one, if `fits` accepts what follows it.
fn other_name(page: &Page<'_>, line: usize, random: &mut Random, fits: fn(&[u8]) -> bool) -> Option<Change> {
    if page.indent(line) < 8 || page.is_comment(line) {
        return None;
    }
    let names = page.names(line);
    let words = page.words(line);
    let places: Vec<&Range<usize>> = words
        .iter()
        .zip(words.iter().skip(1))
        .filter(|(w, next)| fits(page.word(line, next)) && names.iter().any(|n| n == page.word(line, w)))
        .filter(|(w, _)| w.start == 0 || page.lines[line][w.start - 1] != b'.')
        .filter(|(w, _)| !page.names_unused(line, w))
        .map(|(w, _)| w)
        .collect();
    if places.is_empty() || names.len() < 2 {
        return None;
    }
    let place = (*random.pick(&places)).clone();
    let others: Vec<&Vec<u8>> = names.iter().filter(|n| *n != page.word(line, &place)).collect();
    page.with(line, place, random.pick(&others).as_slice())
}

fn receiver(page: &Page<'_>, line: usize, random: &mut Random) -> Option<Change> {
    other_name(page, line, random, |next| next == b".")
}

fn variable(page: &Page<'_>, line: usize, random: &mut Random) -> Option<Change> {
    other_name(page, line, random, |next| next != b"." && next != b"(")
}

/// Whether a line begins the declaration of a member.
fn is_head(page: &Page<'_>, line: usize) -> bool {
    let text = page.lines[line].trim_ascii();
    let heads: [&[u8]; 4] = [b"public ", b"private ", b"protected ", b"static "];
    page.indent(line) > 0 && page.indent(line) <= 8 && heads.iter().any(|h| text.starts_with(h))
}

fn modifier(page: &Page<'_>, line: usize, random: &mut Random) -> Option<Change> {
    if !is_head(page, line) {
        return None;
    }
    let text = page.lines[line];
    let start = page.indent(line);
    let word = text[start..].iter().position(|&b| b == b' ')? + start;
    // Wider visibility may be a consequence of a move; narrower visibility is not.
    let narrower = text[start..].starts_with(b"public ").then_some((start..word, &b"private"[..]));
    let shared = find(text, b" static ").map(|at| (at..at + 7, &b""[..]));
    let more: (Range<usize>, &[u8]) =
        if text.ends_with(b"{") { (word..word, b" synchronized") } else { (word..word, b" volatile") };
    let less = (word..word, &b" static"[..]);
    // The visibility of a new method is free.
    let made = page.made && find(text, page.name.as_bytes()).is_some();
    let narrower = narrower.filter(|_| !made);
    let shared = if made { Some(more.clone()) } else { shared };
    let all: Vec<(Range<usize>, &[u8])> =
        [narrower, Some(shared.unwrap_or(less)), Some(more)].into_iter().flatten().collect();
    let (range, new) = random.pick(&all).clone();
    page.with(line, range, new)
}

fn annotation(page: &Page<'_>, line: usize, random: &mut Random) -> Option<Change> {
    let words: [&[u8]; 3] = [b"@Deprecated", b"@Transactional", b"@Test(timeout = 5)"];
    let made = [&page.lines[line][..page.indent(line)], *random.pick(&words)].concat();
    is_head(page, line).then(|| (line..line + 1, vec![made, page.lines[line].to_vec()]))
}

fn declared_type(page: &Page<'_>, line: usize, _: &mut Random) -> Option<Change> {
    let words = page.words(line);
    let types: [(&[u8], &[u8]); 4] =
        [(b"int", b"long"), (b"String", b"Object"), (b"long", b"int"), (b"boolean", b"Boolean")];
    if page.is_comment(line) {
        return None;
    }
    let found = words.iter().find_map(|w| {
        let to = types.iter().find(|t| t.0 == page.word(line, w))?.1;
        Some((w.clone(), to))
    });
    let (range, to) = found?;
    page.with(line, range, to)
}

fn initial_value(page: &Page<'_>, line: usize, _: &mut Random) -> Option<Change> {
    let text = page.lines[line];
    let at = find(text, b" = ")?;
    if page.is_comment(line) || !text.ends_with(b";") {
        return None;
    }
    page.with(line, at + 3..at + 3, b"1 + ")
}

/// Gives the new name from the refactoring to something else.
fn decoy(page: &Page<'_>, line: usize, random: &mut Random) -> Option<Change> {
    // A member that gets the name is a rename, not a decoy.
    let statement = page.lines[line].trim_ascii().ends_with(b";") && !is_head(page, line);
    if page.indent(line) < 8 || page.is_comment(line) || !statement {
        return None;
    }
    let words = page.words(line);
    let is_other = |w: &&Range<usize>| {
        let text = page.word(line, w);
        text.first().is_some_and(|b| b.is_ascii_alphabetic())
            && text != page.name.as_bytes()
            && !page.names_unused(line, w)
            && ![&b"return"[..], b"int", b"if", b"for", b"new", b"void"].contains(&text)
    };
    let others: Vec<&Range<usize>> = words.iter().filter(is_other).collect();
    if others.is_empty() {
        return None;
    }
    page.with(line, (*random.pick(&others)).clone(), page.name.as_bytes())
}

fn escape(page: &Page<'_>, line: usize, _: &mut Random) -> Option<Change> {
    let made = [&page.lines[line][..page.indent(line)], b"// \\u000a System.exit(1);"].concat();
    page.is_statement(line).then(|| (line..line + 1, vec![made, page.lines[line].to_vec()]))
}

fn early_exit(page: &Page<'_>, line: usize, random: &mut Random) -> Option<Change> {
    let exits: [&[u8]; 3] = [b"if (System.nanoTime() == 7) return;", b"return;", b"if (true) break;"];
    let made = [&page.lines[line][..page.indent(line)], *random.pick(&exits)].concat();
    page.is_statement(line).then(|| (line..line + 1, vec![page.lines[line].to_vec(), made]))
}
