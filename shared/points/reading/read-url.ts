// Reads a web address with expressions in braces, or an expression.
import * as say from '../../diagnostics/7-calls.ts'
import type { Fragment } from '../../text/fragment.ts'
import { spanOf } from '../../text/fragment.ts'
import { bare, readQuoted } from '../../text/written-values.ts'
import type { Template } from '../4-states/declarations.ts'
import type { PointContext } from './point-context.ts'
import { readTemplate } from './read-template.ts'

/** Undefined after it was said that it can be none. An expression is a template of only that. */
export function readUrl(written: Fragment, context: PointContext): Template | undefined {
  const text = bare(written)
  const quoted = readQuoted(text)
  const isAddress = /^(?:[a-z][a-z0-9+.-]*:|\{[^{}]*\}\/)/i.test(text.value)
  if (!quoted && !isAddress) return [{ expression: text }]
  const address = quoted ?? text
  // What begins with an expression may be anything.
  if (/^(?:https?:\/\/[^\s/]|\{)/i.test(address.value) && !/\s/.test(address.value.replaceAll(/\{[^{}]*\}/g, '')))
    return readTemplate(address, context)
  context.report(say.badUrl(spanOf(address), { url: address.value }))
  return undefined
}
