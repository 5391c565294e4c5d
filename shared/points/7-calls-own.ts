// A call of the document's own: its line in the overview, and the heading with what it takes, its steps and its answer.
import type { Code, Part, Setting, Steps } from '../document/document.ts'
import * as say from '../diagnostics/7-calls.ts'
import * as sayPoints from '../diagnostics/points.ts'
import type { Fragment } from '../text/fragment.ts'
import { spanOf } from '../text/fragment.ts'
import { matchParts } from '../text/match.ts'
import { nearest } from '../text/nearest.ts'
import { isNotShown, readCode, readYesNo } from '../text/values.ts'
import { readType } from './3-entities-type.ts'
import type { CallDeclaration, Who } from './declarations.ts'
import { type PointContext, reportValue } from './reading/point-context.ts'
import { type BodyReaders, readBody } from './reading/read-body.ts'
import { plainWord, type ReadTable, shownCell, type TableRow, type TableShape } from './reading/table-reader.ts'
import { readWho } from './reading/who.ts'

export const CALLS: TableShape = { of: 'calls', key: ['call'], columns: ['who', 'does'] }
const TAKES: TableShape = { of: 'inputs', key: ['takes', 'in', 'type'], columns: ['required', 'default'] }
const PLACES = ['path', 'query', 'body', 'header'] as const

type CallName = Pick<CallDeclaration, 'method' | 'path' | 'of'>
export type Overview = CallName & {
  readonly who: readonly Who[]
  readonly does: string
  readonly span: TableRow['span']
}

/** `POST /api/articles/:slug/favorite of Article`. */
export function readCallName(text: Fragment): CallName | undefined {
  const parts = matchParts(text, /^(GET|POST|PUT|PATCH|DELETE)\s+`?(\/[^\s`]*)`?(?:\s+of\s+(.+))?$/is)
  if (!parts?.[1] || !parts[2]) return undefined
  return { method: parts[1].value.toUpperCase(), path: parts[2], ...(parts[3] ? { of: parts[3] } : {}) }
}

export function readOverview(row: TableRow, context: PointContext): Overview | undefined {
  const written = row.cell('call')
  const name = readCallName(readCode(written) ?? written)
  if (!name) {
    context.report(say.badCall(spanOf(written), { call: written.value }))
    return undefined
  }
  const title = titleOf(name)
  return {
    ...name,
    who: readWho(shownCell(row, 'who', `${title}: who`, context)),
    does: shownCell(row, 'does', `${title}: does`, context).value,
    span: row.span,
  }
}

export function readCall(
  part: Part,
  heading: Fragment,
  pointTables: NonNullable<BodyReaders['tables']>,
  context: PointContext,
): CallDeclaration[] {
  const name = readCallName(heading)
  if (!name) return []
  const takes: CallDeclaration['takes'][number][] = []
  const steps: Fragment[] = []
  let who: readonly Who[] = []
  let answer: Code | undefined
  const prose = readBody(
    part.blocks,
    {
      tables: [
        [TAKES, ({ rows }: ReadTable) => void takes.push(...rows.flatMap((row) => readTaken(row, context) ?? []))],
        ...pointTables,
      ],
      settings: { who: (setting: Setting) => void (who = readWho(setting.value)) },
      steps: (list: Steps) => void steps.push(...list.items.map((item) => readCode(item.text) ?? item.text)),
      code: (code: Code) => {
        if (answer)
          context.report(
            sayPoints.misplaced(code.span, { what: 'A second fenced block', expected: 'one answer, after the steps' }),
          )
        else answer = code
      },
    },
    context,
  )
  for (const inner of part.parts) {
    const parameters = {
      heading: inner.heading.text.value,
      nearest: undefined,
      expected: 'a table of what it takes, steps, an answer',
    }
    context.report(sayPoints.unknownHeading(inner.heading.span, parameters))
  }
  const does = prose
    .filter((one) => !isNotShown(one.markdown))
    .map((one) => one.markdown)
    .join('\n\n')
  return [{ ...name, who, does, takes, steps, ...(answer ? { answer } : {}), span: part.heading.span }]
}

function readTaken(row: TableRow, context: PointContext): CallDeclaration['takes'][number] | undefined {
  const written = row.cell('takes')
  const place = PLACES.find((one) => one === plainWord(row.cell('in').value))
  if (!place) {
    const text = row.cell('in')
    context.report(say.badPlace(spanOf(text), { place: text.value, nearest: nearest(text.value, PLACES) }))
    return undefined
  }
  const name = readCode(written) ?? written
  const required = shownCell(row, 'required', `${name.value}: required`, context)
  const yes = required.value === '' ? place === 'path' : readYesNo(required.value)
  if (yes === undefined) reportValue(required, '"yes" or "no"', context)
  const initial = shownCell(row, 'default', `${name.value}: default`, context)
  const type = readType(row.cell('type'), name.value, context)
  return {
    name,
    in: place,
    type,
    required: yes ?? false,
    ...(initial.value === '' ? {} : { default: initial }),
    span: row.span,
  }
}

/** A line of the overview and a heading of the same method and path are one call. */
export function mergeCalls(
  overview: readonly Overview[],
  calls: readonly CallDeclaration[],
  context: PointContext,
): CallDeclaration[] {
  const merged = new Map<string, CallDeclaration>()
  for (const call of calls) {
    const key = keyOf(call)
    if (merged.has(key)) reportDoubled(call, merged.get(key), context)
    else merged.set(key, call)
  }
  const listed = new Map<string, Overview>()
  for (const line of overview) {
    const key = keyOf(line)
    const call = merged.get(key)
    if (listed.has(key)) reportDoubled(line, listed.get(key), context)
    else if (call) {
      const who = call.who.length > 0 ? call.who : line.who
      merged.set(key, { ...call, who, does: [line.does, call.does].filter((text) => text !== '').join('\n\n') })
    } else {
      context.report(say.callWithoutDetails(line.span, { call: titleOf(line) }))
      merged.set(key, { ...line, takes: [], steps: [] })
    }
    listed.set(key, line)
  }
  return [...merged.values()]
}

function reportDoubled(
  call: CallName & { span: TableRow['span'] },
  first: { span: TableRow['span'] } | undefined,
  context: PointContext,
): void {
  const related = first ? [{ message: 'The first one stands here.', span: first.span }] : []
  context.report(say.doubledCall(call.span, { call: titleOf(call) }, { related }))
}

function titleOf(call: CallName): string {
  return `${call.method} ${call.path.value}`
}

/** Parameters in one place are one path, whatever they are called. */
function keyOf(call: CallName): string {
  return `${call.method} ${call.path.value.replaceAll(/:[^/]+/g, ':')}`
}
