// Stands for the German phrases of conditions in the client's build: only German pages load them.
import type { ConditionPhrases } from '#shared/decisions/conditions/phrases.ts'
import { baseOf } from '#shared/text/choose-locale.ts'
import { pageLanguage } from './language.ts'

export const GERMAN_PHRASES: ConditionPhrases | undefined =
  baseOf(pageLanguage) === 'de'
    ? (await import('#shared/decisions/conditions/german-phrases.ts')).GERMAN_PHRASES
    : undefined
