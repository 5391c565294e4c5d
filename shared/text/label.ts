// Makes a label for people of a written name.
import { capitalise } from './capitalise.ts'

/** "due_at" → "Due at", "Due date" stays, "isbn" → "ISBN": identifiers lose their underscores, all begin with a capital. */
export function labelFor(written: string): string {
  const words = written
    .replaceAll('_', ' ')
    .trim()
    .replaceAll(SPELT, (word) => word.toUpperCase())
  return capitalise(words)
}

/** Spoken letter by letter, in English and in German. */
const SPELT = /\b(?:api|bic|csv|ean|faq|html|iban|ip|isbn|json|pdf|sku|sla|url|vat)\b/g
