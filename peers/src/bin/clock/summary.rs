//! Durations summed up in a line, and verdicts.

use std::time::Duration;

/// One line: how many, and the percentiles that matter, in milliseconds.
pub fn summarize(what: &str, durations: impl Iterator<Item = Duration>) -> String {
    let mut sorted: Vec<Duration> = durations.collect();
    sorted.sort();
    let at = |share| milliseconds(percentile(&sorted, share));
    format!(
        "  {what:<45} {:>7} (half), {:>7} (90 %), {:>7} (99 %), {:>7} ms (worst of {})",
        at(0.5),
        at(0.9),
        at(0.99),
        at(1.0),
        sorted.len(),
    )
}

/// The smallest that such a share of them does not exceed.
#[expect(clippy::cast_sign_loss, reason = "shares are positive")]
pub fn percentile(sorted: &[Duration], share: f64) -> Duration {
    let rank = (share * sorted.len() as f64).ceil() as usize;
    sorted.get(rank.saturating_sub(1)).copied().unwrap_or_default()
}

/// In milliseconds, to the hundredth.
pub fn milliseconds(duration: Duration) -> String {
    format!("{:.2}", duration.as_secs_f64() * 1e3)
}

/// Prints whether a target is met, and returns it.
pub fn verdict(is_met: bool, what: &str) -> bool {
    println!("{}: {what}", if is_met { "PASS" } else { "FAIL" });
    is_met
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_of_the_list() {
        let sorted: Vec<Duration> = (1..=200).map(Duration::from_millis).collect();
        let at = |share| percentile(&sorted, share).as_millis();
        assert_eq!((at(0.0), at(0.5), at(0.99), at(1.0)), (1, 100, 198, 200));
        assert_eq!(percentile(&[], 0.5), Duration::ZERO);
    }
}
