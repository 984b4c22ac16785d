//! `mossa games`: what can be played.

use std::io::Write;

use anstyle::Style;
use mossa_games::{Family, GameSpec};
use serde::Serialize;

use crate::{failure::Failure, json};

/// List the games, their rules, sizes and presets
#[derive(Debug, clap::Args)]
pub struct Games {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct GamesJson {
    families: Vec<FamilyJson>,
    presets: Vec<PresetJson>,
}

#[derive(Serialize)]
struct FamilyJson {
    name: &'static str,
    help: &'static str,
    forms: Vec<FormJson>,
    notation: &'static str,
}

#[derive(Serialize)]
struct FormJson {
    pattern: &'static str,
    help: &'static str,
    example: &'static str,
}

#[derive(Serialize)]
struct PresetJson {
    name: &'static str,
    spec: String,
}

impl Games {
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        if self.json {
            return json::write(out, &GamesJson::new());
        }
        for family in GameSpec::FAMILIES {
            write_family(out, family)?;
        }
        Ok(())
    }
}

/// Every short name with what it stands for: presets, and families that work without parameters.
fn presets(family: &Family) -> Vec<(&'static str, String)> {
    let bare = family.name.parse::<GameSpec>().ok().map(|spec| (family.name, spec.to_string()));
    let named = family.presets.iter().map(|preset| (preset.name, preset.spec.to_owned()));
    named.chain(bare).collect()
}

fn write_family(out: &mut impl Write, family: &Family) -> std::io::Result<()> {
    let bold = Style::new().bold();
    writeln!(out, "{bold}{}{bold:#}", family.name)?;
    write_wrapped(out, "  ", family.summary)?;
    for form in family.forms {
        writeln!(out, "  {bold}{}{bold:#}, as in {}", form.pattern, form.example)?;
        write_wrapped(out, "      ", form.help)?;
    }
    for (name, spec) in presets(family) {
        writeln!(out, "  {bold}{name}{bold:#} is {spec}")?;
    }
    write_wrapped(out, "  ", &format!("Moves: {}", family.notation))?;
    writeln!(out)
}

fn write_wrapped(out: &mut impl Write, indent: &str, text: &str) -> std::io::Result<()> {
    let options =
        textwrap::Options::new(text_width()).initial_indent(indent).subsequent_indent(indent);
    textwrap::wrap(text, options).iter().try_for_each(|line| writeln!(out, "{line}"))
}

/// As wide as the terminal, but no wider than is good to read.
fn text_width() -> usize {
    const READABLE: usize = 90;
    let terminal = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    terminal.unwrap_or(READABLE).min(READABLE)
}

impl GamesJson {
    fn new() -> Self {
        let presets = GameSpec::FAMILIES.iter().flat_map(presets);
        Self {
            families: GameSpec::FAMILIES.iter().map(FamilyJson::new).collect(),
            presets: presets.map(|(name, spec)| PresetJson { name, spec }).collect(),
        }
    }
}

impl FamilyJson {
    fn new(family: &Family) -> Self {
        let forms = family.forms.iter().map(|form| FormJson {
            pattern: form.pattern,
            help: form.help,
            example: form.example,
        });
        Self {
            name: family.name,
            help: family.summary,
            forms: forms.collect(),
            notation: family.notation,
        }
    }
}
