// Reads the table of schedules: what happens by the calendar, without a record.
import * as say from '../../diagnostics/4-states.ts'
import type { Part } from '../../document/document.ts'
import { readTime, WEEKDAYS } from '../../expressions/calendar.ts'
import type { Fragment } from '../../text/fragment.ts'
import { spanOf } from '../../text/fragment.ts'
import { identifierOf } from '../../text/identifier.ts'
import { bare, isEmptyCell } from '../../text/written-values.ts'
import { keepFirst, type PointContext, readName } from '../reading/point-context.ts'
import { type HeadedRow, shownCell, type TableShape } from '../reading/read-headed-table.ts'
import { readSection } from '../reading/read-section.ts'
import { reportUnknownHeading } from './report-unknown-heading.ts'
import { readEffects, readEffectSteps } from './read-effects.ts'
import type { Name } from '../declarations.ts'
import type { EffectDeclaration, Recurrence, ScheduleDeclaration } from './declarations.ts'

const SCHEDULES: TableShape = { of: 'schedules', key: ['schedule', 'every'], columns: ['when', 'missed', 'then'] }

/** `### Schedules`, with effects as lists below `####`. */
export function readSchedules(
  part: Part,
  transitionNames: ReadonlySet<string>,
  context: PointContext,
): readonly ScheduleDeclaration[] {
  const rows: ScheduleDeclaration[] = []
  const names: Name[] = []
  readSection(
    part.blocks,
    {
      unknown: 'Schedules',
      tables: [
        [
          SCHEDULES,
          ({ rows: own }) =>
            void rows.push(...own.flatMap((row) => readSchedule(row, names, transitionNames, context) ?? [])),
        ],
      ],
    },
    context,
  )
  const more = new Map<string, EffectDeclaration[]>()
  for (const below of part.parts) {
    const heading = bare(below.heading.text)
    const key = identifierOf(heading.value, 'field')
    if (!names.some(({ identifier }) => identifier === key)) {
      reportUnknownHeading(
        below,
        names.map(({ label }) => label),
        'the name of a schedule',
        context,
      )
      continue
    }
    const effects = more.get(key) ?? []
    more.set(key, effects)
    readSection(
      below.blocks,
      {
        steps: ({ items }) => void effects.push(...readEffectSteps(items, transitionNames, context)),
        unknown: heading.value,
      },
      context,
    )
  }
  return keepFirst(
    rows.map((row) => ({ ...row, then: [...row.then, ...(more.get(row.name.identifier) ?? [])] })),
    'schedules',
    context,
  )
}

function readSchedule(
  row: HeadedRow,
  names: Name[],
  transitionNames: ReadonlySet<string>,
  context: PointContext,
): ScheduleDeclaration | undefined {
  const name = readName(row.cell('schedule'), 'field', 'schedule', context)
  if (!name) return undefined
  names.push(name)
  const cell = (column: string): Fragment => shownCell(row, column, `${name.label}: ${column}`, context)
  const written = bare(cell('every'))
  const when = cell('when')
  const then = readEffects(cell('then'), transitionNames, context)
  const every = readRecurrence(written.value)
  if (every === undefined) {
    // What is not shown has been listed.
    if (written.value !== '' || row.cell('every').value === '')
      context.report(say.badRecurrence(written.value === '' ? name.span : spanOf(written), { every: written.value }))
    return undefined
  }
  const caught = bare(cell('missed'))
  const missed = isEmptyCell(caught.value) ? 'once' : MISSED.find((word) => word === caught.value.toLowerCase())
  if (missed === undefined) {
    context.report(say.badMissed(spanOf(caught), { missed: caught.value }))
    return undefined
  }
  // Without its condition it would happen where nobody says so.
  if (when.value === '' && row.cell('when').value !== '') return undefined
  return { name, every, missed, ...(when.value === '' ? {} : { when: bare(when) }), then, span: row.span }
}

const MISSED = ['once', 'each'] as const

const MONTHS = [
  ...['january', 'february', 'march', 'april', 'may', 'june'],
  ...['july', 'august', 'september', 'october', 'november', 'december'],
]
const LONGEST_MONTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** `hour`, `day at 06:00`, `weekdays at 06:00`, `Monday at 08:00`, `month on 1 at 06:00`, `year on 1 January`. */
function readRecurrence(text: string): Recurrence | undefined {
  if (/^hour$/i.test(text)) return { kind: 'hour' }
  const found = /^(\S+?)s?(?:\s+on\s+(\d{1,2})(?:st|nd|rd|th|\.)?(?:\s+([a-z]+))?)?(?:\s+at\s+(\S+))?$/i.exec(text)
  if (!found?.[1]) return undefined
  const [, unit, day, monthName, clock = '00:00'] = found
  const time = readTime(clock.padStart(5, '0'))
  const date = Number(day)
  if (time === null) return undefined
  const word = unit.toLowerCase()
  const month = MONTHS.indexOf(monthName?.toLowerCase() ?? '')
  if (word === 'year')
    return month >= 0 && date >= 1 && date <= (LONGEST_MONTHS[month] ?? 0)
      ? { kind: 'year', month: month + 1, day: date, time }
      : undefined
  if (monthName !== undefined) return undefined
  if (word === 'month') return date >= 1 && date <= 31 ? { kind: 'month', day: date, time } : undefined
  if (day !== undefined) return undefined
  if (word === 'day') return { kind: 'day', time }
  if (word === 'weekday') return { kind: 'weekdays', days: [0, 1, 2, 3, 4], time }
  const weekday = WEEKDAYS.findIndex((name) => name === word)
  return weekday < 0 ? undefined : { kind: 'weekdays', days: [weekday], time }
}
