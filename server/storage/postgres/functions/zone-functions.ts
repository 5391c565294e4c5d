// Defines time zone functions in PostgreSQL from a table of JavaScript's clock changes.
// The clocks' changes stand in a table and come from the same version of the time zones as JavaScript's: two versions
// would be two answers.
import { MOST_CLOSED_DAYS, MOST_WORKING_DAYS } from '#shared/expressions/functions/opening-hours.ts'
import { defineFunction, defineValue } from './define-function.ts'

const DAY = 86_400_000
/** The code of the error where a zone is not installed; its hint is the zone. */
export const ZONE_MISSING = 'VZ001'

/** Start of the years in which clocks change by rules that repeat every 400 years. */
export const RULED_SINCE = Date.UTC(2100, 0, 1)
export const RULED_UNTIL = Date.UTC(2500, 0, 1)

export const TIME_ZONE_TABLE = `CREATE TABLE IF NOT EXISTS v_time_zone (
  zone text COLLATE "C" NOT NULL,
  since bigint NOT NULL,
  ahead bigint NOT NULL,
  PRIMARY KEY (zone, since)
)`

const stable = { stable: true }

const CLOCKS = [
  // How many milliseconds the zone's clocks are ahead of UTC.
  defineFunction(
    'v_offset(milliseconds bigint, of_zone text)',
    'bigint',
    `DECLARE
       moment bigint := CASE WHEN milliseconds < ${RULED_UNTIL} THEN milliseconds
         ELSE ${RULED_SINCE} + (milliseconds - ${RULED_SINCE}) % ${RULED_UNTIL - RULED_SINCE} END;
       found bigint;
     BEGIN
       IF of_zone = 'UTC' THEN RETURN 0; END IF;
       SELECT ahead INTO found FROM v_time_zone WHERE zone = of_zone AND since <= moment ORDER BY since DESC LIMIT 1;
       IF found IS NULL THEN
         RAISE EXCEPTION 'The time zone % is not installed in this database.', of_zone USING ERRCODE = '${ZONE_MISSING}', HINT = of_zone;
       END IF;
       RETURN found;
     END`,
    stable,
  ),
  defineFunction(
    'v_wall(moment text, zone text)',
    'bigint',
    `DECLARE milliseconds bigint := v_ms(moment);
     BEGIN RETURN milliseconds + v_offset(milliseconds, zone); END`,
    stable,
  ),
  // The earlier of two moments that the wall clock shows this at; in a gap, as far after it as it says.
  defineFunction(
    'v_to_utc(wall bigint, zone text)',
    'bigint',
    `DECLARE
       early bigint := wall - v_offset(wall - ${DAY}, zone);
       late bigint := wall - v_offset(wall + ${DAY}, zone);
     BEGIN
       IF least(early, late) + v_offset(least(early, late), zone) = wall THEN RETURN least(early, late); END IF;
       RETURN greatest(early, late);
     END`,
    stable,
  ),
]

const CALENDAR = [
  defineValue(
    'v_date_of_0(moment text, zone text)',
    'text',
    `v_date(v_floor_div(v_wall(moment, zone), ${DAY}))`,
    stable,
  ),
  defineValue('v_time_of_0(moment text, zone text)', 'text', 'substr(v_moment(v_wall(moment, zone)), 12, 5)', stable),
  ...['year', 'month', 'day'].map((name) =>
    defineValue(`v_${name}_1(moment text, zone text)`, 'bigint', `v_${name}_0(v_date_of_0(moment, zone))`, stable),
  ),
  defineValue(
    'v_moment_1(date text, clock text, zone text)',
    'text',
    `v_moment(v_to_utc(v_ms(date || 'T' || rpad(clock, 8, ':00') || '.000Z'), zone))`,
    stable,
  ),
  defineValue('v_weekday_1(moment text, zone text)', 'text', 'v_weekday_0(v_date_of_0(moment, zone))', stable),
  defineFunction(
    'v_start_of_1(unit text, moment text, zone text)',
    'text',
    `DECLARE
       size bigint := CASE unit WHEN 'hour' THEN 3600000 WHEN 'minute' THEN 60000 END;
       wall bigint := v_wall(moment, zone);
     BEGIN
       IF size IS NOT NULL THEN RETURN v_moment(v_ms(moment) - ((wall % size) + size) % size); END IF;
       RETURN v_moment(v_to_utc(v_days(v_start_of_0(unit, v_date_of_0(moment, zone))) * ${DAY}, zone));
     END`,
    stable,
  ),
  defineFunction(
    'v_later_1(moment text, count bigint, unit text, zone text)',
    'text',
    `DECLARE
       size bigint := CASE unit WHEN 'hour' THEN 3600000 WHEN 'minute' THEN 60000 END;
       wall bigint;
       days bigint;
     BEGIN
       -- What is beyond the calendar has no place in it.
       IF size IS NOT NULL THEN RETURN CASE WHEN abs(count) < 1000000000000 THEN v_moment(v_ms(moment) + count * size) END; END IF;
       wall := v_wall(moment, zone);
       days := v_floor_div(wall, ${DAY});
       RETURN v_moment(v_to_utc(v_days(v_later_0(v_date(days), count, unit)) * ${DAY} + wall - days * ${DAY}, zone));
     END`,
    stable,
  ),
]

/** CEL's readers of a moment's parts: of the wall clock, whose milliseconds are given. */
const PARTS: { readonly [name: string]: string } = {
  getFullYear: 'civil[1]',
  getMonth: 'civil[2] - 1',
  getDate: 'civil[3]',
  getDayOfMonth: 'civil[3] - 1',
  getDayOfWeek: '(v_monday_index(days) + 1) % 7',
  getDayOfYear: 'days - v_days_of(civil[1], 1, 1)',
  getHours: 'rest / 3600000',
  getMinutes: 'rest / 60000 % 60',
  getSeconds: 'rest / 1000 % 60',
  getMilliseconds: 'rest % 1000',
}

const READERS = Object.entries(PARTS).flatMap(([name, value]) => [
  defineFunction(
    `v_${name}(wall bigint)`,
    'bigint',
    `DECLARE
       days bigint := v_floor_div(wall, ${DAY});
       rest bigint := wall - days * ${DAY};
       civil bigint[] := v_civil(days);
     BEGIN RETURN ${value}; END`,
  ),
  defineValue(`v_${name}_0(moment text)`, 'bigint', `v_${name}(v_ms(moment))`),
  defineValue(`v_${name}_1(moment text, zone text)`, 'bigint', `v_${name}(v_wall(moment, zone))`, stable),
  defineValue(`v_${name}_2(date text)`, 'bigint', `v_${name}(v_days(date) * ${DAY})`),
])

/** Functions that give the length of a duration in whole units, or its milliseconds beyond whole seconds. */
const LENGTHS = [
  defineValue('v_getHours_3(span numeric)', 'bigint', 'v_bounded(v_length(span)) / 3600000'),
  defineValue('v_getMinutes_3(span numeric)', 'bigint', 'v_bounded(v_length(span)) / 60000'),
  defineValue('v_getSeconds_3(span numeric)', 'bigint', 'v_bounded(v_length(span)) / 1000'),
  defineValue('v_getMilliseconds_3(span numeric)', 'bigint', 'v_bounded(v_length(span)) % 1000'),
]

const LONGEST = 100 * 366 * DAY

/** Functions that count working time as `working-time.ts` does, but add weeks in which no clock changes as a whole. */
const WORKING_TIME = [
  defineFunction(
    'v_working_time_0(a text, b text, hours text, zone text)',
    'numeric',
    `DECLARE
       backwards boolean := v_ms(a) > v_ms(b);
       first text := CASE WHEN backwards THEN b ELSE a END;
       last text := CASE WHEN backwards THEN a ELSE b END;
       total bigint;
     BEGIN
       IF v_ms(last) - v_ms(first) > ${LONGEST} THEN RETURN NULL; END IF;
       total := v_count_working_time(v_ms(first), v_ms(last), v_floor_div(v_wall(first, zone), ${DAY}),
         v_floor_div(v_wall(last, zone), ${DAY}), hours::jsonb, zone);
       RETURN v_make_duration(CASE WHEN backwards THEN -total ELSE total END, 0);
     END`,
    stable,
  ),
  defineFunction(
    'v_count_working_time(a bigint, b bigint, first bigint, last bigint, hours jsonb, zone text)',
    'bigint',
    `DECLARE
       week jsonb := hours -> 'week';
       holidays bigint[] := ARRAY(SELECT v_days(each) FROM jsonb_array_elements_text(hours -> 'holidays') AS each);
       lengths bigint[] := ARRAY(
         SELECT coalesce((SELECT sum((part ->> 1)::bigint - (part ->> 0)::bigint) FROM jsonb_array_elements(day) AS part), 0) * 60000
         FROM jsonb_array_elements(week) WITH ORDINALITY AS days(day, place) ORDER BY place);
       whole bigint := (SELECT sum(each) FROM unnest(lengths) AS each);
       total bigint := 0;
       day bigint := first;
       part jsonb;
     BEGIN
       WHILE day <= last LOOP
         IF day > first + 1 AND day + 8 <= last
           AND v_to_utc((day + 7) * ${DAY}, zone) - v_to_utc(day * ${DAY}, zone) = ${7 * DAY} THEN
           total := total + whole - coalesce((SELECT sum(lengths[1 + v_monday_index(each)]) FROM unnest(holidays) AS each
             WHERE each >= day AND each < day + 7), 0);
           day := day + 7;
           CONTINUE;
         END IF;
         IF NOT day = ANY (holidays) THEN
           FOR part IN SELECT value FROM jsonb_array_elements(week -> v_monday_index(day)::integer) LOOP
             total := total + greatest(0,
               least(b, v_to_utc(day * ${DAY} + (part ->> 1)::bigint * 60000, zone))
               - greatest(a, v_to_utc(day * ${DAY} + (part ->> 0)::bigint * 60000, zone)));
           END LOOP;
         END IF;
         day := day + 1;
       END LOOP;
       RETURN total;
     END`,
    stable,
  ),
]

const WORKING_DAYS = defineFunction(
  'v_working_days_0(a text, b text, hours text)',
  'bigint',
  `DECLARE
     first bigint := v_days(a);
     last bigint := v_days(b);
     week jsonb := hours::jsonb -> 'week';
     rest bigint := last - (last - first + 1) % 7 + 1;
   BEGIN
     IF (last - first) * ${DAY} > ${LONGEST} THEN RETURN NULL; END IF;
     IF last < first THEN RETURN 0; END IF;
     RETURN (last - first + 1) / 7 * (SELECT count(*) FROM jsonb_array_elements(week) AS day WHERE day <> '[]')
       + (SELECT count(*) FROM generate_series(rest, last) AS day WHERE week -> v_monday_index(day)::integer <> '[]')
       - (SELECT count(DISTINCT day) FROM jsonb_array_elements_text(hours::jsonb -> 'holidays') AS each, v_days(each) AS day
           WHERE day BETWEEN first AND last AND week -> v_monday_index(day)::integer <> '[]');
   END`,
)

/** Functions that count opening hours as `opening-hours.ts` does. */
const OPENING_HOURS = [
  defineFunction(
    'v_later_2(date text, count bigint, unit text, hours text)',
    'text',
    `DECLARE
       week jsonb := hours::jsonb -> 'week';
       holidays bigint[] := ARRAY(SELECT v_days(each) FROM jsonb_array_elements_text(hours::jsonb -> 'holidays') AS each);
       isOpen boolean[] := ARRAY(SELECT hours_of <> '[]' FROM jsonb_array_elements(week) WITH ORDINALITY AS days(hours_of, place) ORDER BY place);
       first bigint := v_days(date);
       day bigint := first;
       remaining bigint := abs(count);
     BEGIN
       IF remaining > ${MOST_WORKING_DAYS} OR (remaining > 0 AND NOT true = ANY (isOpen)) THEN RETURN NULL; END IF;
       WHILE remaining > 0 LOOP
         day := day + sign(count)::bigint;
         IF abs(day - first) * ${DAY} > ${LONGEST} THEN RETURN NULL; END IF;
         IF isOpen[1 + v_monday_index(day)] AND NOT day = ANY (holidays) THEN remaining := remaining - 1; END IF;
       END LOOP;
       RETURN v_date(day);
     END`,
  ),
  defineFunction(
    'v_later_3(moment text, count bigint, unit text, hours text, zone text)',
    'text',
    `DECLARE
       wall bigint := v_wall(moment, zone);
       days bigint := v_floor_div(wall, ${DAY});
     BEGIN
       RETURN v_moment(v_to_utc(v_days(v_later_2(v_date(days), count, unit, hours)) * ${DAY} + wall - days * ${DAY}, zone));
     END`,
    stable,
  ),
  // Each day of the duration is a usual working day: the length that most days have, of several the longest.
  defineFunction(
    'v_later_4(moment text, span numeric, hours text, zone text)',
    'text',
    `DECLARE
       week jsonb := hours::jsonb -> 'week';
       holidays bigint[] := ARRAY(SELECT v_days(each) FROM jsonb_array_elements_text(hours::jsonb -> 'holidays') AS each);
       usual numeric := coalesce((
         SELECT size FROM (SELECT (SELECT sum((piece ->> 1)::bigint - (piece ->> 0)::bigint) FROM jsonb_array_elements(hours_of) AS piece) * 60000 AS size
           FROM jsonb_array_elements(week) AS each(hours_of)) AS sizes
         WHERE size > 0 GROUP BY size ORDER BY count(*) DESC, size DESC LIMIT 1), 0);
       remaining numeric := v_days_of(span) * usual + v_length(span) - v_days_of(span) * ${DAY};
       week_long numeric := (
         SELECT coalesce(sum((piece ->> 1)::bigint - (piece ->> 0)::bigint), 0) * 60000
         FROM jsonb_array_elements(week) AS each(hours_of), jsonb_array_elements(hours_of) AS piece);
       first bigint := v_floor_div(v_wall(moment, zone), ${DAY});
       day bigint := first;
       opens bigint;
       closes bigint;
       part jsonb;
     BEGIN
       IF remaining <= 0 THEN RETURN moment; END IF;
       -- More than a hundred years have.
       IF remaining > week_long * ${LONGEST / DAY / 7 + 1} THEN RETURN NULL; END IF;
       WHILE day < first + ${LONGEST / DAY} LOOP
         IF day > first + 1 AND remaining > week_long
           AND v_to_utc((day + 7) * ${DAY}, zone) - v_to_utc(day * ${DAY}, zone) = ${7 * DAY} THEN
           remaining := remaining - week_long + coalesce((
             SELECT sum((piece ->> 1)::bigint - (piece ->> 0)::bigint) * 60000 FROM (SELECT DISTINCT unnest(holidays)) AS free(holiday),
               jsonb_array_elements(week -> v_monday_index(holiday)::integer) AS piece
             WHERE holiday >= day AND holiday < day + 7), 0);
           day := day + 7;
           CONTINUE;
         END IF;
         FOR part IN SELECT value FROM jsonb_array_elements(CASE WHEN day = ANY (holidays) THEN '[]' ELSE week -> v_monday_index(day)::integer END) LOOP
           opens := greatest(v_ms(moment), v_to_utc(day * ${DAY} + (part ->> 0)::bigint * 60000, zone));
           closes := v_to_utc(day * ${DAY} + (part ->> 1)::bigint * 60000, zone);
           IF greatest(0, closes - opens) >= remaining THEN RETURN v_moment(opens + remaining::bigint); END IF;
           remaining := remaining - greatest(0, closes - opens);
         END LOOP;
         day := day + 1;
       END LOOP;
       RETURN NULL;
     END`,
    stable,
  ),
  defineFunction(
    'v_next_open_0(moment text, hours text, zone text)',
    'text',
    `DECLARE
       week jsonb := hours::jsonb -> 'week';
       holidays bigint[] := ARRAY(SELECT v_days(each) FROM jsonb_array_elements_text(hours::jsonb -> 'holidays') AS each);
       first bigint := v_floor_div(v_wall(moment, zone), ${DAY});
       opens bigint;
       part jsonb;
     BEGIN
       IF NOT EXISTS (SELECT 1 FROM jsonb_array_elements(week) AS hours_of WHERE hours_of <> '[]') THEN RETURN NULL; END IF;
       FOR day IN first..first + ${MOST_CLOSED_DAYS} LOOP
         CONTINUE WHEN day = ANY (holidays);
         FOR part IN SELECT value FROM jsonb_array_elements(week -> v_monday_index(day)::integer) LOOP
           opens := v_to_utc(day::bigint * ${DAY} + (part ->> 0)::bigint * 60000, zone);
           IF v_ms(moment) < opens THEN RETURN v_moment(opens); END IF;
           IF v_ms(moment) < v_to_utc(day::bigint * ${DAY} + (part ->> 1)::bigint * 60000, zone) THEN RETURN moment; END IF;
         END LOOP;
       END LOOP;
       RETURN NULL;
     END`,
    stable,
  ),
]

export const ZONE_FUNCTIONS: readonly string[] = [
  ...CLOCKS,
  ...CALENDAR,
  ...READERS,
  ...LENGTHS,
  ...WORKING_TIME,
  WORKING_DAYS,
  ...OPENING_HOURS,
]
