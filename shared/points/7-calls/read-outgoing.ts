// Reads a row of the table of outgoing calls.
import * as say from '../../diagnostics/7-calls.ts'
import type { Fragment } from '../../text/fragment.ts'
import { spanOf } from '../../text/fragment.ts'
import { matchParts } from '../../text/match-parts.ts'
import { nearest } from '../../text/nearest-word.ts'
import { bare } from '../../text/written-values.ts'
import { EVENT_WORDS } from '../4-states/declarations.ts'
import type { OutgoingDeclaration } from './declarations.ts'
import { METHODS } from './read-call.ts'
import type { PointContext } from '../reading/point-context.ts'
import { shownCell, type HeadedRow, type TableShape } from '../reading/read-headed-table.ts'
import { readUrl } from '../reading/read-url.ts'

export const OUTGOING: TableShape = {
  of: 'outgoing calls',
  key: ['when', 'url'],
  columns: ['method', 'payload'],
  filled: ['when'],
}

export function readOutgoing(row: HeadedRow, context: PointContext): OutgoingDeclaration | undefined {
  const title = row.cell('when')
  const when = readWhen(bare(title), context)
  const cell = (column: string): Fragment => shownCell(row, column, `${title.value}: ${column}`, context)
  const written = cell('method')
  const method = written.value === '' ? 'POST' : bare(written).value.toUpperCase()
  if (!METHODS.includes(method)) {
    context.report(say.badMethod(spanOf(written), { method: written.value, nearest: nearest(method, METHODS) }))
    return undefined
  }
  const address = cell('url')
  const payload = cell('payload')
  const url = address.value === '' ? undefined : readUrl(address, context)
  if (!when || !url) return undefined
  return {
    when,
    method,
    url,
    ...(payload.value === '' ? {} : { payload: bare(payload) }),
    span: row.span,
  }
}

function readWhen(text: Fragment, context: PointContext): OutgoingDeclaration['when'] | undefined {
  const event = matchParts(text, /^([^.]+?)(?:\.(.+?))?\s+(?:is\s+)?(created|changed|deleted|restored)$/dis)
  const word = EVENT_WORDS.find((one) => one === event?.[3]?.value.toLowerCase())
  if (event?.[1] && word && (!event[2] || word === 'changed'))
    return { entity: event[1], event: word, ...(event[2] ? { field: event[2] } : {}) }
  const done = matchParts(text, /^([^.]+)\.(.+)$/ds)
  if (done?.[1] && done[2] && !word) return { entity: done[1], transition: done[2] }
  context.report(say.badWhen(spanOf(text), { when: text.value }))
  return undefined
}
