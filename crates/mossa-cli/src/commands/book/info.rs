//! `mossa book info`: what is in a book.

use std::{io::Write, path::PathBuf};

use mossa_engines::book::Ply;
use serde::Serialize;

use crate::{failure::Failure, json, text};

/// Check the form of a book and show what is in it
#[derive(Debug, clap::Args)]
pub struct Info {
    /// The book
    file: PathBuf,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct InfoJson {
    spec: String,
    positions: usize,
    plies: Vec<PlyJson>,
}

#[derive(Serialize)]
struct PlyJson {
    stones: u32,
    positions: usize,
    won: usize,
    drawn: usize,
    lost: usize,
}

impl Info {
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let book = super::read(&self.file, None)?;
        let plies: Vec<PlyJson> = book.plies().iter().map(PlyJson::new).collect();
        let spec = format!("connect:{}", book.spec());
        if self.json {
            return json::write(out, &InfoJson { spec, positions: book.len(), plies });
        }
        writeln!(out, "{spec}: {} positions", text::count(book.len() as u64))?;
        for PlyJson { stones, positions, won, drawn, lost } in plies {
            let positions = text::count(positions as u64);
            writeln!(
                out,
                "{stones:>3} stones: {positions} ({won} won, {drawn} drawn, {lost} lost)"
            )?;
        }
        Ok(())
    }
}

impl PlyJson {
    fn new(ply: &Ply) -> Self {
        let Ply { stones, won, drawn, lost } = *ply;
        Self { stones, positions: won + drawn + lost, won, drawn, lost }
    }
}
