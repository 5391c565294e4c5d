// Divides the text between two quotes into what stands there and the expressions in its braces.
import type { Fragment } from '../../text/fragment.ts'
import { sliceFragment, spanOf } from '../../text/fragment.ts'
import { step } from '../../text/scan.ts'
import type { Span } from '../../text/span.ts'

/** A text as it stands, an expression, or a brace that is never closed. */
export type TemplatePart = string | Fragment | { readonly unclosed: Span }

/** A hole's place, for problems that are none of the template's. */
interface TemplateParts {
  readonly parts: readonly TemplatePart[]
  readonly holes: readonly { readonly from: number; readonly to: number }[]
}

type EscapeReader = (text: string, at: number) => { readonly value: string | undefined; readonly to: number }

/** `from` and `to` index the fragment; undefined where there is no brace. */
export function templateParts(
  source: Fragment,
  from: number,
  to: number,
  readEscape: EscapeReader,
): TemplateParts | undefined {
  const text = source.value.slice(0, to)
  if (!/[{}]/.test(text.slice(from))) return undefined
  const parts: TemplatePart[] = []
  const holes: { from: number; to: number }[] = []
  let plain = ''
  for (let at = from; at < to;) {
    const character = text[at] ?? ''
    if (character === '\\') {
      const escape = readEscape(text, at)
      plain += escape.value ?? ''
      at = escape.to
    } else if ((character === '{' || character === '}') && text[at + 1] === character) {
      plain += character
      at += 2
    } else if (character === '{') {
      const end = step(text, at)
      if (text[end - 1] !== '}' || end === at + 1) return { parts: [{ unclosed: spanOf(source, at, at + 1) }], holes }
      if (plain !== '') parts.push(plain)
      plain = ''
      parts.push(sliceFragment(source, at + 1, end - 1))
      holes.push({ from: at, to: end })
      at = end
    } else {
      plain += character
      at++
    }
  }
  if (plain !== '') parts.push(plain)
  return { parts, holes }
}
