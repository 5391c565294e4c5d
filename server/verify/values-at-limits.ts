// Makes values on both sides of each limit of a field.
import type { Field } from '#shared/model/model.ts'
import { validValue } from './valid-values.ts'

export interface ValueAtLimit {
  readonly value: unknown
  readonly isWrong: boolean
  readonly says: string
}

export function valuesAtLimits(field: Field, now: string): readonly ValueAtLimit[] {
  const { type, limits } = field
  const wrongType: ValueAtLimit = { value: { no: 'object' }, isWrong: true, says: 'with a value of another type' }
  switch (type.kind) {
    case 'text':
    case 'long text':
    case 'markdown':
      return limits.pattern === undefined
        ? [wrongType, ...textsAtLimits(field)]
        : [
            wrongType,
            { value: validValue(field, 5, now), isWrong: false, says: 'of its pattern' },
            { value: '§', isWrong: true, says: 'that has another form than its pattern' },
          ]
    case 'integer':
      return [wrongType, { value: 1.5, isWrong: true, says: 'with a fraction' }, ...numbersAtLimits(field, 1, Number)]
    case 'number':
      return [wrongType, ...numbersAtLimits(field, 0.5, Number)]
    case 'decimal':
      return [wrongType, ...numbersAtLimits(field, 10 ** -type.scale, (value) => value.toFixed(type.scale))]
    case 'money':
    case 'percent':
      return [wrongType, ...numbersAtLimits(field, 0.01, (value) => value.toFixed(2))]
    case 'date':
      return [wrongType, ...daysAtLimits(field)]
    case 'one of':
      return [
        wrongType,
        { value: 'no such word', isWrong: true, says: 'with a word that is none of its choices' },
        ...type.words.map(({ word, label }) => ({ value: word, isWrong: false, says: `as ${label}` })),
      ]
    case 'json':
    case 'location':
    case 'slug':
      return []
    case 'list of text':
      return [wrongType, ...listsAtLimits(field)]
    default:
      return [wrongType]
  }
}

/** Longer texts than this are not sent. */
const LONGEST = 20_000

function textsAtLimits({ limits: { min, max, unique } }: Field): readonly ValueAtLimit[] {
  const letter = unique === undefined ? 'a' : 'q'
  const text = (length: number, isWrong: boolean): ValueAtLimit => ({
    value: letter.repeat(length),
    isWrong,
    says: `of ${length} characters`,
  })
  const [least, most] = [Number(min ?? 0), Number(max ?? Infinity)]
  return [
    ...(least > 1 ? [text(least - 1, true), text(least, false)] : []),
    ...(most <= LONGEST ? [text(most, false), text(most + 1, true)] : []),
  ]
}

function numbersAtLimits(
  { limits: { min, max } }: Field,
  step: number,
  write: (value: number) => string | number,
): readonly ValueAtLimit[] {
  const at = (value: number, isWrong: boolean): ValueAtLimit => ({
    value: write(Number(value.toFixed(9))),
    isWrong,
    says: `as ${String(write(Number(value.toFixed(9))))}`,
  })
  return [
    ...(min === undefined ? [] : [at(Number(min) - step, true), at(Number(min), false)]),
    ...(max === undefined ? [] : [at(Number(max), false), at(Number(max) + step, true)]),
  ]
}

function daysAtLimits({ limits: { min, max } }: Field): readonly ValueAtLimit[] {
  const at = (date: number | string, days: number, isWrong: boolean): ValueAtLimit => {
    const value = new Date(Date.parse(String(date)) + days * 86_400_000).toISOString().slice(0, 10)
    return { value, isWrong, says: `on ${value}` }
  }
  return [
    ...(min === undefined ? [] : [at(min, -1, true), at(min, 0, false)]),
    ...(max === undefined ? [] : [at(max, 0, false), at(max, 1, true)]),
  ]
}

function listsAtLimits({ limits: { atMost, max } }: Field): readonly ValueAtLimit[] {
  const most = atMost ?? (max === undefined ? undefined : Number(max))
  if (most === undefined || most > 200) return []
  const list = (length: number): readonly string[] => Array.from({ length }, (_, at) => `entry ${at}`)
  return [
    { value: list(most), isWrong: false, says: `with ${most} entries` },
    { value: list(most + 1), isWrong: true, says: `with ${most + 1} entries` },
  ]
}
