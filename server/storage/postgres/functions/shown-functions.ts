// Defines in PostgreSQL how values are shown to people, by a form that `shown-form.ts` reads from JavaScript.
import { defineFunction, defineValue } from './define-function.ts'

const DAY = 86_400_000

const NUMBERS = [
  defineFunction(
    'v_shown_number(value numeric, form jsonb)',
    'text',
    `DECLARE
       least integer := form -> 'leastPlaces';
       side integer := (value < 0)::integer;
       written text := round(abs(value), (form -> 'mostPlaces')::integer);
       whole text := split_part(written, '.', 1);
       places text := split_part(written, '.', 2);
       size integer := form -> 'last';
       rest text := '';
     BEGIN
       places := left(places, least) || rtrim(substr(places, least + 1), '0');
       IF length(whole) >= (form -> 'groupedFrom')::bigint THEN
         rest := left(whole, -size);
         whole := right(whole, size);
         size := form -> 'others';
         WHILE rest <> '' LOOP
           whole := right(rest, size) || (form ->> 'group') || whole;
           rest := left(rest, -size);
         END LOOP;
       END IF;
       IF places <> '' THEN whole := whole || (form ->> 'decimal') || places; END IF;
       RETURN (form -> 'before' ->> side) || translate(whole, '0123456789', form ->> 'digits') || (form -> 'behind' ->> side);
     END`,
  ),
  defineFunction(
    'v_shown_double(value double precision, form jsonb)',
    'text',
    `DECLARE exact numeric;
     BEGIN
       IF abs(value) = 'Infinity' THEN RETURN form -> 'broken' -> 'endless' ->> (value < 0)::integer; END IF;
       exact := v_text_of_number(value)::numeric;
       RETURN v_shown_number(exact, form -> CASE WHEN exact = trunc(exact) THEN 'whole' ELSE 'broken' END);
     END`,
  ),
]

const DATES = [
  // The milliseconds of a clock and a calendar on the wall: the last moments of 9999 may be in the year 10000 there.
  defineFunction(
    'v_shown_wall(wall bigint, form jsonb)',
    'text',
    `DECLARE
       days bigint := v_floor_div(wall, ${DAY});
       civil bigint[] := v_civil(days);
       minutes bigint := (wall - days * ${DAY}) / 60000;
       part jsonb;
       shown text := '';
     BEGIN
       FOR part IN SELECT value FROM jsonb_array_elements(form) LOOP
         shown := shown || CASE part ->> 0
           WHEN 'text' THEN part ->> 1
           WHEN 'yyyy' THEN CASE WHEN civil[1] < 0 THEN '-' ELSE '' END || lpad(abs(civil[1])::text, greatest(4, length(abs(civil[1])::text)), '0')
           WHEN 'yy' THEN lpad((abs(civil[1]) % 100)::text, 2, '0')
           WHEN 'year' THEN translate(v_shown_year(civil[1] + (part -> 1)::bigint, (part -> 3)::integer), '0123456789', part ->> 2)
           ELSE part -> 1 ->> (CASE part ->> 0
             WHEN 'month' THEN civil[2] - 1
             WHEN 'day' THEN civil[3] - 1
             WHEN 'weekday' THEN v_monday_index(days)
             WHEN 'hour' THEN minutes / 60
             ELSE minutes % 60 END)::integer
           END;
       END LOOP;
       RETURN shown;
     END`,
  ),
  // The year before the first is the first before it.
  defineValue(
    'v_shown_year(year bigint, places integer)',
    'text',
    `CASE WHEN places = 2 THEN lpad((CASE WHEN year < 1 THEN 1 - year ELSE year END % 100)::text, 2, '0')
       ELSE (CASE WHEN year < 1 THEN 1 - year ELSE year END)::text END`,
  ),
  defineValue('v_shown_date(date text, form jsonb)', 'text', `v_shown_wall(v_days(date) * ${DAY}, form)`),
  defineValue(
    'v_shown_moment(moment text, zone text, form jsonb)',
    'text',
    'v_shown_wall(v_wall(moment, zone), form)',
    {
      stable: true,
    },
  ),
]

/** A function that shows a duration as `printDuration` does. */
const DURATION = defineFunction(
  'v_shown_duration(span numeric, form jsonb)',
  'text',
  `DECLARE
     length bigint := v_bounded(v_length(span));
     remaining bigint := abs(length);
     sizes bigint[] := '{86400000,3600000,60000,1000}';
     first integer := CASE WHEN v_days_of(span) = 0 THEN 2 ELSE 1 END;
     parts text[] := '{}';
     count bigint;
   BEGIN
     FOR unit IN first..4 LOOP
       count := remaining / sizes[unit];
       remaining := remaining % sizes[unit];
       IF count > 0 OR (unit = 4 AND parts = '{}') THEN parts := parts || v_shown_count(count, form -> 'units' -> unit - 1, form); END IF;
     END LOOP;
     RETURN CASE WHEN length < 0 THEN '-' ELSE '' END || array_to_string(parts[1:3], ' ');
   END`,
)

const COUNT = defineFunction(
  'v_shown_count(count bigint, texts jsonb, form jsonb)',
  'text',
  `DECLARE
     place integer := CASE WHEN count < 200 THEN count WHEN count % 1000000 = 0 THEN 200 ELSE 100 + count % 100 END;
   BEGIN
     RETURN replace(texts ->> (form -> 'kinds' -> place)::integer, '{}', v_shown_number(count, form -> 'number'));
   END`,
)

const JSON_TEXT = defineFunction(
  'v_shown_json(value json)',
  'text',
  `IF json_typeof(value) = 'array' THEN
       RETURN coalesce((SELECT string_agg(v_shown_json(each), ', ' ORDER BY place)
         FROM json_array_elements(value) WITH ORDINALITY AS elements(each, place)), '');
     END IF;
     IF json_typeof(value) <> 'object' THEN RETURN coalesce(value #>> '{}', 'null'); END IF;
     IF json_typeof(value -> 'name') = 'string' THEN RETURN value ->> 'name'; END IF;
     IF json_typeof(value -> 'lat') = 'number' AND json_typeof(value -> 'lon') = 'number' THEN
       RETURN (value ->> 'lat') || ', ' || (value ->> 'lon');
     END IF;
     RETURN value::text;`,
)

export const SHOWN_FUNCTIONS: readonly string[] = [...NUMBERS, ...DATES, DURATION, COUNT, JSON_TEXT]
