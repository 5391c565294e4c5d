// Reads a call: its row in the overview, and its heading with inputs, steps and response.
import type { Code, Part, Setting, Steps } from '../../document/document.ts'
import * as say from '../../diagnostics/7-calls.ts'
import * as sayPoints from '../../diagnostics/all-points.ts'
import type { Fragment } from '../../text/fragment.ts'
import { spanOf } from '../../text/fragment.ts'
import { matchParts } from '../../text/match-parts.ts'
import { nearest } from '../../text/nearest-word.ts'
import { bare, isNotShown } from '../../text/written-values.ts'
import { type CallSteps, joinAnswer, readCallSteps } from './read-call-steps.ts'
import type { CallDeclaration, CallInputDeclaration } from './declarations.ts'
import { readInputRows, CALL_INPUTS } from './read-input-rows.ts'
import { type PointContext, reportValue } from '../reading/point-context.ts'
import { type SectionReaders, readSection, reportInnerHeadings } from '../reading/read-section.ts'
import {
  plainWord,
  type HeadedTable,
  shownCell,
  type HeadedRow,
  type TableShape,
} from '../reading/read-headed-table.ts'
import { readGrantees } from '../6-roles/read-grantee.ts'
import type { GranteeDeclaration } from '../6-roles/declarations.ts'

export const CALLS: TableShape = { of: 'calls', key: ['call'], columns: ['who', 'does'] }
export const METHODS: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

type CallName = Pick<CallDeclaration, 'method' | 'path' | 'of'>
export type CallOverview = CallName & {
  readonly who: readonly GranteeDeclaration[]
  readonly does: string
  /** Position of the call only; `span` is that of the row. */
  readonly callSpan: HeadedRow['span']
  readonly span: HeadedRow['span']
}

/** `POST /api/articles/:slug/favorite of Article`; undefined if it is no call. */
export function readCallName(text: Fragment): CallName | undefined {
  const parts = matchParts(text, /^(GET|POST|PUT|PATCH|DELETE)\s+`?(\/[^\s`]*)`?(?:\s+of\s+(.+))?$/dis)
  if (!parts?.[1] || !parts[2]) return undefined
  const path = /.\/+$/.test(parts[2].value) ? { ...parts[2], value: parts[2].value.replace(/\/+$/, '') } : parts[2]
  const of = parts[3] && bare(parts[3])
  return { method: parts[1].value.toUpperCase(), path, ...(of ? { of } : {}) }
}

/** The method that a heading or line means that begins with a word before a path. */
export function reportNoCall(text: Fragment, context: PointContext): void {
  const first = /^\S+(?=\s+`?\/)/.exec(text.value)?.[0]
  const method = first === undefined ? undefined : nearest(first.toUpperCase(), METHODS)
  const meant = first === undefined || method === undefined ? undefined : text.value.replace(first, () => method)
  context.report(say.badCall(spanOf(text), { call: text.value, nearest: meant }))
}

export function readOverview(row: HeadedRow, context: PointContext): CallOverview | undefined {
  const written = row.cell('call')
  const name = readCallName(bare(written))
  if (!name) {
    reportNoCall(bare(written), context)
    return undefined
  }
  const title = titleOf(name)
  return {
    ...name,
    who: readGrantees(shownCell(row, 'who', `${title}: who`, context)),
    does: shownCell(row, 'does', `${title}: does`, context).value,
    callSpan: spanOf(bare(written)),
    span: row.span,
  }
}

/** `transitionNames`: of point 4, for steps that do transitions. */
export function readCall(
  part: Part,
  name: CallName,
  pointTables: NonNullable<SectionReaders['tables']>,
  transitionNames: ReadonlySet<string>,
  context: PointContext,
): CallDeclaration {
  checkPath(name.path, context)
  const takes: CallInputDeclaration[] = []
  const steps: CallSteps = { effects: [], answer: undefined, isUnknown: false }
  let who: readonly GranteeDeclaration[] = []
  let block: Code | undefined
  let ignoresUnknown = false
  let isShown = true
  const prose = readSection(
    part.blocks,
    {
      tables: [
        [CALL_INPUTS, (table: HeadedTable) => void takes.push(...readInputRows(table, name.method, takes, context))],
        ...pointTables,
      ],
      settings: {
        who: (setting: Setting) => void (who = readGrantees(setting.value)),
        unknown: ({ value }: Setting) => {
          ignoresUnknown = plainWord(value.value) === 'ignored'
          if (!ignoresUnknown && plainWord(value.value) !== 'refused')
            reportValue(value, '"ignored" or "refused"', context)
        },
      },
      steps: (list: Steps) => readCallSteps(list.items, steps, transitionNames, context),
      code: (code: Code) => {
        const expected = 'one answer, after the steps'
        if (block) context.report(sayPoints.misplaced(code.span, { what: 'A second fenced block', expected }))
        else block = code
      },
    },
    context,
  )
  reportInnerHeadings(part.parts, 'a table of what it takes, steps, an answer', context)
  const answer = joinAnswer(titleOf(name), steps, block, context)
  const does = prose.filter((one) => !isNotShown(one.markdown))
  if (does.length < prose.length || steps.isUnknown) isShown = false
  else if (steps.effects.length === 0 && !answer)
    context.report(say.callWithoutDetails(part.heading.span, { call: titleOf(name) }))
  return {
    ...name,
    who,
    does: does.map((one) => one.markdown).join('\n\n'),
    takes,
    ...(ignoresUnknown ? { ignoresUnknown } : {}),
    ...(isShown ? { steps: steps.effects } : {}),
    ...(answer ? { answer } : {}),
    span: part.heading.span,
  }
}

/** Segments under /api: words of URLs, and parameters that are names. */
function checkPath(path: Fragment, context: PointContext): void {
  const { value } = path
  const isSound =
    /^\/api(?:\/(?::[A-Za-z]\w*|[A-Za-z0-9][A-Za-z0-9._~-]*))+$/.test(value) && !/(:\w+)(?=\/).*\1(?!\w)/.test(value)
  if (isSound) return
  const mended = value.startsWith('/api/') ? undefined : `/api${value}`
  context.report(say.badPath(spanOf(path), { path: value, write: mended }))
}

/** A line of the overview and a heading of the same method and path are one call. */
export function mergeCalls(
  overview: readonly CallOverview[],
  calls: readonly CallDeclaration[],
  context: PointContext,
): CallDeclaration[] {
  const merged = new Map<string, CallDeclaration>()
  for (const call of calls) {
    const key = shapeOf(call)
    if (merged.has(key)) reportDoubled(call, merged.get(key), context)
    else merged.set(key, call)
  }
  const listed = new Map<string, CallOverview>()
  const lines = new Set(overview.map(shapeOf))
  const titles = calls.filter((call) => !lines.has(shapeOf(call))).map(titleOf)
  for (const line of overview) {
    const key = shapeOf(line)
    const call = merged.get(key)
    if (listed.has(key)) reportDoubled(line, listed.get(key), context)
    else if (call) {
      checkAgreement(line, call, context)
      const who = call.who.length > 0 ? call.who : line.who
      merged.set(key, { ...call, who, does: [line.does, call.does].filter((text) => text !== '').join('\n\n') })
    } else {
      checkPath(line.path, context)
      const meant = nearest(titleOf(line), titles)
      const at = meant === undefined ? line.span : line.callSpan
      context.report(say.callWithoutDetails(at, { call: titleOf(line), nearest: meant }))
      merged.set(key, callOf(line))
    }
    listed.set(key, line)
  }
  return [...merged.values()]
}

/** Checks that the line of the overview and the call agree in what both say. One of them may leave out "of". */
function checkAgreement(line: CallOverview, call: CallDeclaration, context: PointContext): void {
  const differs = line.path.value !== call.path.value || (line.of && line.of.value !== call.of?.value)
  const withOf = ({ of, ...name }: CallName): string => `${titleOf(name)}${of ? ` of ${of.value}` : ''}`
  if (differs) context.report(say.headingDiffers(line.span, { overview: withOf(line), heading: withOf(call) }))
  if (line.who.length === 0 || call.who.length === 0) return
  const [said, instead] = [line.who, call.who].map((who) => who.map(wordOf).toSorted().join(', '))
  if (said !== instead)
    context.report(say.headingDiffers(line.span, { overview: `"${said}"`, heading: `"${instead}"` }))
}

function wordOf(who: GranteeDeclaration): string {
  if (who.kind === 'word') return who.word
  if (who.kind === 'role') return who.role.value
  if (who.kind === 'condition') return who.condition.value
  const provided = who.kind === 'provided' ? who.condition.value : `not ${who.transition.value}`
  return `${wordOf(who.who)} and ${provided}`
}

function reportDoubled(
  call: CallName & { span: HeadedRow['span'] },
  first: { span: HeadedRow['span'] } | undefined,
  context: PointContext,
): void {
  const related = first ? [{ message: 'The first one stands here.', span: first.span }] : []
  context.report(say.doubledCall(call.span, { call: titleOf(call) }, { related }))
}

function titleOf(call: Pick<CallName, 'method' | 'path'>): string {
  return `${call.method} ${call.path.value}`
}

/** Parameters in one place are one path, whatever they are called. */
function shapeOf(call: CallName): string {
  return `${call.method} ${call.path.value.replaceAll(/:[^/]+/g, ':')}`
}

/** A call that has only a line of the overview: what it takes and does is not shown. */
function callOf({ method, path, of, who, does, span }: CallOverview): CallDeclaration {
  return { method, path, ...(of ? { of } : {}), who, does, takes: [], span }
}
