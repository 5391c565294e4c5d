// Stands for the German refusals in the client's build: only German pages load them.
import type { GERMAN_REFUSALS as GermanRefusals } from '#shared/refusals/german/german.ts'
import { baseOf } from '#shared/text/choose-locale.ts'
import { pageLanguage } from './language.ts'

export const GERMAN_REFUSALS: Partial<typeof GermanRefusals> =
  baseOf(pageLanguage) === 'de' ? (await import('#shared/refusals/german/german.ts')).GERMAN_REFUSALS : {}
