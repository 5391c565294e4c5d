// Makes values that a field takes, each different by its number: of its type, and within its limits.
import type { Field } from '#shared/model/model.ts'
import { textOfPattern } from './text-of-pattern.ts'

export type ValidField = Pick<Field, 'type'> & { readonly limits?: Partial<Field['limits']> }

const DAY = 86_400_000

/** Undefined: none is known here. Relations are not made by it. */
export function validValue(field: ValidField, number: number, now: string): unknown {
  const { type, limits = {} } = field
  const moment = (days: number): string => new Date(Date.parse(now) + days * DAY).toISOString()
  switch (type.kind) {
    case 'text':
    case 'long text':
    case 'markdown': {
      if (limits.pattern !== undefined) return textOfPattern(limits.pattern, number)
      const [least, most] = [Number(limits.min ?? 0), Number(limits.max ?? 60)]
      return `verify ${number}`.padEnd(least, ' text').slice(0, most).trimEnd().padEnd(Math.min(least, most), 'x')
    }
    case 'slug':
      return `verify-${number}`
    case 'integer':
      return within(number, 1, limits)
    case 'number':
      return within(number, 1, limits)
    case 'decimal':
      return within(number, 10 ** -type.scale, limits).toFixed(type.scale)
    case 'money':
    case 'percent':
      return within(number, 0.01, limits).toFixed(2)
    case 'yes/no':
      return number % 2 === 0
    case 'date':
      return clampText(moment(-(number % 20)).slice(0, 10), limits)
    case 'time':
      return clampText(`${String(8 + (number % 10)).padStart(2, '0')}:30`, limits)
    case 'date and time':
      return clampText(moment((number % 9) - 4), limits)
    case 'duration':
      return limits.min === undefined ? `PT${(number % 8) + 1}H` : limits.min
    case 'email':
      return `verify.${number}@example.com`
    case 'url':
      return `https://example.com/verify/${number}`
    case 'phone':
      return `+4930555${String(number).padStart(4, '0')}`
    case 'color':
      return `#${String(number % 1_000_000).padStart(6, '0')}`
    case 'one of':
      return type.words[number % type.words.length]?.word
    case 'several of':
      return [type.words[number % type.words.length]?.word]
    case 'list of text':
      return [`verify ${number}`]
    case 'files':
    case 'images':
      return []
    default:
      return undefined
  }
}

function within(number: number, step: number, { min, max }: NonNullable<ValidField['limits']>): number {
  const least = min === undefined ? step : Number(min)
  const most = max === undefined ? least + 1_000_000 : Number(max)
  const room = Math.max(1, Math.floor((most - least) / step))
  return Number((least + (number % room) * step).toFixed(6))
}

function clampText(text: string, { min, max }: NonNullable<ValidField['limits']>): string {
  if (min !== undefined && text < String(min)) return String(min)
  return max !== undefined && text > String(max) ? String(max) : text
}
