//! What the fuzz targets share: how bytes become a case, what must hold for every case, and how cases are changed.

pub mod cases;
pub mod damage;
pub mod grammar;
pub mod invariants;
pub mod mutate;
