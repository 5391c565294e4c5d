// Defines functions that statements call beside expressions: stored durations, and the order of numbers.
import { defineValue } from './define-function.ts'

const MOST = "'1.7976931348623157e308'"

const numberOfJson = (type: string): string =>
  defineValue(`v_json_number(value ${type})`, type, `greatest(-${MOST}::${type}, least(value, ${MOST}::${type}))`)

export const STORED_FUNCTIONS: readonly string[] = [
  // A duration is kept as its text.
  defineValue('v_duration(value text)', 'numeric', 'v_duration_0(value)'),
  // Numbers have any size, and sort by themselves.
  defineValue('v_order(value numeric)', 'numeric', 'value'),
  numberOfJson('numeric'),
  numberOfJson('double precision'),
]
