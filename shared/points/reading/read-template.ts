// Reads a text with expressions in braces: `{number} waits for you`.
import * as say from '../../diagnostics/all-points.ts'
import type { Fragment } from '../../text/fragment.ts'
import { sliceFragment, spanOf, trimFragment } from '../../text/fragment.ts'
import { step } from '../../text/scan.ts'
import { bare, readQuoted } from '../../text/written-values.ts'
import type { Template } from '../4-states/declarations.ts'
import type { PointContext } from './point-context.ts'

/** The text as written, or what stands between its quotes. `\"`, `{{`, `}}`, `\{` and `\}` stand for the mark itself. */
export function readTemplate(text: Fragment, context: PointContext): Template {
  const inner = readQuoted(text) ?? trimFragment(text)
  const parts: (string | { expression: Fragment })[] = []
  let literal = ''
  for (let at = 0; at < inner.value.length;) {
    const character = inner.value[at] ?? ''
    if (character === '\\' && /["{}\\]/.test(inner.value[at + 1] ?? '')) {
      literal += inner.value[at + 1]
      at += 2
    } else if ((character === '{' || character === '}') && inner.value[at + 1] === character) {
      literal += character
      at += 2
    } else if (character === '{') {
      const end = step(inner.value, at)
      if (inner.value[end - 1] !== '}' || end === at + 1) {
        context.report(say.unclosedBrace(spanOf(inner, at, at + 1), {}))
        return [...parts, literal + inner.value.slice(at)]
      }
      if (literal !== '') parts.push(literal)
      literal = ''
      const expression = trimFragment(sliceFragment(inner, at + 1, end - 1))
      parts.push({ expression: bare(expression) })
      at = end
    } else {
      MARK.lastIndex = at + 1
      const next = MARK.test(inner.value) ? MARK.lastIndex - 1 : inner.value.length
      literal += inner.value.slice(at, next)
      at = next
    }
  }
  return literal === '' ? parts : [...parts, literal]
}

const MARK = /[\\{}]/g
