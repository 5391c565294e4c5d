// Prints the numbers of a tile with currency, percent sign or unit of time.
import { useMemo } from 'react'
import { durationBetween } from '#shared/expressions/duration.ts'
import { printDuration } from '#shared/expressions/functions/formatters.ts'
import { durationOf } from '#shared/fields/duration.ts'
import { fieldType } from '#shared/fields/registry.ts'
import type { Printing } from '#shared/fields/printing.ts'
import type { Entity, Field } from '#shared/model/model.ts'
import { usePrinting } from '../../fields/use-printing.ts'
import type { MeasuredValue, TileMeasure } from './measured-groups.ts'
import { lazily } from '../../words/lazily.ts'
import { say, sayNumber } from '../../words/say.ts'

export interface PrintMeasure {
  (value: MeasuredValue): string
  /** Prints a number in as few letters as an axis has room for. */
  readonly short: (value: number) => string
  /** How differences of such values are printed; `undefined`: they have none, as dates. */
  readonly difference: ((value: number) => string) | undefined
  /** Does a difference say more as a percentage of what was before? */
  readonly isRelative: boolean
  /** A share of a whole, or of what was before; 25 is "25%". */
  readonly percent: (value: number) => string
  /** No step of an axis is smaller. */
  readonly grain: number
}

const HOUR = 3_600_000

export function usePrintMeasure({ measure, field }: TileMeasure, entity: Entity): PrintMeasure {
  const printing = usePrinting()
  const isCounted = measure === 'count' || measure === 'share'
  const type = isCounted || field === undefined ? undefined : entity.fields.get(field)?.type
  return useMemo(() => makePrintMeasure(measure, type, printing), [measure, type, printing])
}

function makePrintMeasure(
  measure: TileMeasure['measure'],
  type: Field['type'] | undefined,
  printing: Printing,
): PrintMeasure {
  const { formatters, locale, currency } = printing
  const definition = type && fieldType(type.kind)
  const compact = (options: Intl.NumberFormatOptions = {}) => {
    const format = lazily(
      () => new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1, ...options }),
    )
    return (value: number) => format().format(value)
  }
  const made = (print: (value: MeasuredValue) => string, short: (value: number) => string, grain = 0): PrintMeasure =>
    Object.assign(print, {
      short,
      grain,
      difference: print,
      isRelative: true,
      percent: (value: number) => formatters.percent(Math.round(value)),
    })
  const percent = (value: MeasuredValue) => formatters.percent(Math.round(Number(value) * 10) / 10)
  const points = (value: number) => say('{count} points', { count: Math.round(value * 10) / 10 })
  const inPercent = (grain = 0) =>
    Object.assign(made(percent, percent, grain), { difference: points, isRelative: false })
  if (measure === 'share') return inPercent(1)
  if (type && definition?.precision !== undefined)
    return Object.assign(
      made((value) => definition.print(String(value), type, printing), compact()),
      { difference: undefined },
    )
  const { unit } = definition ?? {}
  if (unit === 'time') {
    const print = (value: MeasuredValue) =>
      printDuration(typeof value === 'number' ? durationBetween(value) : durationOf(value), locale)
    return made(print, print, HOUR)
  }
  if (type && definition && unit === 'currency')
    return made((value) => definition.print(String(value), type, printing), compact({ style: 'currency', currency }))
  if (type && definition && unit === 'percent') return inPercent()
  if (measure === 'count') return made((value) => sayNumber(Number(value)), compact(), 1)
  // Of an average two places say enough.
  return made((value) => formatters.number(Math.round(Number(value) * 100) / 100), compact())
}
