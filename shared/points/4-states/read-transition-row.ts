// Reads a row of the table of transitions or events.
import * as say from '../../diagnostics/4-states.ts'
import type { Fragment } from '../../text/fragment.ts'
import { spanOf } from '../../text/fragment.ts'
import { matchParts } from '../../text/match-parts.ts'
import { splitAt, splitFragment } from '../../text/split.ts'
import { bare, isNone, isNotShown, readCode, readDuration, readWrittenNumber } from '../../text/written-values.ts'
import { readEffects } from './read-effects.ts'
import { readInputs } from './read-inputs.ts'
import { EVENT_WORDS } from './declarations.ts'
import type { TriggerDeclaration, StatesPoint, TransitionDeclaration } from './declarations.ts'
import { readErrorCode } from '../8-errors/read-error-code.ts'
import { type PointContext, readName } from '../reading/point-context.ts'
import { plainWord, shownCell, type HeadedRow, type TableShape } from '../reading/read-headed-table.ts'
import { readGrantees } from '../6-roles/read-grantee.ts'

export const TRANSITIONS: TableShape = {
  of: 'transitions',
  key: ['transition'],
  columns: ['from', 'to', 'who', 'when', 'asks', 'then', 'after', 'otherwise'],
  strict: true,
}

type EventDeclaration = Omit<StatesPoint['events'][number], 'entity'>

/** `label`: what `#### resolve` may call it; `below`: words of the cell "then" that point there. */
export type TransitionTableRow =
  | {
      readonly kind: 'transition'
      readonly label: string
      readonly declaration: TransitionDeclaration
      readonly below?: Fragment
    }
  | { readonly kind: 'event'; readonly label: string; readonly event: EventDeclaration; readonly below?: Fragment }
  | { readonly kind: 'not shown'; readonly label: string }

/** `transitionNames`: of the whole point, for effects that do other transitions. */
export function readTransitionRow(
  row: HeadedRow,
  transitionNames: ReadonlySet<string>,
  context: PointContext,
): TransitionTableRow | undefined {
  const title = row.cell('transition')
  const plain = bare(title)
  const event = matchParts(plain, /^(?:(.+?)\s+)?(created|changed|deleted|restored)$/di)
  if (event?.[2] && (!event[1] || /^changed$/i.test(event[2].value)))
    return readEvent(row, plain, event[1], event[2], transitionNames, context)
  const name = readName(title, 'field', 'transition', context)
  if (!name) return undefined
  const cell = (column: string): Fragment => shownCell(row, column, `${name.label}: ${column}`, context)
  const from = row.cell('from')
  const to = row.cell('to')
  const after = readAfter(row.cell('after'), name.label, context)
  const when = cell('when')
  const otherwise = readErrorCode(cell('otherwise'), context)
  for (const [column, text] of Object.entries({ from, to })) {
    if (isNotShown(text.value)) context.unknown(`${name.label}: ${column}`, spanOf(text))
    else if (text.value === '') context.report(say.missingColumn(name.span, { transition: name.label, column }))
  }
  const declaration: TransitionDeclaration = {
    name,
    from: readStates(from, ['any', 'new record'], context),
    to: readStates(to, ['stay'], context),
    who: readGrantees(cell('who')),
    asks: readInputs(cell('asks'), context),
    then: POINTS_BELOW.test(cell('then').value) ? [] : readEffects(cell('then'), transitionNames, context),
    ...(when.value === '' ? {} : { when: bare(when) }),
    ...(after ? { after } : {}),
    ...(otherwise ? { otherwise } : {}),
    span: row.span,
  }
  // Without its condition it would be allowed where nobody says so: nothing is built from a row like that.
  if ([from, to, row.cell('when')].some((text) => isNotShown(text.value)))
    return { kind: 'not shown', label: name.label }
  return { kind: 'transition', label: name.label, declaration, ...pointsBelow(row) }
}

function readEvent(
  row: HeadedRow,
  title: Fragment,
  field: Fragment | undefined,
  word: Fragment,
  transitionNames: ReadonlySet<string>,
  context: PointContext,
): TransitionTableRow {
  const event = EVENT_WORDS.find((one) => one === word.value.toLowerCase()) ?? 'changed'
  const wrong = ['from', 'to', 'who', 'asks', 'after']
    .map((column) => row.cell(column))
    .find((text) => text.value !== '')
  if (wrong) context.report(say.eventWithStates(spanOf(wrong), { event: title.value }))
  const when = shownCell(row, 'when', `${title.value}: when`, context)
  if (isNotShown(row.cell('when').value)) return { kind: 'not shown', label: title.value }
  return {
    kind: 'event',
    label: title.value,
    ...pointsBelow(row),
    event: {
      event,
      ...(field ? { field: bare(field) } : {}),
      ...(when.value === '' ? {} : { when: bare(when) }),
      then: POINTS_BELOW.test(row.cell('then').value)
        ? []
        : readEffects(shownCell(row, 'then', `${title.value}: then`, context), transitionNames, context),
      span: row.span,
    },
  }
}

/** "see below" is no effect, and says where they are. */
function pointsBelow(row: HeadedRow): { readonly below?: Fragment } {
  const then = row.cell('then')
  return then.value.length <= LONGEST_POINTER && POINTS_BELOW.test(then.value) ? { below: then } : {}
}

/** Characters of "See the list of effects below.", and as many again. */
const LONGEST_POINTER = 60
const POINTS_BELOW =
  /^\W*(?:see|as)?\s*(?:the\s+)?(?:steps?|list|effects?)?\s*(?:below|underneath|above)\W*$|^\W*see\s+(?:the\s+)?(?:steps?|list)\W*$/i

/** States, or one of the words that stand for no state of their own. */
function readStates<Word extends string>(
  text: Fragment,
  words: readonly Word[],
  context: PointContext,
): Word | readonly Fragment[] {
  const states = splitFragment(text).map((state) => bare(state))
  const wordOf = ({ value }: Fragment): Word | undefined => words.find((word) => word === plainWord(value))
  const [first, ...others] = states
  const only = others.length === 0 && first && wordOf(first)
  if (only) return only
  return states.filter((state) => {
    const word = wordOf(state)
    if (word) context.report(say.standsAlone(spanOf(state), { word }))
    return !word
  })
}

/** Matches expressions, which look like no word of the language: `limits.grace`, `days(3)`. */
const IS_EXPRESSION = /^\w+[.(]/

/** A duration in the state, `at` a moment, or `every` period `from` a moment. */
function readAfter(text: Fragment, transition: string, context: PointContext): TriggerDeclaration | undefined {
  if (text.value === '' || isNone(text.value)) return undefined
  if (isNotShown(text.value)) {
    context.unknown(`${transition}: after`, spanOf(text))
    return { notShown: true, span: spanOf(text) }
  }
  // The column's own name before the time says no more than the column.
  const said = matchParts(text, /^after\s+(.+)$/dis)?.[1] ?? text
  const whole = readCode(said)
  const plain = whole ?? said
  const at = matchParts(plain, /^at\s+(.+)$/dis)
  if (at?.[1]) return { kind: 'at', moment: bare(at[1]) }
  const every = matchParts(plain, /^every\s+(.+)$/dis)
  if (every?.[1]) {
    const [start, ...rest] = splitFragment(every[1])
    const parts = start && splitAt(start, /\s+from\s+/i)
    const [limit, ...others] = rest
    const most = limit && matchParts(limit, /^at\s+most\s+(\S+)(?:\s+times?)?$/di)?.[1]
    const isLimited = most !== undefined && others.length === 0 && (readWrittenNumber(most.value) ?? 1) > 0
    if (parts && (!limit || isLimited)) {
      const period = bare(parts.before)
      return { kind: 'every', period, from: bare(parts.after), ...(most ? { atMost: bare(most) } : {}) }
    }
  } else if (whole || readDuration(plain.value) !== undefined || IS_EXPRESSION.test(plain.value))
    return { kind: 'duration', value: plain }
  context.report(say.badAfter(spanOf(text), { after: text.value }))
  return undefined
}
