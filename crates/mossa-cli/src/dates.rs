//! Points in time, as people write and read them. All are UTC: the same on every machine.

use jiff::{Timestamp, ToSpan, civil, tz::TimeZone};

/// "2026-11-15 21:05".
pub fn short(milliseconds: i64) -> String {
    show(milliseconds, "%Y-%m-%d %H:%M")
}

/// "2026-11-15T21:05:03.123Z": what programs read.
pub fn exact(milliseconds: i64) -> String {
    show(milliseconds, "%Y-%m-%dT%H:%M:%S.%3fZ")
}

fn show(milliseconds: i64, form: &str) -> String {
    match Timestamp::from_millisecond(milliseconds) {
        Ok(time) => time.strftime(form).to_string(),
        Err(_) => "n/a".to_owned(),
    }
}

/// Which end of a day is meant by its date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    Begin,
    End,
}

/// Reads a date, a time, or how long ago: `2026-11-15`, `2026-11-15 21:05`, `7d`, `12h`, `30m`.
pub fn read(text: &str, edge: Edge, now: i64) -> Result<i64, String> {
    let text = text.trim();
    let expected = || {
        "expected a date such as `2026-11-15`, a time such as `2026-11-15T21:05` (UTC), or how long \
         ago: `7d`, `12h`, `30m`"
            .to_owned()
    };
    if let Some(milliseconds) = read_ago(text) {
        return now.checked_sub(milliseconds).ok_or_else(expected);
    }
    if let Ok(time) = text.parse::<Timestamp>() {
        return Ok(time.as_millisecond());
    }
    let in_utc = |time: civil::DateTime| {
        let zoned = time.to_zoned(TimeZone::UTC);
        zoned.map(|zoned| zoned.timestamp().as_millisecond()).map_err(|_| expected())
    };
    // A date alone is a time, too, at midnight; which edge of the day is meant must be asked first.
    let is_date = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    match text.parse::<civil::Date>() {
        Ok(date) if is_date => {
            let day = match edge {
                Edge::Begin => Ok(date),
                Edge::End => date.checked_add(1.day()).map_err(|_| expected()),
            };
            in_utc(day?.at(0, 0, 0, 0))
        }
        _ => in_utc(text.parse().map_err(|_| expected())?),
    }
}

fn read_ago(text: &str) -> Option<i64> {
    let (number, unit) = text.split_at_checked(text.len().checked_sub(1)?)?;
    let minutes = match unit {
        "d" => 24 * 60,
        "h" => 60,
        "m" => 1,
        _ => return None,
    };
    let is_number = number.bytes().all(|byte| byte.is_ascii_digit());
    let number: i64 = number.parse().ok().filter(|_| is_number)?;
    number.checked_mul(minutes * 60_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_and_shown() {
        let day = 24 * 60 * 60 * 1000;
        let read = |text, edge| read(text, edge, 10 * day).map_err(drop);
        for (text, begin, end) in [
            ("1970-01-03", 2 * day, 3 * day),
            ("1970-01-03T12:00", 2 * day + day / 2, 2 * day + day / 2),
            ("1970-01-03 12:00:00", 2 * day + day / 2, 2 * day + day / 2),
            ("1970-01-03T12:00:00Z", 2 * day + day / 2, 2 * day + day / 2),
            ("1970-01-03T12:00:00+12:00", 2 * day, 2 * day),
            ("3d", 7 * day, 7 * day),
            ("12h", 9 * day + day / 2, 9 * day + day / 2),
        ] {
            assert_eq!((read(text, Edge::Begin), read(text, Edge::End)), (Ok(begin), Ok(end)));
        }
        for bad in
            ["", "d", "-3d", "tomorrow", "1970-13-01", "9999-12-31", "99999999999999999d", "é"]
        {
            assert_eq!(read(bad, Edge::End), Err(()), "{bad}");
        }
        assert_eq!(short(2 * day), "1970-01-03 00:00");
        assert_eq!(exact(2 * day + 5), "1970-01-03T00:00:00.005Z");
        assert_eq!(short(i64::MAX), "n/a");
    }
}
