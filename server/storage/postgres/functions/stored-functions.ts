// Defines functions that statements call beside expressions: stored durations, and the order of numbers.
import { defineValue } from './define-function.ts'

export const STORED_FUNCTIONS: readonly string[] = [
  // A duration is kept as its text.
  defineValue('v_duration(value text)', 'numeric', 'v_duration_0(value)'),
  // Numbers have any size, and sort by themselves.
  defineValue('v_order(value numeric)', 'numeric', 'value'),
]
