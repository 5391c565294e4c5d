// Collects every refusal that the system makes by itself; point 8 may reword each by name or code.
import { ACCOUNT_FIELD_REFUSALS } from './account-fields.ts'
import { ACCOUNT_REFUSALS } from './accounts.ts'
import { FIELD_REFUSALS, VALUE_REFUSALS } from './fields.ts'
import { GERMAN_REFUSALS } from './german/german.ts'
import { LIST_AND_IMPORT_REFUSALS } from './lists-and-imports.ts'
import { RECORD_REFUSALS } from './records.ts'
import type { InLanguages } from '../text/language.ts'
import { languageOf } from '../text/language.ts'
import type { RefusalText, RefusalValues, TranslatedText } from './refusal-text.ts'
import { holesOf } from './refusal-text.ts'
import { REQUEST_REFUSALS } from './requests.ts'

export const REFUSALS = {
  ...REQUEST_REFUSALS,
  ...RECORD_REFUSALS,
  ...LIST_AND_IMPORT_REFUSALS,
  ...ACCOUNT_REFUSALS,
  ...FIELD_REFUSALS,
  ...ACCOUNT_FIELD_REFUSALS,
  ...VALUE_REFUSALS,
} as const

export type RefusalName = keyof typeof REFUSALS

/** Texts by language and name. A page has no other language than its own. */
const TEXTS: InLanguages<{ readonly [name in RefusalName]?: TranslatedText }> = {
  en: REFUSALS,
  de: { ...GERMAN_REFUSALS, ...VALUE_REFUSALS },
}

/** Left out where the texts have no holes. */
export type ValuesOf<Name extends RefusalName> = RefusalValues<(typeof REFUSALS)[Name]>

/** Undefined: the catalogue has no such name. */
export function refusalText(name: string): RefusalText | undefined {
  return Object.hasOwn(REFUSALS, name) ? REFUSALS[name as RefusalName] : undefined
}

/** Undefined: the catalogue has no such name. `locale`: BCP 47. */
export function translatedText(name: string, locale: string): TranslatedText | undefined {
  if (!Object.hasOwn(REFUSALS, name)) return undefined
  return TEXTS[languageOf(locale)][name as RefusalName] ?? REFUSALS[name as RefusalName]
}

/** Finds a refusal that a document may use for its own rules too: a whole sentence with a status. */
export function standardRefusal(code: string): (RefusalText & { readonly status: number }) | undefined {
  const text = refusalText(code)
  const { status } = text ?? {}
  return text === undefined || status === undefined || holesOf(text).length > 0 ? undefined : { ...text, status }
}

/** A refusal that a document may reword, by its name or by a code that several entries share. */
export interface Rewordable {
  readonly status?: number
  /** Names that stand bare in its message; `reason` is the sentence that would be said. */
  readonly holes: readonly string[]
}

/** Undefined: the system has no such name or code. */
export function rewordable(word: string): Rewordable | undefined {
  rewordables ??= findRewordables()
  return rewordables.get(word)
}

const ENTRIES = Object.entries<RefusalText>(REFUSALS)

export const REFUSAL_WORDS: readonly string[] = [...new Set(ENTRIES.flatMap(([name, { code = name }]) => [name, code]))]

/** Made in one pass, at the first question. */
let rewordables: ReadonlyMap<string, Rewordable> | undefined

function findRewordables(): ReadonlyMap<string, Rewordable> {
  const texts = new Map<string, RefusalText[]>()
  for (const [name, text] of ENTRIES)
    for (const word of new Set([name, text.code ?? name])) texts.set(word, [...(texts.get(word) ?? []), text])
  return new Map(
    [...texts].map(([word, entries]) => {
      const { status } = refusalText(word) ?? entries[0] ?? {}
      const holes = [...new Set(['reason', ...entries.flatMap(holesOf)])]
      return [word, { ...(status === undefined ? {} : { status }), holes }]
    }),
  )
}
