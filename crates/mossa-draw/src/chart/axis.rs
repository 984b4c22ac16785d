//! Axes: which numbers are where, and which are written beside them.

/// An axis of a chart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Axis {
    /// What it measures.
    pub label: String,
    /// The first and last number shown; as far as the data go where there is none.
    pub range: Option<(f64, f64)>,
    /// Whether each step multiplies by ten instead of adding.
    pub is_logarithmic: bool,
    /// Numbers that have names; round numbers where there are none.
    pub ticks: Vec<(f64, String)>,
}

impl Axis {
    /// An axis that shows all there is.
    pub fn new(label: impl Into<String>) -> Self {
        Self { label: label.into(), ..Self::default() }
    }

    /// The same with each step multiplying by ten.
    #[must_use]
    pub fn logarithmic(self) -> Self {
        Self { is_logarithmic: true, ..self }
    }
}

/// An axis fitted to data.
pub struct Scale {
    from: f64,
    to: f64,
    is_logarithmic: bool,
    pub ticks: Vec<(f64, String)>,
}

/// About how many numbers stand beside an axis.
const TICKS: f64 = 10.0;

impl Scale {
    pub fn new(axis: &Axis, data: impl Iterator<Item = f64>) -> Self {
        let is_shown = |value: &f64| value.is_finite() && (!axis.is_logarithmic || *value > 0.0);
        let (low, high) =
            data.filter(is_shown).fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
                (low.min(value), high.max(value))
            });
        let (low, high) = axis
            .range
            .filter(|(low, high)| is_shown(low) && is_shown(high) && low < high)
            .unwrap_or(if low <= high { (low, high) } else { (1.0, 1.0) });
        let is_logarithmic = axis.is_logarithmic;
        let (from, to) = match (is_logarithmic, low < high) {
            (true, _) => {
                let (from, to) = (low.log10().floor(), high.log10().ceil());
                (from, if from < to { to } else { from + 1.0 })
            }
            (false, true) => (low, high),
            (false, false) => (low - 1.0, low + 1.0),
        };
        let mut scale = Self { from, to, is_logarithmic, ticks: axis.ticks.clone() };
        if scale.ticks.is_empty() {
            scale.ticks = if is_logarithmic { powers(from, to) } else { round_numbers(from, to) };
        }
        scale
    }

    /// How far along the axis a number is, from 0 to 1; `None` where it is not on it.
    pub fn part(&self, value: f64) -> Option<f64> {
        let value = if self.is_logarithmic { value.log10() } else { value };
        let part = (value - self.from) / (self.to - self.from);
        (part.is_finite() && (-1e-9..=1.0 + 1e-9).contains(&part)).then(|| part.clamp(0.0, 1.0))
    }
}

/// 1, 2 or 5 times a power of ten apart.
fn round_numbers(from: f64, to: f64) -> Vec<(f64, String)> {
    let rough = (to - from) / TICKS;
    let power = 10_f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power);
    let step = step.into_iter().find(|step| *step >= rough).unwrap_or(power * 10.0);
    let decimals = if step < 1.0 { (-step.log10().floor()).clamp(0.0, 9.0) } else { 0.0 };
    let decimals = format!("{decimals:.0}").parse().unwrap_or(0_usize);
    let first = (from / step).ceil();
    let count = ((to / step).floor() - first).clamp(0.0, 4.0 * TICKS);
    let mut ticks = Vec::new();
    let mut index = 0.0;
    while index <= count {
        let value = (first + index) * step;
        ticks.push((value, format!("{value:.decimals$}")));
        index += 1.0;
    }
    ticks
}

/// Powers of ten, so many that they do not crowd.
fn powers(from: f64, to: f64) -> Vec<(f64, String)> {
    let step = ((to - from) / TICKS).ceil().max(1.0);
    let mut ticks = Vec::new();
    let mut exponent = from;
    while exponent <= to + 0.5 {
        ticks.push((10_f64.powf(exponent), power_name(exponent)));
        exponent += step;
    }
    ticks
}

/// `0.01`, `1`, `1,000`, and from a million on `10⁶`.
fn power_name(exponent: f64) -> String {
    const NAMES: [&str; 9] =
        ["0.001", "0.01", "0.1", "1", "10", "100", "1,000", "10,000", "100,000"];
    let written = format!("{exponent:.0}");
    let index = written.parse::<i32>().unwrap_or(0);
    if let Some(name) = usize::try_from(index + 3).ok().and_then(|index| NAMES.get(index)) {
        return (*name).to_owned();
    }
    let raised = written.chars().map(|digit| match digit {
        '-' => '⁻',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        digit => char::from_u32(0x2070 + digit.to_digit(10).unwrap_or(0)).unwrap_or(digit),
    });
    format!("10{}", raised.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(axis: &Axis, data: &[f64]) -> Vec<String> {
        Scale::new(axis, data.iter().copied()).ticks.into_iter().map(|tick| tick.1).collect()
    }

    #[test]
    fn round_numbers_stand_beside_an_axis() {
        let axis = Axis::new("moves");
        assert_eq!(names(&axis, &[0.0, 9.0]), ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"]);
        assert_eq!(names(&axis, &[1.0, 41.0])[..3], ["5", "10", "15"]);
        assert_eq!(names(&axis, &[-1.0, 1.0])[..2], ["-1.0", "-0.8"]);
        assert_eq!(names(&axis, &[]).len(), 11);
    }

    #[test]
    fn powers_of_ten_stand_beside_a_logarithmic_one() {
        let axis = Axis::new("positions").logarithmic();
        assert_eq!(names(&axis, &[3.0, 0.0, 1500.0]), ["1", "10", "100", "1,000", "10,000"]);
        let large = names(&axis, &[1.0, 1e30]);
        assert_eq!(large[..3], ["1", "1,000", "10⁶"]);
        assert_eq!(large.last().map(String::as_str), Some("10³⁰"));
    }

    #[test]
    fn parts_run_from_0_to_1() {
        let scale = Scale::new(&Axis::new("x"), [2.0, 4.0].into_iter());
        assert_eq!(
            [1.0, 2.0, 3.0, 4.0].map(|x| scale.part(x)),
            [None, Some(0.0), Some(0.5), Some(1.0)]
        );
        let scale = Scale::new(&Axis::new("y").logarithmic(), [1.0, 100.0].into_iter());
        assert_eq!([0.0, 1.0, 10.0].map(|y| scale.part(y)), [None, Some(0.0), Some(0.5)]);
    }
}
