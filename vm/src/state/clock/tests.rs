use super::{EPOCH, Time};

#[test]
fn times_are_told_by_their_value() {
    assert_eq!(Time::of(EPOCH + 5), Some(Time::Nanos(EPOCH + 5)));
    assert_eq!(Time::of(EPOCH / 1_000_000 + 5), Some(Time::Millis(EPOCH / 1_000_000 + 5)));
    for word in [0, 1, u64::MAX, EPOCH - 1, 5_000, i64::MAX as u64] {
        assert_eq!(Time::of(word), None, "{word}");
    }
}
