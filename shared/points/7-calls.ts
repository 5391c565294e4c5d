// Point 7: the calls of the document's own, shapes, and calls that go out.
import type { Code, Section, Setting } from '../document/document.ts'
import * as say from '../diagnostics/7-calls.ts'
import * as sayPoints from '../diagnostics/points.ts'
import type { Fragment } from '../text/fragment.ts'
import { spanOf } from '../text/fragment.ts'
import { nearest } from '../text/nearest.ts'
import { splitList } from '../text/split.ts'
import { isNotShown, readCode, readQuoted } from '../text/values.ts'
import { CALLS, mergeCalls, type Overview, readCall, readCallName, readOverview } from './7-calls-own.ts'
import { readShape } from './7-calls-shapes.ts'
import type { CallDeclaration, CallsPoint } from './declarations.ts'
import { keepFirst, type PointContext } from './reading/point-context.ts'
import { type BodyReaders, readBody } from './reading/read-body.ts'
import { type ReadTable, shownCell, type TableRow, type TableShape } from './reading/table-reader.ts'

const OUTGOING: TableShape = { of: 'outgoing calls', key: ['when', 'url'], columns: ['method', 'payload'] }
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

export function readCalls(section: Section, context: PointContext): CallsPoint {
  const overview: Overview[] = []
  const calls: CallDeclaration[] = []
  const shapes: CallsPoint['shapes'][number][] = []
  const outgoing: CallsPoint['outgoing'][number][] = []
  const settings: { -readonly [key in keyof CallsPoint['settings']]: CallsPoint['settings'][key] } = {}
  // The two tables stand wherever there is room for them: below the last heading too.
  const tables: NonNullable<BodyReaders['tables']> = [
    [CALLS, ({ rows }: ReadTable) => void overview.push(...rows.flatMap((row) => readOverview(row, context) ?? []))],
    [OUTGOING, ({ rows }: ReadTable) => void outgoing.push(...rows.flatMap((row) => readOutgoing(row, context) ?? []))],
  ]
  let awaitsBody = false
  readBody(
    section.blocks,
    {
      tables,
      unknown: 'Calls',
      emptySettings: ['answers'],
      settings: {
        answers: (setting: Setting) => void (awaitsBody = !/^problem details\.?$/i.test(setting.value.value)),
        token: (setting: Setting) =>
          void (settings.token = (readQuoted(setting.value) ?? readCode(setting.value) ?? setting.value).value),
        cors: (setting: Setting) =>
          void (settings.cors = splitList(setting.value).map((origin) => (readCode(origin) ?? origin).value)),
      },
      code: (code: Code) => {
        if (awaitsBody && !settings.answers) settings.answers = code
        else
          context.report(
            sayPoints.misplaced(code.span, {
              what: 'A fenced block',
              expected: '"- answers:" before the body of errors',
            }),
          )
      },
    },
    context,
  )
  for (const part of section.parts) {
    const heading = readCode(part.heading.text) ?? part.heading.text
    const [only] = part.blocks
    if (only?.kind === 'prose' && part.blocks.length === 1 && isNotShown(only.markdown))
      context.unknown(heading.value, only.span)
    if (/^shape\b/i.test(heading.value)) shapes.push(...(readShape(part, heading, tables, context) ?? []))
    else if (readCallName(heading)) calls.push(...readCall(part, heading, tables, context))
    else {
      const parameters = {
        heading: heading.value,
        nearest: undefined,
        expected: '"GET /api/…" or "Shape name of Entity"',
      }
      context.report(sayPoints.unknownHeading(part.heading.span, parameters))
      readBody(part.blocks, { tables, unknown: heading.value }, context)
    }
  }
  return {
    calls: mergeCalls(overview, calls, context),
    shapes: keepFirst(shapes, 'shapes', context),
    outgoing,
    settings,
    span: section.span,
  }
}

function readOutgoing(row: TableRow, context: PointContext): CallsPoint['outgoing'][number] | undefined {
  const when = row.cell('when')
  const cell = (column: string): Fragment => shownCell(row, column, `${when.value}: ${column}`, context)
  const written = cell('method')
  const method = written.value === '' ? 'POST' : (readCode(written) ?? written).value.toUpperCase()
  if (!METHODS.includes(method)) {
    context.report(say.badMethod(spanOf(written), { method: written.value, nearest: nearest(method, METHODS) }))
    return undefined
  }
  const url = cell('url')
  const payload = cell('payload')
  if (url.value === '') return undefined
  return {
    when: readCode(when) ?? when,
    method,
    url: readCode(url) ?? url,
    ...(payload.value === '' ? {} : { payload: readCode(payload) ?? payload }),
    span: row.span,
  }
}
