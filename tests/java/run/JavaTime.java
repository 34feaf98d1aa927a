// run: min=17
import java.time.*;
import java.time.chrono.*;
import java.time.format.*;
import java.time.temporal.*;
import java.time.zone.*;
import java.util.*;

/** java.time: local dates and times, durations and periods, zones with their gaps and overlaps, formatting and parsing, adjusters, other calendars. */
public class JavaTime {
    static void attempt(String what, java.util.concurrent.Callable<Object> action) {
        try {
            System.out.println(what + " = " + action.call());
        } catch (Exception e) {
            System.out.println(what + ": " + e.getClass().getSimpleName() + " " + e.getMessage());
        }
    }

    static void dates() {
        LocalDate d = LocalDate.of(2024, 2, 29);
        System.out.println(d + " " + d.plusYears(1) + " " + d.plusMonths(12) + " " + d.minusDays(60) + " " + d.getDayOfWeek() + " " + d.getDayOfYear() + " " + d.isLeapYear() + " " + d.lengthOfMonth() + " " + d.withDayOfMonth(1) + " " + d.withDayOfYear(366) + " " + d.toEpochDay() + " " + LocalDate.ofEpochDay(-1) + " " + LocalDate.ofYearDay(2023, 365) + " " + d.atStartOfDay() + " " + LocalDate.MIN + " " + LocalDate.MAX);
        System.out.println(d.with(TemporalAdjusters.lastDayOfMonth()) + " " + d.with(TemporalAdjusters.next(DayOfWeek.THURSDAY)) + " " + d.with(TemporalAdjusters.nextOrSame(DayOfWeek.THURSDAY)) + " " + d.with(TemporalAdjusters.firstInMonth(DayOfWeek.MONDAY)) + " " + d.with(TemporalAdjusters.dayOfWeekInMonth(-1, DayOfWeek.FRIDAY)) + " " + d.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR) + " " + d.get(IsoFields.QUARTER_OF_YEAR)
            + " " + d.getLong(JulianFields.MODIFIED_JULIAN_DAY) + " " + d.get(WeekFields.of(Locale.US).weekOfYear()) + " " + d.get(WeekFields.ISO.weekBasedYear()) + " " + d.range(ChronoField.DAY_OF_MONTH) + " " + d.query(TemporalQueries.precision()));
        LocalDate e = LocalDate.of(2025, 1, 15);
        System.out.println(d.until(e) + " " + Period.between(e, d) + " " + ChronoUnit.DAYS.between(d, e) + " " + ChronoUnit.MONTHS.between(d, e) + " " + ChronoUnit.WEEKS.between(e, d) + " " + d.isBefore(e) + d.compareTo(e) + " " + d.datesUntil(d.plusDays(3)).toList() + " " + Year.of(2100).isLeap() + YearMonth.of(2024, 2).lengthOfMonth() + " " + MonthDay.of(2, 29).isValidYear(2023) + " " + Month.FEBRUARY.plus(11) + DayOfWeek.MONDAY.minus(1));
        LocalTime t = LocalTime.of(23, 59, 58, 123_000_000);
        System.out.println(t + " " + t.plusSeconds(2) + " " + t.truncatedTo(ChronoUnit.MINUTES) + " " + t.toSecondOfDay() + " " + t.toNanoOfDay() + " " + t.withHour(0) + " " + LocalTime.MIDNIGHT + " " + LocalTime.of(5, 7) + " " + LocalTime.ofSecondOfDay(3661) + " " + t.get(ChronoField.CLOCK_HOUR_OF_AMPM) + " " + LocalTime.NOON.until(t, ChronoUnit.HALF_DAYS) + " " + LocalTime.of(1, 2, 3, 4));
        LocalDateTime dt = d.atTime(t);
        System.out.println(dt + " " + dt.plusNanos(1) + " " + dt.plusHours(25) + " " + dt.minusWeeks(9) + " " + dt.toEpochSecond(ZoneOffset.UTC) + " " + Duration.between(dt, dt.plusDays(1).minusMinutes(1)) + " " + LocalDateTime.ofEpochSecond(0, 5, ZoneOffset.ofHours(-5)));
    }

    static void amounts() {
        Duration d = Duration.ofHours(25).plusMinutes(61).plusMillis(1501);
        System.out.println(d + " " + d.toMinutes() + " " + d.toDaysPart() + d.toHoursPart() + d.toMinutesPart() + d.toSecondsPart() + d.toMillisPart() + " " + d.negated() + " " + d.multipliedBy(3) + " " + d.dividedBy(7) + " " + d.dividedBy(Duration.ofMinutes(10)) + " " + Duration.ofMillis(-1) + " " + Duration.ZERO + " " + Duration.parse("PT-1H30.5S") + " " + Duration.parse("P2DT3H4M") + " " + d.truncatedTo(ChronoUnit.MINUTES) + " " + Duration.ofSeconds(-1, 1) + " " + d.compareTo(Duration.ofDays(1)) + " " + d.abs().toNanos());
        Period p = Period.of(1, 14, -3);
        System.out.println(p + " " + p.normalized() + " " + p.toTotalMonths() + " " + p.negated() + " " + p.plusDays(10) + " " + Period.parse("P-1Y2M3W4D") + " " + p.isNegative() + " " + LocalDate.of(2024, 1, 31).plus(Period.ofMonths(1)) + " " + p.multipliedBy(2) + " " + Period.ZERO + " " + p.getUnits());
        Instant i = Instant.ofEpochSecond(1_000_000_000L, 123456789);
        System.out.println(i + " " + i.plusMillis(-500) + " " + i.toEpochMilli() + " " + Instant.EPOCH + " " + Instant.MIN + " " + Instant.MAX + " " + i.truncatedTo(ChronoUnit.DAYS) + " " + Instant.parse("1969-12-31T23:59:59.999Z").getNano() + " " + Instant.ofEpochMilli(-1) + " " + i.until(Instant.EPOCH, ChronoUnit.HOURS) + " " + i.atOffset(ZoneOffset.ofHoursMinutes(5, 30)));
    }

    static void zones() {
        ZoneId paris = ZoneId.of("Europe/Paris"), utc = ZoneOffset.UTC;
        ZonedDateTime gap = ZonedDateTime.of(2024, 3, 31, 2, 30, 0, 0, paris), overlap = ZonedDateTime.of(2024, 10, 27, 2, 30, 0, 0, paris);
        System.out.println(gap + " " + overlap + " " + overlap.withLaterOffsetAtOverlap() + " " + overlap.plusHours(1) + " " + overlap.plusDays(1) + " " + gap.withZoneSameInstant(utc) + " " + gap.withZoneSameLocal(utc) + " " + gap.minusHours(1) + " " + Duration.between(gap, overlap) + " " + gap.toOffsetDateTime() + " " + gap.toInstant());
        ZoneRules rules = paris.getRules();
        System.out.println(rules.getValidOffsets(gap.toLocalDateTime().minusHours(1)) + " " + rules.getValidOffsets(overlap.toLocalDateTime()) + " " + rules.getTransition(overlap.toLocalDateTime()) + " " + rules.nextTransition(Instant.parse("2024-06-01T00:00:00Z")) + " " + rules.previousTransition(Instant.parse("1950-01-01T00:00:00Z")) + " " + rules.isDaylightSavings(Instant.parse("2024-07-01T00:00:00Z")) + " " + rules.getOffset(Instant.parse("1900-01-01T00:00:00Z")) + " " + rules.getStandardOffset(Instant.EPOCH) + " " + rules.getTransitionRules().size() + " " + rules.isFixedOffset());
        for (String z : new String[] {"America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "Pacific/Apia", "GMT+2", "UTC-03:30", "Z", "Europe/London"}) { ZonedDateTime x = ZonedDateTime.ofInstant(Instant.ofEpochSecond(1325239200), ZoneId.of(z)); System.out.print(x + " " + x.getOffset() + "; "); }
        System.out.println(ZoneOffset.of("+01:02:03") + " " + ZoneOffset.ofTotalSeconds(-3600).getId() + " " + ZoneId.of("EST", ZoneId.SHORT_IDS) + " " + ZoneOffset.ofHours(2).compareTo(utc instanceof ZoneOffset o ? o : null) + " " + OffsetDateTime.of(2024, 1, 1, 0, 0, 0, 0, ZoneOffset.ofHours(3)).isEqual(OffsetDateTime.parse("2023-12-31T21:00:00Z")) + " " + OffsetTime.of(LocalTime.NOON, ZoneOffset.MAX));
        Clock fixed = Clock.fixed(Instant.EPOCH, paris);
        System.out.println(LocalDateTime.now(fixed) + " " + Clock.offset(fixed, Duration.ofDays(1)).instant() + " " + fixed + " " + TimeZone.getTimeZone("Europe/Paris").getOffset(1720000000000L) + " " + TimeZone.getTimeZone("Nowhere").getID());
    }

    static void formatting() {
        ZonedDateTime z = ZonedDateTime.of(2024, 2, 9, 7, 5, 3, 70_000_000, ZoneId.of("Europe/Paris"));
        for (String pattern : new String[] {"yyyy-MM-dd HH:mm:ss.SSS", "yy/M/d h:m:s a", "EEEE, d MMMM uuuu", "EEE dd MMM y G", "D 'day' w W Q QQQQ", "HH:mm:ssXXX'['VV']'", "Z ZZZZ x xxx X O OOOO", "n N A S k K H B", "e c E ee EEEEE MMMMM", "''yyyy''", "[yyyy][ 'opt']", "ppppd|pppM", "z zzzz v"})
            attempt(pattern, () -> DateTimeFormatter.ofPattern(pattern, Locale.US).format(z));
        System.out.println(DateTimeFormatter.ISO_WEEK_DATE.format(z) + " " + DateTimeFormatter.ISO_ORDINAL_DATE.format(z) + " " + DateTimeFormatter.RFC_1123_DATE_TIME.format(z) + " " + DateTimeFormatter.BASIC_ISO_DATE.format(z) + " " + DateTimeFormatter.ISO_INSTANT.format(z) + " " + DateTimeFormatter.ISO_LOCAL_TIME.format(LocalTime.of(1, 0)));
        for (Locale l : new Locale[] {Locale.US, Locale.FRANCE, Locale.GERMANY}) System.out.println(DateTimeFormatter.ofPattern("EEEE d MMMM yyyy, EEE MMM", l).format(z) + " | " + Month.MAY.getDisplayName(TextStyle.FULL_STANDALONE, l) + " " + DayOfWeek.SUNDAY.getDisplayName(TextStyle.SHORT, l) + " " + WeekFields.of(l).getFirstDayOfWeek());
        DateTimeFormatter built = new DateTimeFormatterBuilder().appendValue(ChronoField.YEAR, 4, 10, SignStyle.EXCEEDS_PAD).appendLiteral('#').appendText(ChronoField.MONTH_OF_YEAR, TextStyle.SHORT).optionalStart().appendLiteral(' ').appendFraction(ChronoField.NANO_OF_SECOND, 2, 5, true).optionalEnd().parseDefaulting(ChronoField.DAY_OF_MONTH, 15).toFormatter(Locale.ROOT);
        System.out.println(built.format(z) + " " + LocalDate.parse("2024#Mar", new DateTimeFormatterBuilder().appendPattern("uuuu'#'MMM").parseDefaulting(ChronoField.DAY_OF_MONTH, 1).toFormatter(Locale.US)));
        attempt("parse date", () -> LocalDate.parse("2024-02-30"));
        attempt("parse text", () -> LocalDate.parse("yesterday"));
        attempt("parse lenient", () -> LocalDate.parse("2024-02-31", DateTimeFormatter.ofPattern("uuuu-MM-dd").withResolverStyle(ResolverStyle.LENIENT)));
        attempt("parse smart", () -> LocalDate.parse("31/02/2024", DateTimeFormatter.ofPattern("dd/MM/uuuu")));
        attempt("parse strict", () -> LocalDate.parse("31/02/2024", DateTimeFormatter.ofPattern("dd/MM/uuuu").withResolverStyle(ResolverStyle.STRICT)));
        attempt("parse zoned", () -> ZonedDateTime.parse("2024-07-01T10:00:00+02:00[Europe/Paris]").toInstant());
        attempt("parse english", () -> LocalDateTime.parse("Fri, 9 February 2024 3:05 PM", DateTimeFormatter.ofPattern("EEE, d MMMM yyyy h:mm a", Locale.US)));
        attempt("parse conflict", () -> LocalDate.parse("Mon 2024-02-09", DateTimeFormatter.ofPattern("EEE uuuu-MM-dd", Locale.US)));
        attempt("format missing", () -> DateTimeFormatter.ofPattern("HH:mm").format(LocalDate.EPOCH));
        attempt("bad pattern", () -> DateTimeFormatter.ofPattern("yyyy-bb-j"));
        attempt("bad day", () -> LocalDate.of(2023, 2, 29));
        attempt("bad month", () -> LocalDate.of(2023, 13, 1));
        attempt("bad zone", () -> ZoneId.of("Europe/Atlantis"));
        attempt("bad offset", () -> ZoneOffset.ofHours(19));
        attempt("unsupported unit", () -> LocalDate.EPOCH.plus(1, ChronoUnit.HOURS));
        attempt("unsupported field", () -> LocalTime.NOON.get(ChronoField.YEAR));
        attempt("overflow", () -> LocalDate.MAX.plusDays(1));
        attempt("duration overflow", () -> Duration.ofSeconds(Long.MAX_VALUE).plusSeconds(1));
        attempt("parse duration", () -> Duration.parse("1h"));
        attempt("offset from local", () -> OffsetDateTime.from(LocalDate.EPOCH));
    }

    public static void main(String[] args) {
        dates();
        amounts();
        zones();
        formatting();
        LocalDate d = LocalDate.of(2024, 2, 29);
        System.out.println(JapaneseDate.from(d) + " " + ThaiBuddhistDate.from(d) + " " + MinguoDate.from(d) + " " + HijrahDate.from(d) + " " + IsoChronology.INSTANCE.dateYearDay(2024, 60) + " " + JapaneseEra.HEISEI + " " + ChronoLocalDate.timeLineOrder().compare(JapaneseDate.from(d), d));
        GregorianCalendar c = new GregorianCalendar(TimeZone.getTimeZone("UTC"), Locale.ROOT);
        c.setTimeInMillis(0);
        c.set(1582, Calendar.OCTOBER, 4);
        c.add(Calendar.DATE, 1);
        java.text.SimpleDateFormat f = new java.text.SimpleDateFormat("yyyy-MM-dd EEE HH:mm z", Locale.US);
        f.setTimeZone(TimeZone.getTimeZone("UTC"));
        System.out.println(c.get(Calendar.DAY_OF_MONTH) + " " + c.getActualMaximum(Calendar.DAY_OF_MONTH) + " " + f.format(c.getTime()) + " " + f.format(new Date(1_000_000_000_000L)) + " " + c.toInstant());
        long weekdays = 0;
        for (LocalDate x = LocalDate.of(1999, 1, 1); x.getYear() < 2003; x = x.plusDays(1)) weekdays = weekdays * 7 % 1_000_003 + x.getDayOfWeek().getValue() * x.getMonthValue();
        System.out.println(weekdays);
    }
}
