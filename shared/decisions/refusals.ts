// Makes refusals and field errors by their names, and words them in the language of the document.
import type { ValueProblem } from '../fields/field-type.ts'
import type { Citation, MessageTemplate, Model } from '../model/model.ts'
import type { WordedFieldError, WordedRefusal } from './worded-refusal.ts'
import { refusalText, translatedText } from '../refusals/catalogue.ts'
import { sayRemedy } from '../refusals/remedies.ts'
import type { RefusalName, ValuesOf } from '../refusals/catalogue.ts'
import { OF_VALUE } from '../refusals/fields.ts'
import type { TranslatedText } from '../refusals/refusal-text.ts'
import { labelFor } from '../text/label.ts'
import type { HoleValues } from '../text/phrase.ts'
import { fillHoles, sayValue } from '../text/phrase.ts'
import { fillMessage, noValues } from './8-errors.ts'
import type { FieldError, Reason, Refusal } from './decision.ts'

/** Values may be left out where the text of that name has no holes; a code of the document has none. */
export type RefusalArguments<Name extends string, More> = Name extends RefusalName
  ? keyof ValuesOf<Name> extends never
    ? [values?: ValuesOf<Name>, more?: More]
    : [values: ValuesOf<Name>, more?: More]
  : string extends Name
    ? [values?: HoleValues, more?: More]
    : never

/** The only function that makes a refusal. `name` is one of the catalogue, or a code of the document. */
export function makeRefusal<Name extends string>(
  name: Name,
  ...[values, more]: RefusalArguments<Name, Partial<Omit<Refusal, 'name' | 'values'>>>
): Refusal {
  return { name, values: values ?? {}, errors: [], ...more }
}

export function fieldError<Name extends RefusalName>(
  field: string,
  name: Name,
  ...[values, cites]: RefusalArguments<Name, Citation>
): FieldError {
  return { field, name, values: values ?? {}, cites }
}

/** Makes the error that a field type reports for a value, with the label of the field. */
export function valueError(
  field: string,
  label: string,
  { code, ...problem }: ValueProblem,
  cites?: Citation,
): FieldError {
  return { field, name: code, values: { field: labelFor(label), problem }, isOfValue: true, cites }
}

/** The code that is sent: several names may share one. */
export function codeOf({ name, isOfValue }: Reason): string {
  return (isOfValue ? undefined : refusalText(name)?.code) ?? name
}

export function statusOf(model: Model, { name }: Reason): number {
  return model.errors.get(name)?.status ?? refusalText(name)?.status ?? 422
}

/** How many errors an answer lists: the others are counted, and found once these are mended. */
export const MOST_ERRORS = 20

export function wordRefusal(model: Model, refusal: Refusal): WordedRefusal {
  const { errors, moreErrors = 0, warnings, confirm, cites, remedy, state } = refusal
  const [first = refusal] = errors
  // Values that others have, or a limit that is reached: the first error says more, unless the document words it.
  const said = refusal.name === 'conflict' && !model.errors.has('conflict') ? first : refusal
  const warned = warnings?.map((each) => ({
    code: each.warning,
    message: sayReason(model, each),
    cites: each.cites,
  }))
  const more = moreErrors + Math.max(0, errors.length - MOST_ERRORS)
  return {
    code: codeOf(refusal),
    status: statusOf(model, refusal),
    message: warned ? [...new Set(warned.map(({ message }) => message))].join(' ') : sayReason(model, said),
    errors: errors.slice(0, MOST_ERRORS).map((error) => wordFieldError(model, error)),
    moreErrors: more === 0 ? undefined : more,
    cites,
    warnings: warned,
    confirm: confirm?.join(', '),
    remedy: remedy ?? sayConfirm(model, refusal) ?? sayRemedyOf(model, said),
    state,
  }
}

export function wordFieldError(model: Model, error: FieldError): WordedFieldError {
  const { field, cites } = error
  return { field, code: codeOf(error), message: sayReason(model, error), cites }
}

/** Returns the document's own words for a reason; undefined: those of the catalogue hold. */
export function templateOf({ errors }: Model, reason: Reason): MessageTemplate | undefined {
  const { name, entity = '', template } = reason
  const entry = errors.get(name) ?? errors.get(codeOf(reason))
  return template ?? entry?.messages.get(entity) ?? entry?.messages.get('')
}

function sayConfirm({ settings }: Model, { confirm }: Refusal): string | undefined {
  return confirm && sayRemedy(settings.language, 'confirm', { code: confirm.join(', ') })
}

/** Returns the remedy that the catalogue gives with a text. */
function sayRemedyOf({ settings: { language } }: Model, reason: Reason): string | undefined {
  const remedy = textOf(reason, language)?.remedy
  return remedy === undefined ? undefined : fillHoles(remedy, reason.values, language)
}

function textOf({ name, isOfValue }: Reason, locale: string): TranslatedText | undefined {
  return isOfValue ? OF_VALUE : translatedText(name, locale)
}

function sayReason(model: Model, reason: Reason): string {
  const { language } = model.settings
  const { name, values, template, filling = noValues(model) } = reason
  const text = textOf(reason, language)
  const said = text && fillHoles(text.message, values, language)
  const own = templateOf(model, reason)
  if (own === undefined) return said ?? name
  // A rule's own words read the record, not the text that they replace.
  if (template !== undefined || said === undefined) return fillMessage(model, own, filling)
  const known: HoleValues = { ...values, reason: said }
  return fillMessage(model, own, {
    ...filling,
    evaluate(node) {
      const value = node.kind === 'input' && Object.hasOwn(known, node.name) ? known[node.name] : undefined
      return value === undefined ? filling.evaluate(node) : sayValue(value, language)
    },
  })
}
