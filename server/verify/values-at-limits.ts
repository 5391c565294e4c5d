// Makes values on both sides of each limit of a field.
import type { Field } from '#shared/model/model.ts'
import type { Phrase } from '#shared/text/phrase.ts'
import { validValue } from './valid-values.ts'

export interface ValueAtLimit {
  readonly value: unknown
  readonly isWrong: boolean
  readonly says: Phrase
}

export function valuesAtLimits(field: Field, now: string): readonly ValueAtLimit[] {
  const { type, limits } = field
  const wrongType: ValueAtLimit = { value: { no: 'object' }, isWrong: true, says: { says: WRONG_TYPE } }
  switch (type.kind) {
    case 'text':
    case 'long text':
    case 'markdown':
      return limits.pattern === undefined
        ? [wrongType, ...textsAtLimits(field)]
        : [
            wrongType,
            { value: validValue(field, 5, now), isWrong: false, says: { says: OF_PATTERN } },
            { value: '§', isWrong: true, says: { says: NOT_OF_PATTERN } },
          ]
    case 'integer':
      return [
        wrongType,
        { value: 1.5, isWrong: true, says: { says: WITH_FRACTION } },
        ...numbersAtLimits(field, 1, Number),
      ]
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
        { value: 'no such word', isWrong: true, says: { says: NO_CHOICE } },
        ...type.words.map(({ word, label }) => ({
          value: word,
          isWrong: false,
          says: { says: AS_VALUE, values: { value: label } },
        })),
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
    says: { says: OF_CHARACTERS, values: { length } },
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
    says: { says: AS_VALUE, values: { value: String(write(Number(value.toFixed(9)))) } },
  })
  return [
    ...(min === undefined ? [] : [at(Number(min) - step, true), at(Number(min), false)]),
    ...(max === undefined ? [] : [at(Number(max), false), at(Number(max) + step, true)]),
  ]
}

function daysAtLimits({ limits: { min, max } }: Field): readonly ValueAtLimit[] {
  const at = (date: number | string, days: number, isWrong: boolean): ValueAtLimit => {
    const value = new Date(Date.parse(String(date)) + days * 86_400_000).toISOString().slice(0, 10)
    return { value, isWrong, says: { says: ON_DAY, values: { value } } }
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
    { value: list(most), isWrong: false, says: { says: WITH_ENTRIES, values: { count: most } } },
    { value: list(most + 1), isWrong: true, says: { says: WITH_ENTRIES, values: { count: most + 1 } } },
  ]
}

const WRONG_TYPE = { en: 'with a value of another type', de: 'mit einem Wert von anderem Typ' }
const OF_PATTERN = { en: 'of its pattern', de: 'nach dem Muster' }
const NOT_OF_PATTERN = { en: 'that has another form than its pattern', de: 'in anderer Form als das Muster' }
const WITH_FRACTION = { en: 'with a fraction', de: 'mit Nachkommastelle' }
const NO_CHOICE = {
  en: 'with a word that is none of its choices',
  de: 'mit einem Wort, das keine der Optionen ist',
}
const AS_VALUE = { en: 'as {value}', de: 'als {value}' }
const OF_CHARACTERS = { en: 'of {length} characters', de: 'mit {length} Zeichen' }
const ON_DAY = { en: 'on {value}', de: 'am {value}' }
const WITH_ENTRIES = { en: 'with {count} entries', de: 'mit {count} Einträgen' }
