//! One part of a list that several machines share.

use std::str::FromStr;

/// The `index`th of `count` parts, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    index: u64,
    count: u64,
}

impl Shard {
    /// Whether something of this name belongs to the part. It depends on the name alone, so that machines with other
    /// lists, or a list that has grown, agree.
    pub fn holds(self, name: &str) -> bool {
        refdiff::model::Symbol::of(name).0 % self.count == self.index - 1
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let numbers = text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
        match numbers {
            Some((index, count)) if (1..=count).contains(&index) => Ok(Shard { index, count }),
            _ => Err("expected I/N with I from 1 to N, such as 2/8".into()),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_in_exactly_one_part() {
        let parts: Vec<Shard> = (1..=4).map(|i| format!("{i}/4").parse().unwrap()).collect();
        let mut sizes = [0; 4];
        for i in 0..1000 {
            let name = format!("repositories/{i}");
            let holders: Vec<usize> = (0..4).filter(|&p| parts[p].holds(&name)).collect();
            assert_eq!(holders.len(), 1);
            sizes[holders[0]] += 1;
        }
        assert!(sizes.iter().all(|&n| n > 200), "{sizes:?}");
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["", "2", "0/8", "9/8", "1/0", "a/b", "1/2/3", "-1/2"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
