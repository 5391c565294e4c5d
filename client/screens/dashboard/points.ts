// The groups of a summary as points of a chart: labelled, coloured, in the order of the enumeration or of time.
import type { Field } from '#shared/model/model.ts'
import type { SummaryBody } from '#shared/protocol/list.ts'
import type { Tone } from '../../ui/tone.ts'
import { toneOf } from '../../ui/tone.ts'
import { labelOf } from '../../ui/word-badge.tsx'

export interface Point {
  readonly key: string
  readonly label: string
  readonly value: number
  readonly tone: Tone
}

type Unit = 'day' | 'week' | 'month' | 'quarter' | 'year'

interface Labels {
  readonly unit: Unit | undefined
  /** Where it is grouped by a relation: what those records are called, by their ids. */
  readonly titles?: ReadonlyMap<string, string>
}

export function readPoints(
  groups: SummaryBody['groups'],
  measure: string,
  field: Field | undefined,
  { unit, titles }: Labels,
): readonly Point[] {
  const words = field?.type.kind === 'one of' || field?.type.kind === 'several of' ? field.type.words : []
  const points = groups.flatMap((group, index): (Point & { readonly order: number })[] => {
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

/** "2026-11" or "2026-11-01…" → "Nov 2026". */
function labelOfTime(key: string, unit: Unit): string {
  const moment = new Date(
    /^\d{4}-\d{2}$/.test(key) ? `${key}-01T00:00:00Z` : /^\d{4}-\d{2}-\d{2}$/.test(key) ? `${key}T00:00:00Z` : key,
  )
  if (Number.isNaN(moment.getTime()) || /^\d{4}$/.test(key)) return key
  const options: Intl.DateTimeFormatOptions =
    unit === 'month'
      ? { month: 'short', year: 'numeric' }
      : unit === 'year'
        ? { year: 'numeric' }
        : { dateStyle: 'medium' }
  return new Intl.DateTimeFormat(undefined, { ...options, timeZone: 'UTC' }).format(moment)
}
