//! Explanations as text: titles, wrapped sentences, tables whose last column is wrapped.

use std::io::{self, Write};

use anstyle::Style;
use mossa_teach::explain::{Block, Section};

use crate::text;

const TITLE: Style = Style::new().bold();
const HEADER: Style = Style::new().dimmed();

/// Blanks between the columns of a table.
const GAP: usize = 2;

/// The least width of the last column; where it has less, it stands below the others.
const LEAST_WIDTH: usize = 20;

/// How far it is indented there.
const BELOW: usize = 6;

/// Writes sections one below the other.
pub fn write_sections(out: &mut impl Write, sections: &[Section]) -> io::Result<()> {
    for section in sections {
        writeln!(out, "\n{TITLE}{}{TITLE:#}", section.title)?;
        section.blocks.iter().try_for_each(|block| write_block(out, block))?;
    }
    Ok(())
}

fn write_block(out: &mut impl Write, block: &Block) -> io::Result<()> {
    match block {
        Block::Text(text) => text::write_wrapped(out, "  ", text),
        Block::Lines(lines) => lines.iter().try_for_each(|line| writeln!(out, "    {line}")),
        Block::Table { header, rows } => write_table(out, header, rows),
    }
}

/// Writes a table; its last column takes what room is left and is wrapped.
pub fn write_table(
    out: &mut impl Write,
    header: &[String],
    rows: &[Vec<String>],
) -> io::Result<()> {
    let last = header.len().saturating_sub(1);
    let width = |column: usize| {
        let all = rows.iter().map(Vec::as_slice).chain([header]);
        let cells = all.filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..last).map(width).collect();
    let indent = 2 + widths.iter().map(|width| width + GAP).sum::<usize>();
    // Where it has no room beside the others, the last column goes below them.
    let is_below = text::width() < indent + LEAST_WIDTH && last > 0;
    let indent = if is_below { BELOW } else { indent };
    let room = text::width().saturating_sub(indent).max(LEAST_WIDTH);
    let line = |row: &[String]| {
        let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:<0$}", width + GAP));
        let cells = format!("  {}", cells.collect::<String>());
        let wrapped = textwrap::wrap(row.get(last).map_or("", String::as_str), room);
        let wrapped = wrapped.join(&format!("\n{:indent$}", ""));
        if is_below {
            format!("{}\n{:indent$}{wrapped}", cells.trim_end(), "").trim_end().to_owned()
        } else {
            format!("{cells}{wrapped}").trim_end().to_owned()
        }
    };
    writeln!(out, "{HEADER}{}{HEADER:#}", line(header))?;
    rows.iter().try_for_each(|row| writeln!(out, "{}", line(row)))
}
