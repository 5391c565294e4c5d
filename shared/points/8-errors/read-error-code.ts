// Reads an error code.
import * as say from '../../diagnostics/8-errors.ts'
import type { Fragment } from '../../text/fragment.ts'
import { spanOf } from '../../text/fragment.ts'
import { bare } from '../../text/written-values.ts'
import type { PointContext } from '../reading/point-context.ts'

/** Undefined for an empty text, and after it was said that a text is no code: a message stands under point 8. */
export function readErrorCode(text: Fragment, context: PointContext): Fragment | undefined {
  const code = bare(text)
  if (code.value === '') return undefined
  if (/^[A-Za-z]\w*$/.test(code.value)) return code
  context.report(say.badCode(spanOf(text), { code: code.value }))
  return undefined
}
