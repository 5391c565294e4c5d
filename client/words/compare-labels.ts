// Puts labels in the order of the page's language.
import { pageLanguage } from './language.ts'

export const { compare: compareLabels } = new Intl.Collator(pageLanguage)
