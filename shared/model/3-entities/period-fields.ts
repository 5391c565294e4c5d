// Finds the two fields between which a record lasts, and says whether the end is a part of that.
import type { Type } from '../../expressions/type.ts'

interface PeriodField {
  readonly valueType: Type
  readonly standard: boolean
}

/** Names that go together: `starts_at` and `ends_at`, `from` and `to`. */
const PAIRS: readonly (readonly [string, string])[] = [
  ['starts', 'ends'],
  ['start', 'end'],
  ['begins', 'ends'],
  ['from', 'to'],
  ['from', 'until'],
  ['first', 'last'],
]

/** Fields whose names say so; else its only two moments, or its only two dates, in their order. */
export function periodFieldsOf(
  fields: ReadonlyMap<string, PeriodField> | undefined,
): { readonly from: string; readonly to: string } | undefined {
  const byKind = (['timestamp', 'date'] as const).map((kind) =>
    [...(fields ?? [])].flatMap(([name, field]) => (field.valueType.kind === kind && !field.standard ? [name] : [])),
  )
  for (const names of byKind) {
    for (const from of names) {
      const to = names.find((other) => isPair(from, other))
      if (to !== undefined) return { from, to }
    }
  }
  for (const [from, to, ...others] of byKind)
    if (from !== undefined && to !== undefined && others.length === 0) return { from, to }
  return undefined
}

function isPair(from: string, to: string): boolean {
  return PAIRS.some(([first, last]) =>
    from.split('_').some((part, at, parts) => part === first && parts.toSpliced(at, 1, last).join('_') === to),
  )
}

/**
 * The one rule of spans, for `overlaps`, `no overlap`, calendars and iCalendar: between two dates the last day is a part of it,
 * between two moments the end is not.
 */
export function includesEnd(type: Type): boolean {
  return type.kind === 'date'
}
