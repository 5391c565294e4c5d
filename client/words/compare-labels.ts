// Puts labels in the order of the page's language.
import { pageLanguage } from './language.ts'
import { lazily } from './lazily.ts'

const collator = lazily(() => new Intl.Collator(pageLanguage))

export function compareLabels(a: string, b: string): number {
  return collator().compare(a, b)
}
