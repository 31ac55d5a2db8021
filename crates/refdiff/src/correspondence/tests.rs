//! How statements of two bodies correspond.

use super::{Body, Correspondence, Likeness, Renames};
use crate::model::{EntityKind, FilePath, Model, SourceFile};
use std::sync::Arc;

/// The body of the only method of a class.
fn body(code: &str) -> Body {
    let path = FilePath::from("T.java");
    let language = crate::lang::Languages::default().language_of(&path).expect("Java is known");
    let text = format!("class T {{ void m(int p) {{ {code} }} }}");
    let file = language.extractor().extract(&path, text.as_bytes());
    let file = SourceFile { lexicon: language.lexicon(), ..file };
    let model = Model::assemble(vec![Arc::new(file)]);
    let method = model.ids().find(|&id| model.kind(id) == EntityKind::Method).expect("a method");
    Body::of(&model, method, &Renames::default())
}

/// The pairs of two bodies as indices and likeness; the result must be the same in the other direction.
fn pairs(before: &str, after: &str) -> Vec<(usize, usize, Likeness)> {
    let (before, after) = (body(before), body(after));
    let there = Correspondence::new(&before, &after);
    let back = Correspondence::new(&after, &before).turned();
    assert_eq!(there.pairs, back.pairs);
    there.pairs.iter().map(|p| (p.before, p.after, p.likeness)).collect()
}

use Likeness::{Equal, Replaced, Similar};

#[test]
fn equal_statements_stay_together() {
    assert_eq!(
        pairs("a(); b(); c();", "a(); x.y(); b(); c();"),
        [(0, 0, Equal), (1, 2, Equal), (2, 3, Equal)]
    );
    assert_eq!(pairs("", "a();"), []);
}

#[test]
fn reordered_statements_are_found_elsewhere() {
    assert_eq!(pairs("a(); b(); c();", "c(); a(); b();"), [(0, 1, Equal), (1, 2, Equal), (2, 0, Equal)]);
}

#[test]
fn names_are_replaced_consistently_first() {
    // Both statements before have the shape of both after: the name that is replaced alike elsewhere decides.
    let found = pairs("int old = p; use(old); log(old, 1);", "int fresh = p; use(fresh); log(fresh, 1);");
    assert_eq!(found, [(0, 0, Replaced), (1, 1, Replaced), (2, 2, Replaced)]);
}

#[test]
fn a_replacement_that_stands_alone_still_counts() {
    assert_eq!(pairs("use(one); other(two);", "use(three); other(two);"), [(0, 0, Replaced), (1, 1, Equal)]);
}

#[test]
fn similar_statements_share_half_of_their_words() {
    assert_eq!(
        pairs("Path file = root.resolve(name);", "Path file = root.resolve(name, extension());"),
        [(0, 0, Similar)]
    );
    assert_eq!(pairs("first(a, b);", "return new Other();"), []);
}

#[test]
fn the_words_of_similar_statements_are_aligned() {
    let (before, after) = (body("x = a.get(k) + 1;"), body("x = read(k) + 1;"));
    let found = Correspondence::new(&before, &after);
    let words: Vec<(u32, u32)> = found.pairs[0]
        .words
        .iter()
        .map(|&(b, a)| {
            (
                before.all[0].words[b].at - before.all[0].words[0].at,
                after.all[0].words[a].at - after.all[0].words[0].at,
            )
        })
        .collect();
    // x, k and 1.
    assert_eq!(words, [(0, 0), (6, 4), (9, 7)]);
}

#[test]
fn nested_statements_follow_their_parents() {
    let found = pairs(
        "if (p > 0) { go(); } else { stop(); } for (int i : all) { go(); }",
        "for (int i : all) { go(); } if (p > 0) { go(); } else { stop(); }",
    );
    // The branch keeps its statements, and so does the loop.
    assert_eq!(found, [(0, 2, Equal), (1, 3, Equal), (2, 4, Equal), (3, 0, Equal), (4, 1, Equal)]);
}

#[test]
fn the_head_of_a_composite_is_a_statement_of_its_own() {
    assert_eq!(
        pairs("while (more(p)) { take(); }", "while (more(p) && open()) { take(); }"),
        [(0, 0, Similar), (1, 1, Equal)]
    );
}

#[test]
fn statements_in_lambdas_catches_and_cases_correspond() {
    let lambda = pairs("run(() -> { a(); b(); });", "run(() -> { a(); c(); b(); });");
    assert_eq!(lambda, [(0, 0, Equal), (1, 1, Equal), (2, 3, Equal)]);
    let caught = pairs("try { a(); } catch (E e) { log(e); }", "try { a(); } catch (E f) { log(f); }");
    assert!(caught.contains(&(1, 1, Equal)) && caught.contains(&(2, 2, Replaced)), "{caught:?}");
    let cases = pairs(
        "switch (p) { case 1: one(); break; default: none(); }",
        "switch (p) { case 1: one(); two(); break; default: none(); }",
    );
    assert_eq!(cases.iter().filter(|pair| pair.2 == Equal).count(), 4, "{cases:?}");
}

#[test]
fn the_gap_of_a_statement_reaches_from_neighbour_to_neighbour() {
    let (before, after) = (body("a(); x(); y(); b();"), body("a(); call(); b();"));
    let found = Correspondence::new(&before, &after);
    assert_eq!(found.gap_before(1), 1..3);
}
