//! Shared code of the fuzz targets: how bytes become a case, the invariants of every case, and how cases are changed.

pub mod cases;
pub mod damage;
pub mod grammar;
pub mod invariants;
pub mod mutate;
