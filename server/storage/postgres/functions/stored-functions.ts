// Defines functions that statements call beside expressions: stored durations, and the order of numbers.
import { COLLATION_FUNCTION } from '../../collation-sql.ts'
import { DURATION_ORDER_FUNCTION } from '../../order-key.ts'
import { defineValue } from './define-function.ts'

const MOST = "'1.7976931348623157e308'"

const numberOfJson = (type: string): string =>
  defineValue(`v_json_number(value ${type})`, type, `greatest(-${MOST}::${type}, least(value, ${MOST}::${type}))`)

/** Defines a key that stands in indexes. The server fills an index without the search path of the session. */
function keyOfIndex(name: string, returns: string, key: string): string {
  return `CREATE OR REPLACE FUNCTION ${name}(value text, version text) RETURNS ${returns}
  LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path FROM CURRENT AS $$ BEGIN RETURN ${key}(value); END $$`
}

export const STORED_FUNCTIONS: readonly string[] = [
  // A duration is kept as its text.
  defineValue('v_duration(value text)', 'numeric', 'v_duration_0(value)'),
  // Numbers have any size, and sort by themselves.
  defineValue('v_order(value numeric)', 'numeric', 'value'),
  numberOfJson('numeric'),
  numberOfJson('double precision'),
  keyOfIndex(COLLATION_FUNCTION, 'text', COLLATION_FUNCTION),
  keyOfIndex(DURATION_ORDER_FUNCTION, 'numeric', 'v_duration'),
]
