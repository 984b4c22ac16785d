//! `mossa games`: what can be played.

use std::io::Write;

use anstyle::Style;
use mossa_games::{Family, GameSpec};
use serde::Serialize;

use crate::{failure::Failure, json, text::write_wrapped};

/// List the games, their rules, sizes and presets
#[derive(Debug, clap::Args)]
pub struct Games {
    /// Only this family, or the one this game belongs to
    #[arg(value_name = "SPEC")]
    spec: Option<String>,

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
        let families = self.families()?;
        if self.json {
            return json::write(out, &GamesJson::new(&families));
        }
        for family in families {
            write_family(out, family)?;
        }
        Ok(())
    }

    fn families(&self) -> Result<Vec<&'static Family>, Failure> {
        let Some(spec) = &self.spec else { return Ok(GameSpec::FAMILIES.iter().collect()) };
        let named = GameSpec::FAMILIES.iter().find(|family| family.name == spec);
        Ok(vec![match named {
            Some(family) => family,
            None => spec.parse::<GameSpec>()?.family(),
        }])
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

impl GamesJson {
    fn new(families: &[&'static Family]) -> Self {
        let presets = families.iter().flat_map(|family| presets(family));
        Self {
            families: families.iter().map(|family| FamilyJson::new(family)).collect(),
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
