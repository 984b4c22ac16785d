//! Boards, charts and trees as SVG: the same picture in a browser, a file and a notebook.
//!
//! [`board`] draws a position of any game with what the caller wants to show on it, an
//! [`Overlay`]. [`Options`] says where the picture goes: a file of its own, or a page that has several
//! and wants to be told which cell is clicked.
//!
//! Nothing here thinks, reads a file or a clock; the same arguments give the same text. All text is
//! escaped, and whatever comes in, well-formed XML goes out.

mod board;
mod chart;
mod element;
mod frame;
mod text;
mod theme;
mod tree;

pub use board::{Highlight, HighlightKind, MoveLabel, Overlay, Tone, board};
pub use chart::{Axis, Chart, Line, Mark, chart};
pub use frame::page_style;
pub use theme::{Options, Theme};
pub use tree::{Cut, READABLE_NODES, Tree, TreeNode, tree};
