// Reads numbers as people and spreadsheets write them.

/**
 * "1,234.50", "1.234,50", "1 234.50", "€ 1,234.50" and "12 %" → "1234.50" and "12"; what is none stays as it is. Of one mark
 * with three digits behind it, as in "1,234", the language says what it means (BCP 47).
 */
export function readNumber(text: string, locale: string): string {
  const plain = text.replaceAll(/[\s'’€$£%]|[A-Z]{3}/g, '')
  if (!/^[-+]?[\d.,]*\d[\d.,]*$/.test(plain)) return text
  const marks = plain.replaceAll(/[^.,]/g, '')
  const last = marks.at(-1)
  if (last === undefined) return plain
  const isBoth = new Set(marks).size === 2
  const groups = new Intl.NumberFormat(locale).format(1_234_567).includes(',') ? ',' : '.'
  const isGrouped = !isBoth && (marks.length > 1 || (last === groups && new RegExp(`\\${last}\\d{3}$`).test(plain)))
  if (isGrouped) return plain.replaceAll(last, '')
  const [whole, places] = splitAtLast(plain, last)
  return `${whole.replaceAll(/[.,]/g, '')}.${places}`
}

function splitAtLast(text: string, mark: string): readonly [string, string] {
  const at = text.lastIndexOf(mark)
  return [text.slice(0, at), text.slice(at + 1)]
}
