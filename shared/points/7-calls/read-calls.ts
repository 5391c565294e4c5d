// Reads point 7: calls, shapes and outgoing calls.
import type { Code, Section, Setting } from '../../document/document.ts'
import * as say from '../../diagnostics/7-calls.ts'
import * as sayPoints from '../../diagnostics/all-points.ts'
import { spanOf } from '../../text/fragment.ts'
import { nearest } from '../../text/nearest-word.ts'
import type { Span } from '../../text/span.ts'
import { splitFragment } from '../../text/split.ts'
import { bare, isNone, isNotShown, readCode, readQuoted } from '../../text/written-values.ts'
import type { CallDeclaration, CallsPoint, OutgoingDeclaration, ShapeDeclaration } from './declarations.ts'
import { OUTGOING, readOutgoing } from './read-outgoing.ts'
import {
  CALLS,
  mergeCalls,
  type CallOverview,
  readCall,
  readCallName,
  readOverview,
  reportNoCall,
} from './read-call.ts'
import { readShape } from './read-shape.ts'
import { readJsonTemplate } from '../reading/read-json-template.ts'
import { keepFirst, type PointContext, reportValue } from '../reading/point-context.ts'
import { type SectionReaders, readSection } from '../reading/read-section.ts'
import type { HeadedTable } from '../reading/read-headed-table.ts'

type Settings = { -readonly [key in keyof CallsPoint['settings']]: CallsPoint['settings'][key] }

/** `transitionNames`: of point 4, for steps that do transitions. */
export function readCalls(section: Section, transitionNames: ReadonlySet<string>, context: PointContext): CallsPoint {
  const overview: CallOverview[] = []
  const calls: CallDeclaration[] = []
  const shapes: ShapeDeclaration[] = []
  const outgoing: OutgoingDeclaration[] = []
  const settings: Settings = {}
  // The two tables stand wherever there is room for them: below the last heading too.
  const tables: NonNullable<SectionReaders['tables']> = [
    [CALLS, ({ rows }: HeadedTable) => void overview.push(...rows.flatMap((row) => readOverview(row, context) ?? []))],
    [
      OUTGOING,
      ({ rows }: HeadedTable) => void outgoing.push(...rows.flatMap((row) => readOutgoing(row, context) ?? [])),
    ],
  ]
  let awaitsBody: Span | undefined
  readSection(
    section.blocks,
    {
      tables,
      unknown: 'Calls',
      emptySettings: ['answers'],
      settings: {
        answers: (setting: Setting) => {
          if (setting.value.value === '') awaitsBody = setting.span
          else if (!/^problem details\.?$/i.test(setting.value.value)) {
            const meant = nearest(setting.value.value, ['problem details'])
            reportValue(setting.value, '"problem details", or a block of JSON below the setting', context, meant)
          }
        },
        token: (setting: Setting) => readToken(setting, settings, context),
        cors: (setting: Setting) => readOrigins(setting, settings, context),
      },
      code: (code: Code) => {
        const expected = '"- answers:" before the body of errors'
        if (!awaitsBody) context.report(sayPoints.misplaced(code.span, { what: 'A fenced block', expected }))
        else {
          awaitsBody = undefined
          const body = readJsonTemplate(code, context)
          if (body) settings.answers = body
        }
      },
    },
    context,
  )
  if (awaitsBody) context.report(say.answersWithoutBody(awaitsBody, {}))
  for (const part of section.parts) {
    const heading = bare(part.heading.text)
    const [only] = part.blocks
    if (only?.kind === 'prose' && part.blocks.length === 1 && isNotShown(only.markdown))
      context.unknown(heading.value, only.span)
    const name = readCallName(heading)
    if (/^shape\b/i.test(heading.value)) shapes.push(...readShape(part, heading, tables, context))
    else if (name) calls.push(readCall(part, name, tables, transitionNames, context))
    else if (/^\S+\s+`?\//.test(heading.value)) reportNoCall(heading, context)
    else {
      // `### Shpe short of Ticket`
      const first = /^\S+(?=\s.+\sof\s)/i.exec(heading.value)?.[0]
      const isShape = first !== undefined && nearest(first, ['Shape']) !== undefined
      const parameters = {
        heading: heading.value,
        nearest: isShape ? heading.value.replace(first, 'Shape') : undefined,
        expected: '"GET /api/…" or "Shape name of Entity"',
      }
      context.report(sayPoints.unknownHeading(isShape ? spanOf(heading) : part.heading.span, parameters))
      readSection(part.blocks, { tables, unknown: heading.value }, context)
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

function readToken(setting: Setting, settings: Settings, context: PointContext): void {
  const word = readQuoted(setting.value) ?? bare(setting.value)
  if (/^[A-Za-z][\w-]{0,63}$/.test(word.value)) settings.token = { word: word.value, span: setting.span }
  else context.report(say.badToken(spanOf(word), { token: word.value }))
}

/** Origins from which a browser may call; each is a scheme, a host and perhaps a port. */
function readOrigins(setting: Setting, settings: Settings, context: PointContext): void {
  if (isNone(setting.value.value)) return
  const written = [setting.value, ...setting.items.map((item) => item.text)].flatMap((text) => splitFragment(text))
  const origins = written.flatMap((each) => {
    if (/^anyone$/i.test(each.value)) return ['*']
    const origin = readCode(each) ?? readQuoted(each) ?? each
    const found = /^(https?:\/\/[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?)(\/\S*)?$/i.exec(origin.value)
    if (found?.[1] !== undefined && found[2] === undefined) return [found[1].toLowerCase()]
    context.report(say.badOrigin(spanOf(origin), { origin: origin.value, write: found?.[1] }))
    return []
  })
  settings.cors = { origins, span: setting.span }
}
