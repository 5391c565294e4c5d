// Defines days, moments and durations in PostgreSQL as `shared/expressions/calendar.ts` has them.
// Dates are texts of the years 0000 to 9999 and are worked out in whole numbers: PostgreSQL's own dates have no year
// 0, and its clocks are those of its own version of the time zones.
import { LONGEST_DURATION } from '#shared/expressions/functions/overloads.ts'
import { defineFunction, defineValue } from './define-function.ts'
import { MOST_EXACT } from './number-functions.ts'

const DAY = 86_400_000
/** 400 years repeat: with these added, all that is divided is positive. */
const CYCLE_YEARS = 400
const CYCLE_DAYS = 146_097
/** Days from the first of March of the year 0 to 1970. */
const ERA = 719_468

const ARITHMETIC = [
  defineValue('v_floor_div(a bigint, b bigint)', 'bigint', '(a - ((a % b) + b) % b) / b'),
  defineFunction(
    'v_days_of(year bigint, month bigint, day bigint)',
    'bigint',
    `DECLARE y bigint := year + ${CYCLE_YEARS} - (month <= 2)::integer;
     BEGIN
       RETURN y * 365 + y / 4 - y / 100 + y / 400 + (153 * (month + CASE WHEN month > 2 THEN -3 ELSE 9 END) + 2) / 5
         + day - 1 - ${ERA + CYCLE_DAYS};
     END`,
  ),
  defineValue(
    'v_days(date text)',
    'bigint',
    'v_days_of(left(date, 4)::bigint, substr(date, 6, 2)::bigint, substr(date, 9, 2)::bigint)',
  ),
  // Year, month and day.
  defineFunction(
    'v_civil(days bigint)',
    'bigint[]',
    `DECLARE
       since bigint := days + ${ERA + CYCLE_DAYS};
       era bigint := since / ${CYCLE_DAYS};
       rest bigint := since % ${CYCLE_DAYS};
       year bigint := (rest - rest / 1460 + rest / 36524 - rest / 146096) / 365;
       day bigint := rest - (365 * year + year / 4 - year / 100);
       march bigint := (5 * day + 2) / 153;
       month bigint := march + CASE WHEN march < 10 THEN 3 ELSE -9 END;
     BEGIN
       RETURN ARRAY[year + era * 400 + (month <= 2)::integer - ${CYCLE_YEARS}, month, day - (153 * march + 2) / 5 + 1];
     END`,
  ),
  defineFunction(
    'v_date(days bigint)',
    'text',
    `DECLARE civil bigint[];
     BEGIN
       IF days NOT BETWEEN -719528 AND 2932896 THEN RETURN NULL; END IF;
       civil := v_civil(days);
       RETURN lpad(civil[1]::text, 4, '0') || '-' || lpad(civil[2]::text, 2, '0') || '-' || lpad(civil[3]::text, 2, '0');
     END`,
  ),
  defineValue(
    'v_ms(moment text)',
    'bigint',
    `v_days(left(moment, 10)) * ${DAY} + substr(moment, 12, 2)::bigint * 3600000 + substr(moment, 15, 2)::bigint * 60000
      + substr(moment, 18, 2)::bigint * 1000 + substr(moment, 21, 3)::bigint`,
  ),
  defineFunction(
    'v_moment(milliseconds bigint)',
    'text',
    `DECLARE
       days bigint := v_floor_div(milliseconds, ${DAY});
       rest bigint := milliseconds - days * ${DAY};
     BEGIN
       RETURN v_date(days) || 'T' || lpad((rest / 3600000)::text, 2, '0') || ':' || lpad((rest / 60000 % 60)::text, 2, '0')
         || ':' || lpad((rest / 1000 % 60)::text, 2, '0') || '.' || lpad((rest % 1000)::text, 3, '0') || 'Z';
     END`,
  ),
  defineValue('v_monday_index(days bigint)', 'bigint', '((days + 3) % 7 + 7) % 7'),
  defineValue(
    'v_day_name(days bigint)',
    'text',
    `(ARRAY['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'])[1 + v_monday_index(days)]`,
  ),
]

const movedDate = (sign: '+' | '-'): string =>
  `v_date(v_floor_div(v_days(date) * ${DAY} ${sign} v_bounded(v_length(span)), ${DAY}))`

const OPERATORS = [
  defineValue(
    'v_timestamp_add_duration(moment text, span numeric)',
    'text',
    'v_moment(v_ms(moment) + v_bounded(v_length(span)))',
  ),
  defineValue(
    'v_duration_add_timestamp(span numeric, moment text)',
    'text',
    'v_moment(v_ms(moment) + v_bounded(v_length(span)))',
  ),
  defineValue(
    'v_timestamp_subtract_duration(moment text, span numeric)',
    'text',
    'v_moment(v_ms(moment) - v_bounded(v_length(span)))',
  ),
  defineValue(
    'v_timestamp_subtract_timestamp(a text, b text)',
    'numeric',
    `v_make_duration(v_ms(a) - v_ms(b), (v_ms(a) - v_ms(b)) / ${DAY})`,
  ),
  defineValue('v_date_add_duration(date text, span numeric)', 'text', movedDate('+')),
  defineValue('v_duration_add_date(span numeric, date text)', 'text', movedDate('+')),
  defineValue('v_date_subtract_duration(date text, span numeric)', 'text', movedDate('-')),
  defineValue('v_date_add_integer(date text, days numeric)', 'text', 'v_date(v_days(date) + v_bounded(days))'),
  defineValue('v_integer_add_date(days numeric, date text)', 'text', 'v_date(v_days(date) + v_bounded(days))'),
  defineValue('v_date_subtract_integer(date text, days numeric)', 'text', 'v_date(v_days(date) - v_bounded(days))'),
  defineValue('v_date_subtract_date(a text, b text)', 'bigint', 'v_days(a) - v_days(b)'),
]

const span = (name: string, milliseconds: number): string =>
  defineValue(
    `v_${name}_0(count double precision)`,
    'numeric',
    `v_make_duration(v_round(v_number_multiply_number(count, ${milliseconds})), 0)`,
  )

const SPANS = [
  defineValue(
    'v_days_0(count double precision)',
    'numeric',
    `v_duration_of(count, v_number_multiply_number(count, ${DAY}))`,
  ),
  span('hours', 3_600_000),
  span('minutes', 60_000),
  defineValue(
    'v_hours_between_0(a text, b text)',
    'double precision',
    '(v_ms(b) - v_ms(a))::double precision / 3600000',
  ),
  defineValue('v_days_between_0(a text, b text)', 'bigint', 'v_days(b) - v_days(a)'),
  defineValue('v_days_between_1(a text, b text)', 'double precision', `(v_ms(b) - v_ms(a))::double precision / ${DAY}`),
  defineValue('v_int_2(moment text)', 'bigint', 'v_floor_div(v_ms(moment), 1000)'),
  // ISO 8601, or CEL's 1h30m.
  defineFunction(
    'v_duration_0(value text)',
    'numeric',
    `DECLARE
       found text[] := regexp_match(value COLLATE "C",
         '^([+-])?P(?:([+-]?[0-9]+)W)?(?:([+-]?[0-9]+)D)?(?:T(?:([+-]?[0-9]+)H)?(?:([+-]?[0-9]+)M)?(?:([+-]?[0-9]+)(?:[.,]([0-9]{1,3}))?S)?)?$');
       part text[];
       total double precision := 0;
       days double precision := 0;
     BEGIN
       IF length(value) > ${LONGEST_DURATION} THEN RETURN NULL; END IF;
       IF found IS NOT NULL AND value COLLATE "C" ~ '[0-9]' AND right(value, 1) <> 'T' THEN
         days := coalesce(found[2]::double precision, 0) * 7 + coalesce(found[3]::double precision, 0);
         total := days * 86400000
           + coalesce(found[4]::double precision, 0) * 3600000 + coalesce(found[5]::double precision, 0) * 60000
           + coalesce(found[6]::double precision, 0) * 1000
           + CASE WHEN left(found[6], 1) = '-' THEN -1 ELSE 1 END * rpad(coalesce(found[7], '0'), 3, '0')::double precision;
         RETURN CASE WHEN abs(total) <= ${MOST_EXACT} THEN CASE WHEN found[1] = '-' THEN v_duration_of(-days, -total)
           ELSE v_duration_of(days, total) END END;
       END IF;
       IF value COLLATE "C" !~ '^-?(?:[0-9]+(?:\\.[0-9]+)?(?:h|ms|m|s))+$' THEN RETURN NULL; END IF;
       FOR part IN SELECT regexp_matches(value COLLATE "C", '([0-9]+(?:\\.[0-9]+)?)(h|ms|m|s)', 'g') LOOP
         total := total + part[1]::double precision
           * CASE part[2] WHEN 'h' THEN 3600000 WHEN 'm' THEN 60000 WHEN 's' THEN 1000 ELSE 1 END;
       END LOOP;
       RETURN v_make_duration(v_round(CASE WHEN left(value, 1) = '-' THEN -total ELSE total END), 0);
     END`,
  ),
]

const READERS = [
  defineFunction(
    'v_date_0(value text)',
    'text',
    `BEGIN
       IF value COLLATE "C" !~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' THEN RETURN NULL; END IF;
       IF substr(value, 6, 2)::integer NOT BETWEEN 1 AND 12 OR v_date(v_days(value)) IS DISTINCT FROM value THEN RETURN NULL; END IF;
       RETURN value;
     END;`,
  ),
  ...['moment', 'timestamp'].map((name) =>
    defineFunction(
      `v_${name}_0(value text, zone text)`,
      'text',
      `DECLARE
         found text[] := regexp_match(value COLLATE "C",
           '^([0-9]{4}-[0-9]{2}-[0-9]{2})[Tt ]((?:[01][0-9]|2[0-3]):[0-5][0-9])(:[0-5][0-9](?:\\.[0-9]{1,9})?)?([Zz]|[+-][0-9]{2}:[0-9]{2})?$');
         wall bigint;
         ahead bigint;
       BEGIN
         IF found IS NULL OR v_date_0(found[1]) IS NULL THEN RETURN NULL; END IF;
         wall := v_ms(found[1] || 'T' || found[2] || coalesce(substr(found[3], 1, 3), ':00')
           || '.' || rpad(coalesce(substr(found[3], 5, 3), ''), 3, '0') || 'Z');
         IF found[4] IS NULL THEN RETURN v_moment(v_to_utc(wall, zone)); END IF;
         IF upper(found[4]) = 'Z' THEN RETURN v_moment(wall); END IF;
         ahead := (substr(found[4], 2, 2)::bigint * 60 + substr(found[4], 5, 2)::bigint) * 60000;
         RETURN v_moment(CASE WHEN left(found[4], 1) = '-' THEN wall + ahead ELSE wall - ahead END);
       END`,
      { stable: true },
    ),
  ),
]

const MONTHS = `CASE unit WHEN 'month' THEN count WHEN 'quarter' THEN count * 3 WHEN 'year' THEN count * 12 END`

const CALENDAR = [
  defineFunction(
    'v_start_of_0(unit text, date text)',
    'text',
    `RETURN CASE unit
       WHEN 'week' THEN v_date(v_days(date) - v_monday_index(v_days(date)))
       WHEN 'month' THEN left(date, 8) || '01'
       WHEN 'quarter' THEN left(date, 5) || lpad(((substr(date, 6, 2)::integer - 1) / 3 * 3 + 1)::text, 2, '0') || '-01'
       WHEN 'year' THEN left(date, 5) || '01-01'
       WHEN 'day' THEN date END;`,
  ),
  defineFunction(
    'v_later_0(date text, count bigint, unit text)',
    'text',
    `DECLARE
       total bigint;
       first bigint;
     BEGIN
       IF abs(count) > 4000000 THEN RETURN NULL; END IF;
       IF unit = 'day' THEN RETURN v_date(v_days(date) + count); END IF;
       IF unit = 'week' THEN RETURN v_date(v_days(date) + count * 7); END IF;
       total := left(date, 4)::bigint * 12 + substr(date, 6, 2)::bigint - 1 + ${MONTHS};
       IF total IS NULL OR total NOT BETWEEN 0 AND 119999 THEN RETURN NULL; END IF;
       first := v_days_of(total / 12, total % 12 + 1, 1);
       RETURN v_date(least(first + substr(date, 9, 2)::bigint - 1,
         v_days_of((total + 1) / 12, (total + 1) % 12 + 1, 1) - 1));
     END`,
  ),
  defineValue('v_year_0(date text)', 'bigint', 'left(date, 4)::bigint'),
  defineValue('v_month_0(date text)', 'bigint', 'substr(date, 6, 2)::bigint'),
  defineValue('v_day_0(date text)', 'bigint', 'substr(date, 9, 2)::bigint'),
  defineFunction(
    'v_years_between_0(a text, b text)',
    'bigint',
    `IF b COLLATE "C" < a THEN RETURN -v_years_between_0(b, a); END IF;
     RETURN v_year_0(b) - v_year_0(a) - (substr(b, 6) COLLATE "C" < substr(a, 6))::integer;`,
  ),
  defineValue('v_weekday_0(date text)', 'text', 'v_day_name(v_days(date))'),
]

const MOST_DATES = 4_000
const TOO_MANY = `RAISE EXCEPTION 'a list of dates has at most ${MOST_DATES} entries';`

/** Defines `dates(from, to, every, weekdays)`, as JSON. Without weekdays each date counts; by weeks the weekday of `from` does. */
const RECURRING = [
  defineFunction(
    'v_dates_by_unit(first text, last text, unit text, weekdays jsonb)',
    'jsonb',
    `DECLARE
       dates text[] := '{}';
       step bigint := 0;
       date text;
     BEGIN
       IF unit = 'week' THEN RETURN v_dates_by_weeks(first, last, 1, weekdays); END IF;
       LOOP
         date := v_later_0(first, step, unit);
         IF date IS NULL OR date COLLATE "C" > last THEN
           RETURN CASE WHEN date IS NOT NULL OR step > 0 THEN to_jsonb(dates) END;
         END IF;
         IF weekdays = '[]' OR weekdays ? v_weekday_0(date) THEN dates := dates || date; END IF;
         IF cardinality(dates) > ${MOST_DATES} OR step > ${7 * MOST_DATES} THEN ${TOO_MANY} END IF;
         step := step + 1;
       END LOOP;
     END`,
  ),
  defineFunction(
    'v_dates_by_weeks(first text, last text, weeks bigint, weekdays jsonb)',
    'jsonb',
    `DECLARE
       start bigint := v_days(first);
       until bigint := v_days(last);
       monday bigint := start - v_monday_index(start);
       wanted jsonb := CASE WHEN weekdays = '[]' THEN jsonb_build_array(v_weekday_0(first)) ELSE weekdays END;
       dates text[] := '{}';
     BEGIN
       IF weeks < 1 THEN RETURN NULL; END IF;
       WHILE monday <= until LOOP
         FOR day IN greatest(monday, start)..least(monday + 6, until) LOOP
           IF wanted ? v_day_name(day) THEN dates := dates || v_date(day); END IF;
         END LOOP;
         IF cardinality(dates) > ${MOST_DATES} OR monday - start > ${49 * MOST_DATES}::numeric * weeks THEN ${TOO_MANY} END IF;
         monday := monday + weeks * 7;
       END LOOP;
       RETURN to_jsonb(dates);
     END`,
  ),
  defineValue('v_dates_0(a text, b text)', 'jsonb', `v_dates_by_unit(a, b, 'day', '[]')`),
  defineValue('v_dates_1(a text, b text, unit text)', 'jsonb', `v_dates_by_unit(a, b, unit, '[]')`),
  defineValue('v_dates_2(a text, b text, unit text, days jsonb)', 'jsonb', 'v_dates_by_unit(a, b, unit, days)'),
  defineValue('v_dates_3(a text, b text, weeks bigint)', 'jsonb', `v_dates_by_weeks(a, b, weeks, '[]')`),
  defineValue('v_dates_4(a text, b text, weeks bigint, days jsonb)', 'jsonb', 'v_dates_by_weeks(a, b, weeks, days)'),
]

export const DATE_FUNCTIONS: readonly string[] = [
  ...ARITHMETIC,
  ...OPERATORS,
  ...SPANS,
  ...READERS,
  ...CALENDAR,
  ...RECURRING,
]
