// Reads numbers as people and spreadsheets write them.
import { keepByLocale } from './keep-by-locale.ts'
import type { DecimalMark, Reading } from './reading.ts'

type NumberReading = Pick<Reading, 'locale' | 'decimalMark'>

/** Longer texts are no numbers. */
const LONGEST_NUMBER = 100

/**
 * "1,234.50", "1.234,50", "1 234.50" and "1'234.50" → "1234.50"; "(5)" and "5-", as ledgers have them, → "-5"; undefined: it
 * is none. The language says what one mark with three digits behind it means, as in "1,234", where no column has decided it.
 */
export function readNumber(text: string, { locale, decimalMark }: NumberReading): string | undefined {
  if (text.length > LONGEST_NUMBER) return undefined
  const found = NUMBER.exec(text.trim())?.groups
  const digits = found?.['digits'] ?? found?.['ledger'] ?? found?.['before']
  if (digits === undefined) return undefined
  const plain =
    decimalMark === undefined ? (readDecimal(digits) ?? readGroups(digits, locale)) : readMarked(digits, decimalMark)
  if (plain === undefined) return undefined
  const isNegative = found?.['digits'] === undefined || /[-−]/.test(found['sign'] ?? '')
  return isNegative ? `-${plain}` : plain
}

const NUMBER =
  /^(?:(?<sign>[-+−]?)\s*(?<digits>[\d.,][\d.,'’\s]*)|\((?<ledger>\d[\d.,'’\s]*)\)|(?<before>\d[\d.,'’\s]*)[-−])$/

/** A number in the document's currency: "€ 1,234.50", "7,00 EUR". */
export function readAmount(text: string, reading: NumberReading & Pick<Reading, 'currency'>): string | undefined {
  if (/^[-+\d.,\s]*$/.test(text)) return readNumber(text, reading)
  const names = [reading.currency, ...symbolsOf(`${reading.locale} ${reading.currency}`)]
  const name = names.find((each) => text.includes(each))
  return readNumber(name === undefined ? text : text.replace(name, ''), reading)
}

/** "12 %" → "12". */
export function readPercent(text: string, reading: NumberReading): string | undefined {
  return readNumber(text.replace(/%\s*$/, '').trimEnd(), reading)
}

/** Places stand behind the mark; all other marks stand between groups of three. */
function readMarked(digits: string, mark: DecimalMark): string | undefined {
  const [whole = '', places, more] = digits.split(mark)
  if (more !== undefined || (places !== undefined && !/^\d+$/.test(places))) return undefined
  const plain = whole === '' && places !== undefined ? '0' : readGroups(whole)
  return plain === undefined || places === undefined ? plain : `${plain}.${places}`
}

/** Places stand behind the last mark; groups of three before it, if there are any, have another one. */
function readDecimal(digits: string): string | undefined {
  const found = /^(?<whole>.*?)(?<mark>[.,])(?<places>\d+)$/.exec(digits)?.groups
  const { whole = '', mark = '', places = '' } = found ?? {}
  if (found === undefined || whole.includes(mark)) return undefined
  if (whole === '') return `0.${places}`
  if (/^\d+$/.test(whole)) return places.length === 3 && whole.length <= 3 ? undefined : `${whole}.${places}`
  const grouped = readGroups(whole)
  return grouped === undefined ? undefined : `${grouped}.${places}`
}

/** A number without places; `locale`: a single mark may begin them all the same. */
function readGroups(digits: string, locale?: string): string | undefined {
  if (/^\d+$/.test(digits)) return digits
  const mark = /[^\d]/.exec(digits)?.[0] ?? ''
  const isPlaces = locale !== undefined && mark === decimalMarkOf(locale)
  const parts = digits.split(mark)
  // "0.123" has no thousands.
  if (isPlaces && parts.length === 2 && /^\d+$/.test(parts[0] ?? '') && /^\d+$/.test(parts[1] ?? ''))
    return `${parts[0]}.${parts[1]}`
  const isWell = /^[1-9]\d{0,2}$/.test(parts[0] ?? '') && parts.slice(1).every((part) => /^\d{3}$/.test(part))
  return isWell ? parts.join('') : undefined
}

export const decimalMarkOf = keepByLocale((locale): string => {
  const parts = new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).formatToParts(1.5)
  return parts.find(({ type }) => type === 'decimal')?.value ?? '.'
})

/** `key`: language and currency. */
const symbolsOf = keepByLocale((key): readonly string[] => {
  const [locale = '', currency = ''] = key.split(' ')
  return (['symbol', 'narrowSymbol'] as const).flatMap((currencyDisplay) => {
    const parts = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay }).formatToParts(1)
    return parts.flatMap(({ type, value }) => (type === 'currency' ? [value] : []))
  })
})
