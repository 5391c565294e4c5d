// Reads what a request of an import says beside its file: the mapping of columns and the reader's language.
import type { ColumnMap } from '#shared/protocol/import.ts'
import { refused } from '../../../policy/refused.ts'

const CHOICES: { readonly [name: string]: readonly string[] | undefined } = {
  decimalMark: ['.', ','],
  dateOrder: ['day first', 'month first', 'year first'],
}

/** `{"Customer": "name", "#3": null, "Amount": {"decimalMark": ","}}` */
export function readColumnMap(text: string): ColumnMap {
  const read = readJson(text)
  if (!isObject(read) || !Object.values(read).every(isColumnChoice)) throw refused('columns_unreadable')
  return read as ColumnMap
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isColumnChoice(choice: unknown): boolean {
  if (choice === null || typeof choice === 'string') return true
  return (
    isObject(choice) &&
    Object.entries(choice).every(
      ([name, value]) => typeof value === 'string' && (name === 'field' || CHOICES[name]?.includes(value) === true),
    )
  )
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** How many languages of a request are looked at: browsers send fewer. */
const MOST_LANGUAGES = 20

/** Lists the languages of `Accept-Language` (RFC 9110, 12.5.4), the preferred ones first. */
export function readerLanguages(header: string | undefined): readonly string[] {
  return (header ?? '')
    .split(',', MOST_LANGUAGES)
    .flatMap((range) => {
      const [tag = '', ...parameters] = range.split(';').map((part) => part.trim())
      const weight = parameters.map((part) => /^q=([01](?:\.\d{0,3})?)$/i.exec(part)?.[1]).find(Boolean)
      const locale = canonicalLocale(tag)
      return locale === undefined ? [] : [{ locale, weight: Number(weight ?? 1) }]
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ locale }) => locale)
}

function canonicalLocale(tag: string): string | undefined {
  if (!/^[a-z]{2,3}(?:-[a-z\d]{2,8}){0,3}$/i.test(tag)) return undefined
  try {
    return Intl.getCanonicalLocales(tag)[0]
  } catch {
    // A tag may have the form of one and be none, as "de-de-de".
    return undefined
  }
}

/** `text/csv; charset=windows-1252` */
export function charsetOf(contentType: string | undefined): string | undefined {
  return /;\s*charset="?([\w-]+)"?/i.exec(contentType ?? '')?.[1]?.toLowerCase()
}
