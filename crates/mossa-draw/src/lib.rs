//! Boards, charts and trees as SVG: the same picture in a browser, a file and a notebook.
