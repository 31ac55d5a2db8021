//! Dates in the formats that git accepts for `--since` and `--until`.

use crate::error::{Error, Result};
use gix::date::{Zoned, parse};

const DAY: i64 = 86_400;

/// Seconds since 1970 of a date such as `2017-01-01`, `2 weeks ago` or `2017-01-01 12:00:00 +0100`.
///
/// As in git, a date without a time of day means that day at the current time of day.
pub fn parse_date(text: &str) -> Result<i64> {
    parse_at(text, &Zoned::now())
}

fn parse_at(text: &str, now: &Zoned) -> Result<i64> {
    let text = text.trim();
    let time = parse(text, Some(now.clone())).map_err(|_| Error::Date { text: text.into() })?;
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let is_day = text.len() == 10
        && digits == 8
        && text.bytes().filter(|b| matches!(b, b'-' | b'.' | b'/')).count() == 2;
    if !is_day {
        return Ok(time.seconds);
    }
    // That day in local time, at the current time of day.
    let offset = i64::from(now.offset().seconds());
    let time_of_day = (now.timestamp().as_second() + offset).rem_euclid(DAY);
    let day = time.seconds + i64::from(time.offset);
    Ok(day - day.rem_euclid(DAY) + time_of_day - offset)
}

/// Formats a time as dates are written here, in UTC.
pub fn format_date(seconds: i64) -> String {
    gix::date::Time { seconds, offset: 0 }.format_or_unix(gix::date::time::format::ISO8601_STRICT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bare_date_is_at_the_present_time_of_day() {
        let now: Zoned = "2026-11-15T13:14:15+02:00[+02:00]".parse().unwrap();
        // 2017-01-01T13:14:15+02:00
        assert_eq!(parse_at("2017-01-01", &now).unwrap(), 1_483_269_255);
        assert_eq!(parse_at("2017-01-01 00:00:00 +0000", &now).unwrap(), 1_483_228_800);
        assert_eq!(parse_at("@1483228800", &now).unwrap(), 1_483_228_800);
        assert_eq!(parse_at("1 day ago", &now).unwrap(), now.timestamp().as_second() - DAY);
        assert!(parse_at("the day after tomorrow's eve", &now).is_err());
    }
}
