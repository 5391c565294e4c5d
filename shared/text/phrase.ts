// Declares a text with holes that is said in the reader's language, and fills its holes.
import type { InLanguages } from './language.ts'
import { joinNames, languageOf } from './language.ts'

/** Words whose language is known only when they are read. */
export interface Phrase {
  readonly says: InLanguages
  readonly values?: HoleValues
}

/** Names that are joined as the language does: "a, b or c". */
export interface NameList {
  readonly names: readonly HoleValue[]
  readonly by: 'and' | 'or'
}

export function joinByOr(names: readonly HoleValue[]): NameList {
  return { names, by: 'or' }
}

export type HoleValue = string | number | Phrase | NameList | LocalValue

/** A value that is written by the rules of a locale: a date, an amount. */
interface LocalValue {
  readonly write: (locale: string) => string
}

export interface HoleValues {
  readonly [hole: string]: HoleValue
}

/** `locale`: BCP 47. */
export function sayPhrase({ says, values = {} }: Phrase, locale: string): string {
  return fillHoles(says[languageOf(locale)], values, locale)
}

/** `print`: how numbers that are counts are printed; others may be years. */
export function fillHoles(text: string, values: HoleValues, locale: string, print?: (count: number) => string): string {
  return text.replaceAll(HOLE, (_, hole: string) => {
    const value = values[hole] ?? '…'
    return print && typeof value === 'number' ? print(value) : sayValue(value, locale)
  })
}

export function sayValue(value: HoleValue, locale: string): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return numberFormat(locale).format(value)
  if ('says' in value) return sayPhrase(value, locale)
  if ('write' in value) return value.write(locale)
  return joinNames(
    value.names.map((name) => sayValue(name, locale)),
    value.by,
    locale,
  )
}

/** A size in bytes, as a value of a hole. */
export function byteCount(bytes: number): HoleValue {
  return { write: (locale) => printBytes(bytes, locale) }
}

/** `locale`: BCP 47. 1,234,567 → "1.2 MB". */
export function printBytes(bytes: number, locale: string): string {
  const power = Math.min(Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1024)), UNITS.length - 1)
  const digits = { maximumFractionDigits: power === 0 ? 0 : 1 }
  return `${new Intl.NumberFormat(locale, digits).format(bytes / 1024 ** power)} ${UNITS[power] ?? ''}`
}

const UNITS = ['B', 'KB', 'MB', 'GB'] as const

/** The names between braces. */
export type HolesIn<Text> = Text extends `${string}{${infer Hole}}${infer Rest}` ? Hole | HolesIn<Rest> : never

export function holesIn(text: string): readonly string[] {
  return [...new Set([...text.matchAll(HOLE)].map(([, hole = '']) => hole))]
}

const HOLE = /\{([a-z]+)\}/g

const NUMBERS = new Map<string, Intl.NumberFormat>()

/** Numbers in refusals are counts: their thousands are set apart, as the client sets them apart. */
function numberFormat(locale: string): Intl.NumberFormat {
  let format = NUMBERS.get(locale)
  if (format === undefined) {
    const [known = 'en'] = Intl.NumberFormat.supportedLocalesOf(locale)
    NUMBERS.set(locale, (format = new Intl.NumberFormat(known)))
  }
  return format
}
