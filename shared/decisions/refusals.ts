// Makes the system's own refusals, and words them in the document's language or as it says.
import { evaluate } from '../expressions/evaluate.ts'
import type { ValueProblem } from '../fields/field-type.ts'
import type { Citation, Model } from '../model/model.ts'
import type { RefusalName, ValuesOf } from '../refusals/catalogue.ts'
import { OF_VALUE } from '../refusals/fields.ts'
import type { TranslatedText } from '../refusals/refusal-text.ts'
import { refusalText, rewordable, translatedText } from '../refusals/catalogue.ts'
import { labelFor } from '../text/label.ts'
import type { HoleValues } from '../text/phrase.ts'
import { fillHoles, sayValue } from '../text/phrase.ts'
import { fillMessage, printingOf } from './8-errors.ts'
import type { FieldError, Refusal, TextReference } from './decision.ts'

interface SystemRefusalOptions {
  readonly cites?: Citation | undefined
  readonly errors?: readonly FieldError[]
  readonly remedy?: string
}

/** Values may be left out where the text of that name has no holes. */
export type RefusalArguments<Name extends RefusalName, More> = keyof ValuesOf<Name> extends never
  ? [values?: ValuesOf<Name>, more?: More]
  : [values: ValuesOf<Name>, more?: More]

/** The language of a message before it is worded: only the log shows it. */
const LOGGED_IN = 'en'

export function systemRefusal<Name extends RefusalName>(
  name: Name,
  ...[given, more = {}]: RefusalArguments<Name, SystemRefusalOptions>
): Refusal {
  const values: HoleValues = given ?? {}
  const text = refusalText(name)
  return {
    code: text.code ?? name,
    status: text.status ?? 422,
    message: fillHoles(text.message, values, LOGGED_IN),
    errors: more.errors ?? [],
    ...(more.cites === undefined ? {} : { cites: more.cites }),
    ...(more.remedy === undefined ? {} : { remedy: more.remedy }),
    wording: { name, values },
  }
}

export function fieldError<Name extends RefusalName>(
  field: string,
  name: Name,
  ...[given, cites]: RefusalArguments<Name, Citation>
): FieldError {
  const values: HoleValues = given ?? {}
  const { code = name, message } = refusalText(name)
  return {
    field,
    code,
    message: fillHoles(message, values, LOGGED_IN),
    ...(cites === undefined ? {} : { cites }),
    wording: { name, values },
  }
}

/** Makes the error that a field type reports for a value, with the label of the field. */
export function valueError(
  field: string,
  label: string,
  { code, ...problem }: ValueProblem,
  cites?: Citation,
): FieldError {
  const values = { field: labelFor(label), problem }
  return {
    field,
    code,
    message: fillHoles(OF_VALUE.message, values, LOGGED_IN),
    ...(cites === undefined ? {} : { cites }),
    wording: { name: code, values, isOfValue: true },
  }
}

/** Makes a whole refusal from one of its errors. */
export function refusalOf({ code, message, wording }: FieldError, errors: readonly FieldError[]): Refusal {
  const status = rewordable(wording?.name ?? code)?.status ?? 422
  return { code, status, message, errors, ...(wording && { wording }) }
}

/** How many errors an answer lists: the others are counted, and found once these are mended. */
export const MOST_ERRORS = 20

/**
 * Words a refusal as point 8 does, if it lists the name of the text or else its code. The result no longer holds the
 * reference to the catalogue text.
 */
export function wordRefusal(model: Model, { wording, ...refusal }: Refusal): Refusal {
  const remedy = refusal.remedy ?? sayRemedyOf(model, wording)
  const more = (refusal.moreErrors ?? 0) + Math.max(0, refusal.errors.length - MOST_ERRORS)
  return {
    ...refusal,
    message: reword(model, refusal, wording),
    ...(remedy === undefined ? {} : { remedy }),
    errors: refusal.errors.slice(0, MOST_ERRORS).map((error) => wordFieldError(model, error)),
    ...(more === 0 ? {} : { moreErrors: more }),
  }
}

export function wordFieldError(model: Model, { wording, ...error }: FieldError): FieldError {
  return { ...error, message: reword(model, error, wording) }
}

/** Returns the remedy that the catalogue gives with a text. */
function sayRemedyOf({ settings: { language } }: Model, wording: TextReference | undefined): string | undefined {
  const remedy = wording && textOf(wording, language).remedy
  return remedy === undefined ? undefined : fillHoles(remedy, wording?.values ?? {}, language)
}

function textOf({ name, isOfValue }: TextReference, locale: string): TranslatedText {
  return (isOfValue ? undefined : translatedText(name, locale)) ?? OF_VALUE
}

function reword(
  model: Model,
  { code, message }: { readonly code: string; readonly message: string },
  wording: TextReference | undefined,
): string {
  if (wording === undefined) return message
  const { language } = model.settings
  const said = fillHoles(textOf(wording, language).message, wording.values, language)
  const own = (model.errors.get(wording.name) ?? model.errors.get(code))?.messages.get('')
  if (own === undefined) return said
  const values = Object.entries(wording.values).map(([name, value]) => [name, sayValue(value, language)] as const)
  const input = Object.fromEntries([...values, ['reason', said] as const])
  return fillMessage(model, own, {
    evaluate: (node) => evaluate(node, { now: '', timeZone: 'UTC', me: null, limits: {}, input }),
    printing: printingOf(model),
  })
}
