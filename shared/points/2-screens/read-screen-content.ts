// Reads the content of a screen: `table of Ticket`, `board of Ticket by status`, `page` …
import * as say from '../../diagnostics/2-screens.ts'
import type { Fragment } from '../../text/fragment.ts'
import { spanOf } from '../../text/fragment.ts'
import { matchParts } from '../../text/match-parts.ts'
import { nearest } from '../../text/nearest-word.ts'
import { bare, isNotShown } from '../../text/written-values.ts'
import type { PointContext } from '../reading/point-context.ts'
import { plainWord } from '../reading/read-headed-table.ts'
import type { ScreenContentDeclaration } from './declarations.ts'

const BARE = ['dashboard', 'page', 'not found'] as const
const ALL = [
  'table of',
  'board of',
  'calendar of',
  'timeline of',
  'gallery of',
  'map of',
  'record of',
  'form for',
  ...BARE,
]

/** Words of other notations for what a screen shows. */
const ELSEWHERE: { readonly [word: string]: string } = {
  list: 'table',
  grid: 'table',
  kanban: 'board',
  detail: 'record',
  details: 'record',
  view: 'record',
  editor: 'form',
  agenda: 'calendar',
  gantt: 'timeline',
}

/** `screen` is the name under which an unknown is listed. Undefined where it has been said that nothing can be made of it. */
export function readScreenContent(
  written: Fragment,
  screen: string,
  context: PointContext,
): ScreenContentDeclaration | undefined {
  const text = bare(written)
  if (isNotShown(text.value)) {
    context.unknown(screen, spanOf(text))
    return { notShown: true, span: spanOf(text) }
  }
  const whole = BARE.find((word) => word === plainWord(text.value))
  if (whole) return { kind: whole }
  const parts = matchParts(
    text,
    /^(table|record|board|calendar|timeline|gallery|map|form)\s+(?:of|for)\s+(.+?)(?:\s+by\s+(.+?))?(?:\s+to\s+(.+?))?$/dis,
  )
  const kind = parts?.[1]?.value.toLowerCase()
  const entity = parts?.[2] && bare(parts[2])
  const by = parts?.[3] && bare(parts[3])
  const to = parts?.[4] && bare(parts[4])
  if (!entity || kind === undefined) {
    const first = text.value.split(/\s+/).slice(0, 2).join(' ')
    const [word = '', of = ''] = first.toLowerCase().split(' ')
    const meant = Object.hasOwn(ELSEWHERE, word) ? `${ELSEWHERE[word] ?? ''} ${of}`.trim() : nearest(first, ALL)
    context.report(
      say.unknownContent(spanOf(text), { shows: text.value, nearest: meant && text.value.replace(first, meant) }),
    )
    return undefined
  }
  // What narrows or orders a list stands in the details of the screen.
  const clause = /^(.+?)\s+(?:where|sort|first|as)\s/is.exec(entity.value)
  if (clause) {
    context.report(say.unknownContent(spanOf(text), { shows: text.value, nearest: `${kind} of ${clause[1] ?? ''}` }))
    return undefined
  }
  if (kind === 'table' || kind === 'record' || kind === 'form') {
    if (!by && !to) return { kind, entity }
    context.report(
      say.unknownContent(spanOf(text), {
        shows: text.value,
        nearest: `${kind} ${kind === 'form' ? 'for' : 'of'} ${entity.value}`,
      }),
    )
    return undefined
  }
  if (!by) {
    const part =
      kind === 'board' ? 'by status' : kind === 'gallery' ? 'by photo' : kind === 'map' ? 'by place' : 'by starts_at'
    context.report(
      say.missingPart(spanOf(text), { shows: text.value, part: 'by', example: `${kind} of ${entity.value} ${part}` }),
    )
    return undefined
  }
  if (kind === 'board') return { kind, entity, by }
  if (kind === 'calendar' || kind === 'timeline') return { kind, entity, by, ...(to ? { to } : {}) }
  return kind === 'gallery' || kind === 'map' ? { kind, entity, by } : undefined
}
