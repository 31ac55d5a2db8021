//! The paper's figure: the three methods of its class give exactly the multisets that it prints.
#![allow(clippy::unwrap_used)]

use refdiff::FilePath;
use refdiff::lang::Languages;
use refdiff::model::{Level, Model, Symbol};
use refdiff::similarity::{Bag, Weights};
use std::sync::Arc;

const CALCULATOR: &str = "
public class Calculator {

  public int sum(int x, int y) {
    return x + y;
  }

  public int min(int x, int y) {
    if (x < y) return x;
    else return y;
  }

  public double power(int b, int e) {
    return Math.pow(b, e);
  }
}
";

/// Token, then its multiplicity in sum, min and power, then the number of methods that have it.
const FIGURE: [(&str, u32, u32, u32, u32); 16] = [
    ("return", 1, 2, 1, 3),
    ("x", 1, 2, 0, 2),
    ("+", 1, 0, 0, 1),
    ("y", 1, 2, 0, 2),
    (";", 1, 2, 1, 3),
    ("if", 0, 1, 0, 1),
    ("(", 0, 1, 1, 2),
    ("<", 0, 1, 0, 1),
    (")", 0, 1, 1, 2),
    ("else", 0, 1, 0, 1),
    ("Math", 0, 0, 1, 1),
    (".", 0, 0, 1, 1),
    ("pow", 0, 0, 1, 1),
    ("b", 0, 0, 1, 1),
    (",", 0, 0, 1, 1),
    ("e", 0, 0, 1, 1),
];

#[test]
fn multisets_and_weights() {
    let path = FilePath::from("Calculator.java");
    let file =
        Languages::default().language_of(&path).unwrap().extractor().extract(&path, CALCULATOR.as_bytes());
    let model = Model::assemble(vec![Arc::new(file)]);
    let bags: Vec<Bag> = model
        .ids_of(Level::Method)
        .map(|id| {
            let body = model.body(id).unwrap();
            model.unit(id).tokens[body.start as usize..body.end as usize].iter().map(|t| t.symbol).collect()
        })
        .collect();
    let [sum, min, power] = &bags[..] else { panic!("three methods") };
    for (token, in_sum, in_min, in_power, containing) in FIGURE {
        let token = Symbol::of(token);
        assert_eq!([sum.count(token), min.count(token), power.count(token)], [in_sum, in_min, in_power]);
        assert_eq!(bags.iter().filter(|b| b.count(token) > 0).count() as u32, containing);
    }
    // Nothing else is in them.
    assert_eq!(sum.items().len(), FIGURE.iter().filter(|f| f.1 > 0).count());
    assert_eq!(min.items().len(), FIGURE.iter().filter(|f| f.2 > 0).count());
    assert_eq!(power.items().len(), FIGURE.iter().filter(|f| f.3 > 0).count());
    let mut weights = Weights::default();
    bags.iter().for_each(|bag| weights.add(bag));
    assert_eq!(format!("{:.3}", weights.idf(Symbol::of("y"))), "0.398");
    assert_eq!(format!("{:.3}", weights.idf(Symbol::of("else"))), "0.602");
}
