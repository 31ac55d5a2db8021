//! What the examples share.

/// The arguments of the program, exactly as many as are asked for.
pub fn arguments<const N: usize>(usage: &str) -> Result<[String; N], String> {
    let given: Vec<String> = std::env::args().skip(1).collect();
    given.try_into().map_err(|_| format!("usage: {usage}"))
}
