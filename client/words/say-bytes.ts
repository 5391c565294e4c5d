// Says how large a file is, in the language of the page.
import { printBytes } from '#shared/text/phrase.ts'
import { formatLocale } from './language.ts'

/** 1,234,567 → "1.2 MB". */
export function sayBytes(bytes: number): string {
  return printBytes(bytes, formatLocale)
}
