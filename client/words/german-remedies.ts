// Stands for the German remedies in the client's build: only German pages load them.
import type { GERMAN_REMEDIES as GermanRemedies } from '#shared/refusals/german/remedies.ts'
import { baseOf } from '#shared/text/choose-locale.ts'
import { pageLanguage } from './language.ts'

export const GERMAN_REMEDIES: Partial<typeof GermanRemedies> =
  baseOf(pageLanguage) === 'de' ? (await import('#shared/refusals/german/remedies.ts')).GERMAN_REMEDIES : {}
