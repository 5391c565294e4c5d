// Turns measured groups into labelled, coloured and ordered chart points.
import { laterDate } from '#shared/expressions/calendar.ts'
import { wordsOf } from '#shared/fields/choice.ts'
import type { Field } from '#shared/model/model.ts'
import type { RecordLook } from '../../../data/records/related-records.ts'
import type { Tone } from '../../../ui/word-tone.ts'
import { toneOf, TONES } from '../../../ui/word-tone.ts'
import { labelOf } from '../../../words/label-of.ts'
import type { MeasuredGroup, MeasuredValue } from '../measured-groups.ts'
import { compareLabels } from '../../../words/compare-labels.ts'
import { say } from '../../../words/say.ts'
import { labelOfTime, shortDay } from './time-labels.ts'
import type { Unit } from '../period.ts'

/** A group of a second grouping, the same one in every point. */
export interface ChartSeries {
  readonly key: string
  readonly label: string
  /** On an axis, where there is little room. */
  readonly short?: string | undefined
  readonly tone: Tone
  /** `#rrggbb`, in place of the tone. */
  readonly color?: string | undefined
}

export interface ChartPart extends ChartSeries {
  readonly value: number
  /** Value that is printed. Absent where only its parts have numbers. */
  readonly written?: MeasuredValue
  /** Address of the list of the underlying rows. Absent where they are listed nowhere. */
  readonly path?: string | undefined
}

export interface ChartPoint extends ChartPart {
  /** Those of a second grouping, in the order of the series. */
  readonly parts?: readonly ChartPart[]
}

export interface Chart {
  readonly points: readonly ChartPoint[]
  /** Empty: there is one grouping. */
  readonly series: readonly ChartSeries[]
}

type Key = MeasuredGroup['key']

export interface GroupedBy {
  readonly field: Field | undefined
  readonly unit?: Unit | undefined
  /** Titles and colours of the records by id, where the groups come from a relation. */
  readonly looks?: ReadonlyMap<string, RecordLook> | undefined
}

interface ChartOptions {
  readonly by: GroupedBy
  readonly within?: GroupedBy | undefined
  /** `isAdding` counts a missing group as 0, as numbers of records and sums do. */
  readonly isAdding: boolean
  /** No name stands beside what is drawn: the parts of a ring. */
  readonly isToldByColor?: boolean
}

export function readChart(
  groups: readonly MeasuredGroup[],
  { by, within, isAdding, isToldByColor = false }: ChartOptions,
): Chart {
  const known = groups.filter(({ value }) => value !== null)
  const keys = [...new Set(known.map(({ key }) => key))]
  const all = by.unit !== undefined && isAdding ? fillGaps(keys, by.unit) : keys
  const axis = readSeries(all, by, isToldByColor)
  if (within === undefined) {
    const byKey = new Map(known.map((group) => [keyOf(group.key), group]))
    return { series: [], points: axis.map((place) => ({ ...place, ...valueOf(byKey.get(place.key)) })) }
  }
  const series = readSeries([...new Set(known.map(({ subkey = null }) => subkey))], within, true)
  const byKeys = new Map(known.map((group) => [`${keyOf(group.key)}\n${keyOf(group.subkey ?? null)}`, group]))
  const points = axis.map((place): ChartPoint => {
    const parts = series.flatMap((each): ChartPart[] => {
      const group = byKeys.get(`${place.key}\n${each.key}`)
      return group || isAdding ? [{ ...each, ...valueOf(group) }] : []
    })
    const value = parts.reduce((sum, part) => sum + part.value, 0)
    return { ...place, value, ...(isAdding ? { written: value } : {}), parts }
  })
  return { points, series }
}

function valueOf(group: MeasuredGroup | undefined): Pick<ChartPart, 'value' | 'written'> {
  return { value: group?.number ?? 0, written: group?.value ?? 0 }
}

/** Words in the order of the document, records by what they are called, all else in the order of the server. Colours mean something: those of words and of records, or which group it is. */
function readSeries(keys: readonly Key[], by: GroupedBy, isToldByColor: boolean): readonly ChartSeries[] {
  const words = by.field ? wordsOf(by.field.type) : []
  const series = orderByTitle(keys, by.looks).map((each, index) => {
    const key = keyOf(each)
    const position = words.findIndex(({ word }) => word === key)
    return {
      key,
      label: labelOfKey(each, words, by),
      short: typeof each === 'string' && (by.unit === 'day' || by.unit === 'week') ? shortDay(each) : undefined,
      tone: by.unit || (position < 0 && !isToldByColor) ? CALM : toneOf(key, Math.max(position, index % 6)),
      color: by.looks?.get(key)?.color,
      order: position < 0 ? index : position,
    }
  })
  const ordered = series.toSorted((a, b) => a.order - b.order).map(({ order: _, ...each }) => each)
  return isToldByColor ? tellApart(ordered) : ordered
}

/** Tells apart words with the same colour. The later ones get a free colour, as long as there is one. */
function tellApart(series: readonly ChartSeries[]): readonly ChartSeries[] {
  const used = new Set(series.map(({ tone }) => tone))
  const seen = new Set<Tone>()
  return series.map((each) => {
    const isFirst = !seen.has(each.tone)
    seen.add(each.tone)
    if (isFirst || each.color !== undefined || each.tone === undefined) return each
    const free = TONES.find((tone) => !used.has(tone))
    if (free !== undefined) used.add(free)
    return { ...each, tone: free ?? each.tone }
  })
}

/** Orders groups by their titles; those whose title is not known come last. */
function orderByTitle(keys: readonly Key[], looks: GroupedBy['looks']): readonly Key[] {
  if (looks === undefined) return keys
  const titleOf = (key: Key): string => looks.get(keyOf(key))?.title ?? ''
  const titled = keys.filter((key) => titleOf(key) !== '')
  const others = keys.filter((key) => titleOf(key) === '')
  return [...titled.toSorted((one, other) => compareLabels(titleOf(one), titleOf(other))), ...others]
}

/** Tone of bars that have their names beside them. */
const CALM: Tone = 'violet'

function keyOf(key: Key): string {
  return key === null ? '' : String(key)
}

/** More than a chart has room for: then only what is there is shown. */
const MOST_POINTS = 400

/** A month without records is a point of 0; else the months around it would stand side by side. */
function fillGaps(keys: readonly Key[], unit: Unit): readonly Key[] {
  const days = keys.flatMap((key) => (typeof key === 'string' ? [key] : [])).toSorted()
  const [first = null, last = ''] = [days[0], days.at(-1)]
  const filled: Key[] = []
  for (let day: string | null = first; day !== null && day <= last; day = laterDate(day, 1, unit)) {
    if (filled.length === MOST_POINTS) return keys
    filled.push(day)
  }
  return [...filled, ...keys.filter((key) => typeof key !== 'string')]
}

function labelOfKey(
  key: Key,
  words: readonly { readonly word: string; readonly label: string }[],
  { unit, looks }: GroupedBy,
): string {
  if (key === null || key === '') return say('None')
  if (typeof key === 'boolean') return key ? say('Yes') : say('No')
  if (words.length > 0) return labelOf(words, String(key))
  if (looks) return looks.get(String(key))?.title ?? say('Not shown to you')
  return unit ? labelOfTime(String(key), unit) : String(key)
}
