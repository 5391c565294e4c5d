// Reads numbers as people and spreadsheets write them.
import type { Printing } from './printing.ts'

/**
 * "1,234.50", "1.234,50", "1 234.50" and "1'234.50" → "1234.50"; what is none stays as it is. Of one mark with three digits
 * behind it, as in "1,234", the language says what it means.
 */
export function readNumber(text: string, { locale }: Pick<Printing, 'locale'>): string {
  const found = /^(?<sign>[-+−]?)(?<digits>\d[\d.,'’\s]*)$/.exec(text.trim())?.groups
  const digits = found?.['digits']
  const plain = digits === undefined ? undefined : (readDecimal(digits) ?? readGroups(digits, locale))
  return plain === undefined ? text : `${found?.['sign'] === '-' || found?.['sign'] === '−' ? '-' : ''}${plain}`
}

/** In the document's currency: "€ 1,234.50", "7,00 EUR". */
export function readAmount(text: string, printing: Pick<Printing, 'locale' | 'currency'>): string {
  if (/^[-+\d.,\s]*$/.test(text)) return readNumber(text, printing)
  const names = [printing.currency, ...symbolsOf(printing)]
  const name = names.find((each) => text.includes(each))
  return readNumber(name === undefined ? text : text.replace(name, ''), printing)
}

/** "12 %". */
export function readPercent(text: string, printing: Pick<Printing, 'locale'>): string {
  return readNumber(text.replace(/\s*%\s*$/, ''), printing)
}

/** With places, which stand behind the last mark; groups of three before it, if there are any, have another one. */
function readDecimal(digits: string): string | undefined {
  const found = /^(?<whole>.*?)(?<mark>[.,])(?<places>\d+)$/.exec(digits)?.groups
  const { whole = '', mark = '', places = '' } = found ?? {}
  if (found === undefined || whole.includes(mark)) return undefined
  if (/^\d+$/.test(whole)) return places.length === 3 && whole.length <= 3 ? undefined : `${whole}.${places}`
  const grouped = readGroups(whole)
  return grouped === undefined ? undefined : `${grouped}.${places}`
}

/** Without places; `locale`: a single mark may begin them all the same. */
function readGroups(digits: string, locale?: string): string | undefined {
  if (/^\d+$/.test(digits)) return digits
  const mark = /[^\d]/.exec(digits)?.[0] ?? ''
  const parts = digits.split(mark)
  const isWell = /^[1-9]\d{0,2}$/.test(parts[0] ?? '') && parts.slice(1).every((part) => /^\d{3}$/.test(part))
  if (!isWell) return undefined
  const isPlaces = locale !== undefined && parts.length === 2 && mark === decimalMarkOf(locale)
  return isPlaces ? digits.replace(mark, '.') : parts.join('')
}

function decimalMarkOf(locale: string): string {
  return new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.'
}

function symbolsOf({ locale, currency }: Pick<Printing, 'locale' | 'currency'>): readonly string[] {
  return (['symbol', 'narrowSymbol'] as const).flatMap((currencyDisplay) => {
    const parts = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay }).formatToParts(1)
    return parts.flatMap(({ type, value }) => (type === 'currency' ? [value] : []))
  })
}
