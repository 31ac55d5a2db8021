//! Parses dates in the format of reports.

/// Seconds since 1970, and the offset in minutes, of a date such as `2017-01-01T10:00:00+02:00`; `None` for any other
/// format.
pub(super) fn parse(date: &str) -> Option<(i64, i64)> {
    let number = |range: std::ops::Range<usize>| -> Option<i64> {
        let digits = date.get(range)?;
        digits.bytes().all(|b| b.is_ascii_digit()).then(|| digits.parse().ok()).flatten()
    };
    let signs = [(4, b'-'), (7, b'-'), (10, b'T'), (13, b':'), (16, b':')];
    if signs.iter().any(|&(at, sign)| date.as_bytes().get(at) != Some(&sign)) {
        return None;
    }
    let days = days(number(0..4)?, number(5..7)?, number(8..10)?);
    let local = days * 86_400 + number(11..13)? * 3_600 + number(14..16)? * 60 + number(17..19)?;
    let offset = match date.get(19..)? {
        "Z" => 0,
        zone if zone.len() == 6 && zone.as_bytes()[3] == b':' => {
            let minutes = number(20..22)? * 60 + number(23..25)?;
            match zone.as_bytes()[0] {
                b'+' => minutes,
                b'-' => -minutes,
                _ => return None,
            }
        }
        _ => return None,
    };
    Some((local - offset * 60, offset))
}

/// The day number since 1970 of a Gregorian date. Years are counted from March, so that the leap day is their last
/// day.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719_468
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn dates_have_a_time_and_an_offset() {
        assert_eq!(parse("1970-01-01T00:00:00Z"), Some((0, 0)));
        assert_eq!(parse("2017-01-01T10:00:00+02:00"), Some((1_483_257_600, 120)));
        assert_eq!(parse("2024-02-29T23:59:59-03:30"), Some((1_709_263_799, -210)));
        assert_eq!(parse("1969-12-31T23:59:59+00:00"), Some((-1, 0)));
    }

    #[test]
    fn what_is_no_such_date_is_none() {
        for text in
            ["", "1483257600 +0200", "2017-01-01", "2017-01-01T10:00:00+0200", "2017-+1-01T10:00:00Z", "é"]
        {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
