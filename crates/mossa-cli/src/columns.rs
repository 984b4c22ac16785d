//! Plain tables: a head, rows, and as much room as each column needs.

use anstyle::Style;

const HEAD: Style = Style::new().dimmed();

/// Lays out rows under a head; a column whose name begins with `>` is set to the right. Names may
/// be as strange as strangers make them: they are shown on one line.
pub fn columns(head: &[&str], rows: &[Vec<String>]) -> String {
    let names: Vec<&str> = head.iter().map(|name| name.trim_start_matches('>')).collect();
    let widths: Vec<usize> = names
        .iter()
        .enumerate()
        .map(|(column, name)| {
            let cells = rows.iter().map(|row| row[column].chars().count());
            cells.chain([name.len()]).max().unwrap_or(0)
        })
        .collect();
    let line = |cells: &[String]| {
        let cells = cells.iter().enumerate().map(|(column, cell)| {
            let width = widths[column];
            if head[column].starts_with('>') {
                format!("{cell:>width$}")
            } else {
                format!("{cell:<width$}")
            }
        });
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    let names: Vec<String> = names.into_iter().map(str::to_owned).collect();
    let mut text = format!("{HEAD}{}{HEAD:#}\n", line(&names));
    for row in rows {
        text.push_str(&line(row));
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_needed() {
        let rows =
            [["1", "née", "5"], ["20", "x", "12345"]].map(|row| row.map(str::to_owned).to_vec());
        let text = columns(&[">no", "name", ">wins"], &rows);
        let text = anstream::adapter::strip_str(&text).to_string();
        assert_eq!(text, "no  name   wins\n 1  née       5\n20  x     12345\n");
    }
}
