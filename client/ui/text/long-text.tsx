// Shows a text of several lines; a long one part by part, by code that few pages need.
import { loadPart } from '../load-page.tsx'
import type { LongTextProps } from './long-text-parts.tsx'

/** Characters of a text that is shown whole. */
const SHORT = 1_000

export function LongText({ text, children }: LongTextProps) {
  return text.length <= SHORT ? children(text) : <LongTextParts text={text}>{children}</LongTextParts>
}

const LongTextParts = loadPart(
  async () => (await import('./long-text-parts.tsx')).LongTextParts,
  ({ text, children }: LongTextProps) => children(text.slice(0, SHORT)),
)
