//! How similar two names are, by the words they consist of.

/// The share of words that two names have in common, from 0 to 1. A capital letter, a digit or a separator starts a
/// word.
pub(crate) fn alike(a: &str, b: &str) -> f64 {
    let (a, b) = (words(a), words(b));
    let total = a.len() + b.len();
    if total == 0 {
        return 1.0;
    }
    2.0 * shared(&a, &b) as f64 / total as f64
}

/// The share of the shorter name's words that the other name has too; a word and its plural count as the same.
pub(crate) fn contained(a: &str, b: &str) -> f64 {
    let stems = |name: &str| -> Vec<String> {
        words(name).iter().map(|w| w.strip_suffix('s').unwrap_or(w).to_owned()).collect()
    };
    let (a, b) = (stems(a), stems(b));
    let shorter = a.len().min(b.len());
    if shorter == 0 { 0.0 } else { shared(&a, &b) as f64 / shorter as f64 }
}

fn shared(a: &[String], b: &[String]) -> usize {
    let mut left: Vec<&String> = b.iter().collect();
    a.iter()
        .filter(|word| match left.iter().position(|other| other == word) {
            Some(at) => {
                left.swap_remove(at);
                true
            }
            None => false,
        })
        .count()
}

fn words(name: &str) -> Vec<String> {
    let letters: Vec<char> = name.chars().collect();
    let mut words: Vec<String> = Vec::new();
    let mut last: Option<char> = None;
    for (i, &c) in letters.iter().enumerate() {
        if !c.is_alphanumeric() {
            last = None;
            continue;
        }
        let next_is_small = letters.get(i + 1).is_some_and(|n| n.is_lowercase());
        let starts = match last {
            None => true,
            Some(l) if c.is_numeric() != l.is_numeric() => true,
            Some(l) => c.is_uppercase() && (l.is_lowercase() || next_is_small),
        };
        if starts {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut() {
            word.extend(c.to_lowercase());
        }
        last = Some(c);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_names() {
        assert_eq!(words("parseHTTPHeader2Fields"), ["parse", "http", "header", "2", "fields"]);
        assert_eq!(words("MAX_SIZE"), ["max", "size"]);
        assert_eq!(words("get"), ["get"]);
        assert_eq!(words(""), Vec::<String>::new());
    }

    #[test]
    fn names_share_words() {
        assert_eq!(alike("getSize", "getSize"), 1.0);
        assert_eq!(alike("getSize", "size"), 2.0 / 3.0);
        assert_eq!(alike("open", "close"), 0.0);
        assert_eq!(contained("Writers", "FileWriter"), 1.0);
    }
}
