//! The lab: one position under several algorithms, and what each of them had to look at.
