// Defines numbers in PostgreSQL as the evaluator has them: what is too large is never an error.
import { DURATION_UNIT } from '#shared/expressions/duration.ts'
import { MOST_DIGITS } from '#shared/expressions/functions/whole.ts'
import { defineFunction, defineValue } from './define-function.ts'

/** Beyond it a double is no longer exact. */
export const MOST_EXACT = '9007199254740991'
const BEYOND = '9007199254740992'
const MOST = `'1e${MOST_DIGITS}'::numeric`

const CHECKS = [
  // Other than PostgreSQL's own, nothing comes of nothing.
  defineValue('v_least(a anyelement, b anyelement)', 'anyelement', 'least(a, b)'),
  defineValue('v_greatest(a anyelement, b anyelement)', 'anyelement', 'greatest(a, b)'),
  defineValue('v_floor_0(value double precision)', 'numeric', 'v_whole_number(floor(value))'),
  defineValue('v_ceil_0(value double precision)', 'numeric', 'v_whole_number(ceil(value))'),
  defineValue('v_whole(value numeric)', 'numeric', `least(greatest(value, -${MOST}), ${MOST})`),
  defineValue('v_bounded(value numeric)', 'bigint', `least(greatest(value, -${BEYOND}), ${BEYOND})::bigint`),
  // A double that is whole, or endless.
  defineFunction(
    'v_whole_number(value double precision)',
    'numeric',
    `IF abs(value) <= ${MOST_EXACT} THEN RETURN value::bigint; END IF;
     IF abs(value) = 'Infinity' THEN RETURN sign(value)::integer * ${MOST}; END IF;
     RETURN v_text_of_number(value)::numeric;`,
  ),
  // Adding 0 makes 0 of −0.
  defineValue(
    'v_finite(value double precision)',
    'double precision',
    `CASE WHEN value = 'NaN' THEN 'Infinity' ELSE value + 0 END`,
  ),
  // JavaScript's Math.round: halves go up.
  defineFunction(
    'v_round(value double precision)',
    'numeric',
    `IF abs(value) > ${MOST_EXACT} THEN RETURN v_whole_number(value); END IF;
     RETURN v_whole_number(floor(value) + CASE WHEN value - floor(value) >= 0.5 THEN 1 ELSE 0 END);`,
  ),
]

const wholeArithmetic = (kind: string): readonly string[] => {
  const define = (name: string, value: string): string =>
    defineValue(`v_${kind}_${name}_${kind}(a numeric, b numeric)`, 'numeric', value)
  return [
    define('add', 'v_whole(a + b)'),
    define('subtract', 'v_whole(a - b)'),
    define('multiply', 'v_whole(a * b)'),
    define('modulo', 'CASE WHEN b <> 0 THEN a % b END'),
  ]
}

/** Doubles that leave their range are errors in PostgreSQL: near its ends they are caught. */
const numberArithmetic = (name: string, sign: string, plain: string, beyond: string): string =>
  defineFunction(
    `v_number_${name}_number(a double precision, b double precision)`,
    'double precision',
    `${name === 'divide' ? 'IF b = 0 THEN RETURN NULL; END IF;' : ''}
     IF ${plain} THEN RETURN (a ${sign} b) + 0; END IF;
     BEGIN
       RETURN v_finite(a ${sign} b);
     EXCEPTION WHEN numeric_value_out_of_range THEN
       RETURN ${beyond};
     END;`,
  )
const SMALL = 'abs(a) < 8e307 AND abs(b) < 8e307'
const MIDDLING = '(a = 0 OR abs(a) BETWEEN 1e-150 AND 1e150) AND (b = 0 OR abs(b) BETWEEN 1e-150 AND 1e150)'
const endless = (isPositive: string): string =>
  `CASE WHEN ${isPositive} THEN 'Infinity'::double precision ELSE '-Infinity'::double precision END`

/** A duration times or by a number: both of its parts. */
const scaled = (operation: string, by: string): string =>
  `v_duration_of(${operation}(v_integer_to_number(v_days_of(span)), ${by}), ${operation}(v_integer_to_number(v_length(span)), ${by}))`
const UNIT = `'${DURATION_UNIT}'::numeric`
const HALF = `'${DURATION_UNIT / 2n}'::numeric`

const ARITHMETIC = [
  ...wholeArithmetic('integer'),
  ...wholeArithmetic('duration'),
  defineValue('v_integer_divide_integer(a numeric, b numeric)', 'numeric', 'CASE WHEN b <> 0 THEN div(a, b) END'),
  // A duration is its length in milliseconds times 2^64, plus its days, as `duration.ts` has it.
  // Rounded down by `mod` and `div`, which are exact: a quotient by `/` has some 16 digits.
  defineValue(
    'v_length(span numeric)',
    'numeric',
    `div(span + ${HALF} - mod(mod(span + ${HALF}, ${UNIT}) + ${UNIT}, ${UNIT}), ${UNIT})`,
  ),
  defineValue('v_days_of(span numeric)', 'numeric', `span - v_length(span) * ${UNIT}`),
  defineValue('v_make_duration(length numeric, days numeric)', 'numeric', `v_whole(length * ${UNIT} + days)`),
  // A part of a day is hours.
  defineFunction(
    'v_duration_of(days double precision, length double precision)',
    'numeric',
    `RETURN v_make_duration(v_round(length),
       CASE WHEN abs(days) <= ${Number.MAX_SAFE_INTEGER} THEN trunc(days)::bigint ELSE 0 END);`,
  ),
  defineValue(
    'v_duration_divide_duration(a numeric, b numeric)',
    'double precision',
    'v_number_divide_number(v_integer_to_number(v_length(a)), v_integer_to_number(v_length(b)))',
  ),
  numberArithmetic('add', '+', SMALL, endless('a > 0')),
  numberArithmetic('subtract', '-', SMALL, endless('a > 0')),
  numberArithmetic(
    'multiply',
    '*',
    MIDDLING,
    `CASE WHEN ln(abs(a)) + ln(abs(b)) < 0 THEN 0 ELSE ${endless('(a < 0) = (b < 0)')} END`,
  ),
  numberArithmetic(
    'divide',
    '/',
    MIDDLING,
    `CASE WHEN ln(abs(a)) < ln(abs(b)) THEN 0 ELSE ${endless('(a < 0) = (b < 0)')} END`,
  ),
  defineValue(
    'v_duration_multiply_number(span numeric, factor double precision)',
    'numeric',
    scaled('v_number_multiply_number', 'factor'),
  ),
  defineValue(
    'v_number_multiply_duration(factor double precision, span numeric)',
    'numeric',
    scaled('v_number_multiply_number', 'factor'),
  ),
  defineValue(
    'v_duration_divide_number(span numeric, factor double precision)',
    'numeric',
    scaled('v_number_divide_number', 'factor'),
  ),
]

const decimalArithmetic = (name: string, scale: string, units: string): string =>
  defineFunction(
    `v_decimal_${name}_decimal(a numeric, a_scale integer, b numeric, b_scale integer)`,
    'numeric',
    `DECLARE scale integer := ${scale};
     BEGIN RETURN v_whole(${units}); END`,
  )
const power = (exponent: string): string => `('1e' || (${exponent}))::numeric`
const SUM_SCALE = 'greatest(a_scale, b_scale)'
const inScale = (name: 'a' | 'b'): string => `v_decimal_to_decimal(${name}, ${name}_scale, scale)`

/** Whole units of a scale; PostgreSQL's numeric is exact, and rounds halves away from zero. */
const DECIMALS = [
  decimalArithmetic('add', SUM_SCALE, `${inScale('a')} + ${inScale('b')}`),
  decimalArithmetic('subtract', SUM_SCALE, `${inScale('a')} - ${inScale('b')}`),
  decimalArithmetic(
    'multiply',
    'least(a_scale + b_scale, greatest(a_scale, b_scale, 6))',
    `round(a * b * ${power('scale - a_scale - b_scale')})`,
  ),
  defineFunction(
    'v_decimal_divide_decimal(a numeric, a_scale integer, b numeric, b_scale integer)',
    'numeric',
    `DECLARE
       scale integer := greatest(a_scale, b_scale, 6);
       dividend numeric := abs(a) * ${power('scale + b_scale - a_scale')};
       divisor numeric := abs(b);
       quotient numeric;
     BEGIN
       IF b = 0 THEN RETURN NULL; END IF;
       quotient := div(dividend, divisor);
       IF (dividend - quotient * divisor) * 2 >= divisor THEN quotient := quotient + 1; END IF;
       RETURN v_whole(CASE WHEN (a < 0) = (b < 0) THEN quotient ELSE -quotient END);
     END`,
  ),
  defineValue(
    'v_decimal_to_decimal(units numeric, from_scale integer, to_scale integer)',
    'numeric',
    `v_whole(round(units * ${power('to_scale - from_scale')}))`,
  ),
  defineValue(
    'v_decimal_to_number(units numeric, scale integer)',
    'double precision',
    `v_integer_to_number(units) / ('1e' || scale)::double precision + 0`,
  ),
  defineValue(
    'v_decimal_to_integer(units numeric, scale integer)',
    'numeric',
    `v_whole(round(units * ${power('-scale')}))`,
  ),
  defineFunction(
    'v_number_to_decimal(value double precision, scale integer)',
    'numeric',
    `IF abs(value) = 'Infinity' THEN RETURN v_whole_number(value); END IF;
     RETURN v_whole(round(v_text_of_number(value)::numeric * ${power('scale')}));`,
  ),
  defineValue(
    'v_number_to_integer(value double precision)',
    'numeric',
    'CASE WHEN value < 0 THEN -v_round(-value) ELSE v_round(value) END',
  ),
  defineValue('v_integer_to_decimal(value numeric, scale integer)', 'numeric', `v_whole(value * ${power('scale')})`),
  defineValue(
    'v_integer_to_number(value numeric)',
    'double precision',
    `CASE WHEN abs(value) <= 1.7976931348623157e308 THEN value::double precision ELSE ${endless('value > 0')} END`,
  ),
]

const TEXTS = [
  defineValue('v_text_of_boolean(value boolean)', 'text', 'value::text'),
  defineValue('v_text_of_integer(value numeric)', 'text', 'value::text'),
  // As JavaScript prints a number: the fewest digits that tell it from all others, the nearest of these, and no exponent from 1e-6 to 1e21.
  defineFunction(
    'v_text_of_number(value double precision)',
    'text',
    `DECLARE
       size double precision := abs(value);
       exact numeric := CASE WHEN size < 'Infinity' THEN size::text::numeric END;
       shorter numeric;
       digits text;
       exponent integer;
     BEGIN
       IF value = 0 THEN RETURN '0'; END IF;
       IF size = 'Infinity' THEN RETURN value::text; END IF;
       LOOP
         digits := rtrim(ltrim(replace(exact::text, '.', ''), '0'), '0');
         exponent := CASE WHEN exact >= 1 THEN length(trunc(exact)::text) ELSE length(digits) - length(rtrim(substr(exact::text, 3), '0')) END;
         EXIT WHEN length(digits) <= 15;
         shorter := v_shorter(size, exact, exponent - length(digits) + 1);
         EXIT WHEN shorter IS NULL;
         exact := shorter;
       END LOOP;
       IF size >= 1e21 OR size < 1e-6 THEN
         digits := left(digits, 1) || CASE WHEN length(digits) > 1 THEN '.' || substr(digits, 2) ELSE '' END
           || 'e' || CASE WHEN exponent > 0 THEN '+' ELSE '' END || (exponent - 1);
       ELSE
         digits := trim_scale(exact)::text;
       END IF;
       RETURN CASE WHEN value < 0 THEN '-' ELSE '' END || digits;
     END`,
  ),
  // The decimal with one digit less (its last one stands for 10 to that power) that is read as the same double, if there is one.
  defineFunction(
    'v_shorter(size double precision, exact numeric, place integer)',
    'numeric',
    `DECLARE
       step numeric := ('1e' || place)::numeric;
       below numeric := div(exact, step) * step;
       above numeric := below + step;
       fits_below boolean := below::text::double precision = size;
       fits_above boolean := above < 1.7976931348623158e308 AND above::text::double precision = size;
     BEGIN
       IF fits_below AND (NOT fits_above OR exact - below <= above - exact) THEN RETURN below; END IF;
       RETURN CASE WHEN fits_above THEN above END;
     END`,
  ),
  defineValue(
    'v_text_of_decimal(units numeric, scale integer)',
    'text',
    `round(units * ${power('-scale')}, scale)::text`,
  ),
  defineFunction(
    'v_text_of_duration(span numeric)',
    'text',
    `DECLARE
       days numeric := v_days_of(span);
       rest numeric := v_length(span) - days * 86400000;
       negative boolean := days <= 0 AND rest <= 0;
       own_days numeric := CASE WHEN negative THEN -days ELSE days END;
       sign text := CASE WHEN rest < 0 AND NOT negative THEN '-' ELSE '' END;
       size numeric := abs(rest);
       hours numeric := div(size, 3600000);
       minutes numeric := div(size, 60000) % 60;
       seconds numeric := trim_scale((size % 60000) / 1000.0);
       clock text := CASE WHEN hours > 0 THEN sign || hours || 'H' ELSE '' END
         || CASE WHEN minutes > 0 THEN sign || minutes || 'M' ELSE '' END
         || CASE WHEN seconds > 0 THEN sign || seconds || 'S' ELSE '' END;
     BEGIN
       IF days = 0 AND rest = 0 THEN RETURN 'PT0S'; END IF;
       RETURN CASE WHEN negative THEN '-' ELSE '' END || 'P' || CASE WHEN own_days <> 0 THEN own_days || 'D' ELSE '' END
         || CASE WHEN clock <> '' THEN 'T' || clock ELSE '' END;
     END`,
  ),
]

/** Kahan's and Babuška's sum: what each addition loses is kept and added at the end. */
const AGGREGATES = [
  defineFunction(
    'v_sum_step(state double precision[], value double precision)',
    'double precision[]',
    `DECLARE
       sum double precision := state[1];
       next double precision;
     BEGIN
       next := v_number_add_number(sum, value);
       IF abs(next) = 'Infinity' THEN RETURN ARRAY[next, 0]; END IF;
       RETURN ARRAY[next, state[2] + CASE WHEN abs(sum) > abs(value) THEN sum - next + value ELSE value - next + sum END];
     END`,
  ),
  defineValue(
    'v_sum_end(state double precision[])',
    'double precision',
    `CASE WHEN abs(state[1]) = 'Infinity' THEN state[1] ELSE v_number_add_number(state[1], state[2]) END`,
  ),
  `CREATE OR REPLACE AGGREGATE v_sum(double precision) (SFUNC = v_sum_step, STYPE = double precision[], INITCOND = '{0,0}', FINALFUNC = v_sum_end, PARALLEL = SAFE)`,
  defineValue(
    'v_average_number(sum double precision, count bigint)',
    'double precision',
    'v_number_divide_number(sum, count)',
  ),
  defineValue(
    'v_average_duration(sum numeric, count bigint)',
    'numeric',
    scaled('v_number_divide_number', 'count').replaceAll('span', 'sum'),
  ),
  defineValue(
    'v_average_decimal(sum numeric, scale integer, count bigint)',
    'numeric',
    'v_decimal_divide_decimal(sum, scale, count, 0)',
  ),
]

const READERS = [
  defineValue('v_int_0(value double precision)', 'numeric', 'v_whole_number(trunc(value))'),
  defineValue(
    'v_int_1(value text)',
    'numeric',
    `CASE WHEN length(value) <= ${MOST_DIGITS + 1} AND value COLLATE "C" ~ '^[+-]?[0-9]+$' AND length(ltrim(value, '+-')) <= ${MOST_DIGITS}
          THEN v_whole(value::numeric) END`,
  ),
  defineValue(
    'v_bool_0(value text)',
    'boolean',
    `CASE WHEN value IN ('1', 't', 'true', 'TRUE', 'True') THEN true
          WHEN value IN ('0', 'f', 'false', 'FALSE', 'False') THEN false END`,
  ),
  defineValue('v_double_0(value double precision)', 'double precision', 'value'),
  defineFunction(
    'v_double_1(value text)',
    'double precision',
    `IF value COLLATE "C" !~* '^[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)(e[+-]?[0-9]{1,3})?$' THEN RETURN NULL; END IF;
     BEGIN
       RETURN v_finite(value::double precision);
     EXCEPTION WHEN numeric_value_out_of_range THEN
       RETURN CASE WHEN value COLLATE "C" ~* 'e-' THEN 0 ELSE ${endless(`left(value, 1) <> '-'`)} END;
     END;`,
  ),
]

export const NUMBER_FUNCTIONS: readonly string[] = [
  ...CHECKS,
  ...ARITHMETIC,
  ...DECIMALS,
  ...TEXTS,
  ...AGGREGATES,
  ...READERS,
]
