//! RefactoringMiner's sentences, as pairs of keys.

/// Types that changed their names or places in a commit, before and after.
#[derive(Debug, Default)]
pub struct Relocations(Vec<(String, String)>);

impl Relocations {
    /// Those that the sentences of a commit tell of.
    pub fn of<'d>(described: impl Iterator<Item = (&'d str, &'d str)>) -> Self {
        let none = Relocations::default();
        let types = described
            .filter(|(name, _)| matches!(*name, "Rename Class" | "Move Class" | "Move And Rename Class"));
        let pairs = types.flat_map(|(name, description)| triples(name, description, &none));
        Relocations(pairs.map(|(_, before, after)| (before, after)).collect())
    }

    /// Another name for the same type: outer types take their nested ones along.
    fn replaced<'k>(
        class: &str,
        mut pairs: impl Iterator<Item = (&'k String, &'k String)>,
    ) -> Option<String> {
        pairs.find_map(|(from, to)| {
            let rest = class.strip_prefix(from.as_str())?;
            (rest.is_empty() || rest.starts_with('.')).then(|| format!("{to}{rest}"))
        })
    }

    fn before(&self, class: &str) -> String {
        Self::replaced(class, self.0.iter().map(|(b, a)| (a, b))).unwrap_or_else(|| class.to_owned())
    }

    fn after(&self, class: &str) -> String {
        Self::replaced(class, self.0.iter().map(|(b, a)| (b, a))).unwrap_or_else(|| class.to_owned())
    }
}

/// The pairs that a sentence means, with the type as refdiff names it; none for types that are not about pairs of types,
/// methods or fields.
pub fn triples(name: &str, description: &str, relocations: &Relocations) -> Vec<(String, String, String)> {
    let text = description.replace('\t', " ");
    let Some(rest) = text.trim().strip_prefix(name) else { return Vec::new() };
    let ours = name.replace("Class", "Type").replace("Attribute", "Field").replace(" And ", " and ");
    let pairs = pairs(name, rest.trim(), relocations).unwrap_or_default();
    let ours = if matches!(name, "Extract Class" | "Extract Subclass") { name.to_owned() } else { ours };
    pairs.into_iter().map(|(before, after)| (ours.clone(), before, after)).collect()
}

type Pairs = Vec<(String, String)>;

fn pairs(name: &str, text: &str, relocations: &Relocations) -> Option<Pairs> {
    let one = |before: String, after: String| Some(vec![(before, after)]);
    let inside = |class: &str| (relocations.before(class), relocations.after(class));
    match name {
        "Rename Package" | "Move Package" => split(text, " to ").map(|(b, a)| vec![(b.into(), a.into())]),
        "Rename Class" => split(text, " renamed to ").map(|(b, a)| vec![(b.into(), a.into())]),
        "Move Class" => split(text, " moved to ").map(|(b, a)| vec![(b.into(), a.into())]),
        "Move And Rename Class" => {
            split(text, " moved and renamed to ").map(|(b, a)| vec![(b.into(), a.into())])
        }
        "Extract Superclass" | "Extract Interface" => {
            let (new, old) = split(text, " from classes ")?;
            let old = old.trim_matches(['[', ']']).split(',').map(str::trim).filter(|o| !o.is_empty());
            Some(old.map(|o| (o.to_owned(), new.to_owned())).collect())
        }
        "Extract Class" | "Extract Subclass" => {
            split(text, " from class ").map(|(new, old)| vec![(old.into(), new.into())])
        }
        "Rename Method" => {
            let (methods, class) = split_last(text, " in class ")?;
            let (old, new) = split(methods, " renamed to ")?;
            let (before, after) = inside(class);
            one(method(&before, old)?, method(&after, new)?)
        }
        "Extract Method" | "Inline Method" => {
            let (methods, class) = split_last(text, " in class ")?;
            let (before, after) = inside(class);
            if name == "Extract Method" {
                let (new, origin) = split(methods, " extracted from ")?;
                one(method(&before, origin)?, method(&after, new)?)
            } else {
                let (old, target) = split(methods, " inlined to ")?;
                one(method(&before, old)?, method(&after, target)?)
            }
        }
        "Extract And Move Method" => {
            let (methods, to) = split_last(text, " & moved to class ")?;
            let (methods, from) = split_last(methods, " in class ")?;
            let (new, origin) = split(methods, " extracted from ")?;
            one(method(from, origin)?, method(to, new)?)
        }
        "Move And Inline Method" => {
            let (moved, target) = split(text, " & inlined to ")?;
            let (old, classes) = split_last(moved, " moved from class ")?;
            let (from, to) = split(classes, " to class ")?;
            one(method(from, old)?, method(to, target)?)
        }
        "Move Method" | "Pull Up Method" | "Push Down Method" | "Move And Rename Method" => {
            let (old, rest) = split(text, " from class ")?;
            let (middle, to) = split_last(rest, " from class ")?;
            let (from, new) = split(middle, " to ")?;
            one(method(from, old)?, method(to, new)?)
        }
        "Move Attribute" | "Pull Up Attribute" | "Push Down Attribute" => {
            let (old, rest) = split(text, " from class ")?;
            let (middle, to) = split_last(rest, " from class ")?;
            let (from, new) = split(middle, " to ")?;
            one(field(from, old)?, field(to, new)?)
        }
        "Rename Attribute" => {
            let (fields, class) = split_last(text, " in class ")?;
            let (old, new) = split(fields, " renamed to ").or_else(|| split(fields, " to "))?;
            let (before, after) = inside(class);
            one(field(&before, old)?, field(&after, new)?)
        }
        "Move And Rename Attribute" => {
            let (fields, classes) = split_last(text, " and moved from class ")?;
            let ((old, new), (from, to)) = (split(fields, " renamed to ")?, split(classes, " to class ")?);
            one(field(from, old)?, field(to, new)?)
        }
        _ => None,
    }
}

fn split<'t>(text: &'t str, at: &str) -> Option<(&'t str, &'t str)> {
    text.split_once(at).map(|(a, b)| (a.trim(), b.trim()))
}

fn split_last<'t>(text: &'t str, at: &str) -> Option<(&'t str, &'t str)> {
    text.rsplit_once(at).map(|(a, b)| (a.trim(), b.trim()))
}

/// `public m(a A, b List<B>) : void` in a class, as a key.
fn method(class: &str, text: &str) -> Option<String> {
    let (head, rest) = text.split_once('(')?;
    let name = head.rsplit(' ').next()?;
    let mut depth = 0;
    let mut parameters = vec![String::new()];
    for c in rest.chars() {
        match c {
            '<' | '(' => depth += 1,
            ')' if depth == 0 => break,
            '>' | ')' => depth -= 1,
            ',' if depth == 0 => {
                parameters.push(String::new());
                continue;
            }
            _ => {}
        }
        parameters.last_mut()?.push(c);
    }
    let types = parameters.iter().map(|p| p.trim()).filter(|p| !p.is_empty());
    let types: Vec<&str> = types.map(|p| p.split_once(' ').map_or(p, |(_, ty)| ty)).collect();
    Some(format!("{class}.{name}({})", types.join(",")))
}

/// `private x : int` in a class, as a key.
fn field(class: &str, text: &str) -> Option<String> {
    let head = text.split(" : ").next()?;
    Some(format!("{class}.{}", head.rsplit(' ').next()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(name: &str, rest: &str) -> Vec<(String, String)> {
        let moved = [("Move Class", "Move Class a.Old moved to b.New")];
        let all = triples(name, &format!("{name} {rest}"), &Relocations::of(moved.into_iter()));
        all.into_iter().map(|(_, b, a)| (b, a)).collect()
    }

    fn pair(before: &str, after: &str) -> Vec<(String, String)> {
        vec![(before.to_owned(), after.to_owned())]
    }

    #[test]
    fn sentences_become_keys() {
        assert_eq!(
            keys(
                "Rename Method",
                "public f(x int, m Map<K,V>) : void renamed to g() : int in class b.New.In"
            ),
            pair("a.Old.In.f(int,Map<K,V>)", "b.New.In.g()")
        );
        assert_eq!(
            keys("Pull Up Method", "package f() : int from class p.A to public f() : int from class p.B"),
            pair("p.A.f()", "p.B.f()")
        );
        assert_eq!(
            keys(
                "Extract And Move Method",
                "public f() : int extracted from g(a A) : void in class p.A & moved to class p.B"
            ),
            pair("p.A.g(A)", "p.B.f()")
        );
        assert_eq!(
            keys(
                "Move And Inline Method",
                "f() : int moved from class p.A to class p.B & inlined to g() : void"
            ),
            pair("p.A.f()", "p.B.g()")
        );
        assert_eq!(
            keys("Move Attribute", "private x : int from class A to y : int from class B"),
            pair("A.x", "B.y")
        );
        assert_eq!(keys("Extract Superclass", "p.S from classes [p.A, p.B]").len(), 2);
        assert!(keys("Rename Variable", "x : int to y : int in method f() : int from class A").is_empty());
        assert!(keys("Rename Method", "nonsense").is_empty());
    }
}
