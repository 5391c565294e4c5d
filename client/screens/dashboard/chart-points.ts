// Turns the groups of a summary into labelled, coloured and ordered chart points.
import { laterDate } from '#shared/expressions/calendar.ts'
import { wordsOf } from '#shared/fields/choice.ts'
import type { Field } from '#shared/model/model.ts'
import type { SummaryBody } from '#shared/protocol/list.ts'
import type { Tone } from '../../ui/word-tone.ts'
import { toneOf } from '../../ui/word-tone.ts'
import { labelOf } from '../../ui/word-badge.tsx'

export interface ChartPoint {
  readonly key: string
  readonly label: string
  readonly value: number
  readonly tone: Tone
  /** Where the rows behind it are listed; absent: nowhere. */
  readonly path?: string | undefined
}

type Unit = 'day' | 'week' | 'month' | 'quarter' | 'year'
type SummaryGroups = SummaryBody['groups']

interface Labels {
  readonly unit: Unit | undefined
  /** Where it is grouped by a relation: what those records are called, by their ids. */
  readonly titles?: ReadonlyMap<string, string>
}

export function readChartPoints(
  groups: SummaryGroups,
  measure: string,
  field: Field | undefined,
  { unit, titles }: Labels,
): readonly ChartPoint[] {
  const words = field ? wordsOf(field.type) : []
  // An average of nothing is nothing that could be shown.
  const shown = unit === undefined || measure.startsWith('avg') ? groups : fillGaps(groups, measure, unit)
  const points = shown.flatMap((group, index): (ChartPoint & { readonly order: number })[] => {
    const value = group.measures[measure]
    if (value === null || value === undefined) return []
    const key = group.key === null ? '' : String(group.key)
    const position = words.findIndex(({ word }) => word === key)
    return [
      {
        key,
        label: labelOfKey(group.key, words, { unit, titles }),
        value: Number(value),
        tone: unit ? 'violet' : toneOf(key, Math.max(position, index % 6)),
        order: position < 0 ? index : position,
      },
    ]
  })
  return points.toSorted((a, b) => a.order - b.order)
}

/** More than a chart has room for: then only what is there is shown. */
const MOST_POINTS = 400

/** A month in which nothing was stands between the others with 0; else a chart would bring them together. */
function fillGaps(groups: SummaryGroups, measure: string, unit: Unit): SummaryGroups {
  const known = new Map(groups.map((group) => [group.key, group]))
  const days = groups.flatMap(({ key }) => (typeof key === 'string' ? [key] : [])).toSorted()
  const [first = null, last = ''] = [days[0], days.at(-1)]
  const filled: SummaryGroups[number][] = []
  for (let day: string | null = first; day !== null && day <= last; day = laterDate(day, 1, unit)) {
    if (filled.length === MOST_POINTS) return groups
    filled.push(known.get(day) ?? { key: day, measures: { [measure]: 0 } })
  }
  return [...filled, ...groups.filter(({ key }) => typeof key !== 'string')]
}

function labelOfKey(
  key: string | number | boolean | null,
  words: readonly { readonly word: string; readonly label: string }[],
  { unit, titles }: Labels,
): string {
  if (key === null || key === '') return 'None'
  if (typeof key === 'boolean') return key ? 'Yes' : 'No'
  if (words.length > 0) return labelOf(words, String(key))
  if (titles) return titles.get(String(key)) ?? 'Not shown to you'
  return unit ? labelOfTime(String(key), unit) : String(key)
}

/** Of the first day of a month, "2026-11-01", "Nov 2026". */
function labelOfTime(key: string, unit: Unit): string {
  const moment = new Date(`${key}T00:00:00Z`)
  if (Number.isNaN(moment.getTime())) return key
  if (unit === 'quarter') return `Q${Math.floor(moment.getUTCMonth() / 3) + 1} ${key.slice(0, 4)}`
  const options: Intl.DateTimeFormatOptions =
    unit === 'month'
      ? { month: 'short', year: 'numeric' }
      : unit === 'year'
        ? { year: 'numeric' }
        : { dateStyle: 'medium' }
  return new Intl.DateTimeFormat(undefined, { ...options, timeZone: 'UTC' }).format(moment)
}
