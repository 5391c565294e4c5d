// Defines numbers in PostgreSQL as the evaluator has them: overflow is NULL, never an error.
import { defineFunction, defineValue } from './define-function.ts'

const MOST = '9007199254740991'

const CHECKS = [
  // Other than PostgreSQL's own, nothing comes of nothing.
  defineValue('v_least(a anyelement, b anyelement)', 'anyelement', 'least(a, b)'),
  defineValue('v_greatest(a anyelement, b anyelement)', 'anyelement', 'greatest(a, b)'),
  defineValue('v_floor_0(value double precision)', 'bigint', 'v_whole_number(floor(value))'),
  defineValue('v_ceil_0(value double precision)', 'bigint', 'v_whole_number(ceil(value))'),
  defineValue('v_whole(value numeric)', 'bigint', `CASE WHEN abs(value) <= ${MOST} THEN value::bigint END`),
  defineValue(
    'v_whole_number(value double precision)',
    'bigint',
    `CASE WHEN abs(value) <= ${MOST} THEN value::bigint END`,
  ),
  // Adding 0 makes 0 of −0.
  defineValue(
    'v_finite(value double precision)',
    'double precision',
    `CASE WHEN abs(value) < 'Infinity' THEN value + 0 END`,
  ),
  // JavaScript's Math.round: halves go up.
  defineFunction(
    'v_round(value double precision)',
    'bigint',
    `IF abs(value) > ${MOST} THEN RETURN NULL; END IF;
     RETURN v_whole_number(floor(value) + CASE WHEN value - floor(value) >= 0.5 THEN 1 ELSE 0 END);`,
  ),
]

const wholeArithmetic = (kind: string): readonly string[] => {
  const define = (name: string, value: string): string =>
    defineValue(`v_${kind}_${name}_${kind}(a bigint, b bigint)`, 'bigint', value)
  return [
    define('add', `CASE WHEN abs(a + b) <= ${MOST} THEN a + b END`),
    define('subtract', `CASE WHEN abs(a - b) <= ${MOST} THEN a - b END`),
    define('multiply', 'v_whole(a::numeric * b)'),
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
       RETURN (a ${sign} b) + 0;
     EXCEPTION WHEN numeric_value_out_of_range THEN
       RETURN ${beyond};
     END;`,
  )
const SMALL = 'abs(a) < 8e307 AND abs(b) < 8e307'
const MIDDLING = '(a = 0 OR abs(a) BETWEEN 1e-150 AND 1e150) AND (b = 0 OR abs(b) BETWEEN 1e-150 AND 1e150)'

const ARITHMETIC = [
  ...wholeArithmetic('integer'),
  ...wholeArithmetic('duration'),
  defineValue('v_integer_divide_integer(a bigint, b bigint)', 'bigint', 'CASE WHEN b <> 0 THEN a / b END'),
  defineValue(
    'v_duration_divide_duration(a bigint, b bigint)',
    'double precision',
    'CASE WHEN b <> 0 THEN a::double precision / b + 0 END',
  ),
  numberArithmetic('add', '+', SMALL, 'NULL'),
  numberArithmetic('subtract', '-', SMALL, 'NULL'),
  numberArithmetic('multiply', '*', MIDDLING, 'CASE WHEN ln(abs(a)) + ln(abs(b)) < 0 THEN 0 END'),
  numberArithmetic('divide', '/', MIDDLING, 'CASE WHEN ln(abs(a)) < ln(abs(b)) THEN 0 END'),
  defineValue(
    'v_duration_multiply_number(span bigint, factor double precision)',
    'bigint',
    'v_round(v_number_multiply_number(span, factor))',
  ),
  defineValue(
    'v_number_multiply_duration(factor double precision, span bigint)',
    'bigint',
    'v_round(v_number_multiply_number(span, factor))',
  ),
  defineValue(
    'v_duration_divide_number(span bigint, factor double precision)',
    'bigint',
    'v_round(v_number_divide_number(span, factor))',
  ),
]

const decimalArithmetic = (name: string, scale: string, units: string): string =>
  defineFunction(
    `v_decimal_${name}_decimal(a bigint, a_scale integer, b bigint, b_scale integer)`,
    'bigint',
    `DECLARE scale integer := ${scale};
     BEGIN RETURN v_whole(${units}); END`,
  )
const power = (exponent: string): string => `('1e' || (${exponent}))::numeric`
const SUM_SCALE = 'greatest(a_scale, b_scale)'

/** Whole units of a scale; PostgreSQL's numeric is exact, and rounds halves away from zero. */
const DECIMALS = [
  decimalArithmetic('add', SUM_SCALE, `a * ${power('scale - a_scale')} + b * ${power('scale - b_scale')}`),
  decimalArithmetic('subtract', SUM_SCALE, `a * ${power('scale - a_scale')} - b * ${power('scale - b_scale')}`),
  decimalArithmetic(
    'multiply',
    'least(a_scale + b_scale, greatest(a_scale, b_scale, 6))',
    `round(a::numeric * b * ${power('scale - a_scale - b_scale')})`,
  ),
  defineFunction(
    'v_decimal_divide_decimal(a bigint, a_scale integer, b bigint, b_scale integer)',
    'bigint',
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
    'v_decimal_to_decimal(units bigint, from_scale integer, to_scale integer)',
    'bigint',
    `v_whole(round(units * ${power('to_scale - from_scale')}))`,
  ),
  defineValue(
    'v_decimal_to_number(units bigint, scale integer)',
    'double precision',
    `units::double precision / ('1e' || scale)::double precision + 0`,
  ),
  defineValue(
    'v_decimal_to_integer(units bigint, scale integer)',
    'bigint',
    `v_whole(round(units * ${power('-scale')}))`,
  ),
  defineValue(
    'v_number_to_decimal(value double precision, scale integer)',
    'bigint',
    `v_whole(round(v_text_of_number(value)::numeric * ${power('scale')}))`,
  ),
  defineValue(
    'v_number_to_integer(value double precision)',
    'bigint',
    'CASE WHEN value < 0 THEN -v_round(-value) ELSE v_round(value) END',
  ),
]

const TEXTS = [
  defineValue('v_text_of_boolean(value boolean)', 'text', 'value::text'),
  defineValue('v_text_of_number(value bigint)', 'text', 'value::text'),
  // As JavaScript prints a number: the fewest digits that tell it from all others, the nearest of these, and no exponent from 1e-6 to 1e21.
  defineFunction(
    'v_text_of_number(value double precision)',
    'text',
    `DECLARE
       size double precision := abs(value);
       exact numeric := size::text::numeric;
       shorter numeric;
       digits text;
       exponent integer;
     BEGIN
       IF value = 0 THEN RETURN '0'; END IF;
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
    'v_text_of_decimal(units bigint, scale integer)',
    'text',
    `round(units * ${power('-scale')}, scale)::text`,
  ),
  defineFunction(
    'v_text_of_duration(span bigint)',
    'text',
    `DECLARE
       size bigint := abs(span);
       days bigint := size / 86400000;
       hours bigint := size / 3600000 % 24;
       minutes bigint := size / 60000 % 60;
       seconds numeric := trim_scale((size % 60000) / 1000.0);
       clock text := CASE WHEN hours > 0 THEN hours || 'H' ELSE '' END
         || CASE WHEN minutes > 0 THEN minutes || 'M' ELSE '' END
         || CASE WHEN seconds > 0 THEN seconds || 'S' ELSE '' END;
     BEGIN
       IF size = 0 THEN RETURN 'PT0S'; END IF;
       RETURN CASE WHEN span < 0 THEN '-' ELSE '' END || 'P' || CASE WHEN days > 0 THEN days || 'D' ELSE '' END
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
       IF abs(sum) = 'Infinity' THEN RETURN state; END IF;
       next := coalesce(v_number_add_number(sum, value), 'Infinity');
       IF next = 'Infinity' THEN RETURN ARRAY[next, 0]; END IF;
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
  defineValue('v_average_duration(sum bigint, count bigint)', 'bigint', 'v_round(v_number_divide_number(sum, count))'),
  defineValue(
    'v_average_decimal(sum numeric, scale integer, count bigint)',
    'bigint',
    `CASE WHEN abs(sum) <= ${MOST} THEN v_decimal_divide_decimal(sum::bigint, scale, count, 0) END`,
  ),
]

const READERS = [
  defineValue('v_int_0(value double precision)', 'bigint', 'v_whole_number(trunc(value))'),
  defineValue(
    'v_int_1(value text)',
    'bigint',
    `CASE WHEN value COLLATE "C" ~ '^[+-]?[0-9]{1,16}$' THEN v_whole(value::numeric) END`,
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
       RETURN CASE WHEN value COLLATE "C" ~* 'e-' THEN 0 END;
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
