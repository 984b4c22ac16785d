//! What Mossa teaches: the same position under several algorithms, side by side.
//!
//! Everything here returns data. Drawing it is `mossa-draw`'s work, printing it the program's.

pub mod lab;
