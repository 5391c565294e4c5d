// Makes the system's own refusals from their catalogue, and words them as the document says.
import { evaluate } from '../expressions/evaluate.ts'
import type { ValueProblem } from '../fields/field-type.ts'
import type { Citation, Model } from '../model/model.ts'
import type { RefusalName, ValuesOf } from '../refusals/catalogue.ts'
import { refusalText, rewordable } from '../refusals/catalogue.ts'
import type { HoleValues } from '../refusals/refusal-text.ts'
import { fillHoles } from '../refusals/refusal-text.ts'
import { labelFor } from '../text/label.ts'
import { fillMessage, makeModelPrinting } from './8-errors.ts'
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

export function systemRefusal<Name extends RefusalName>(
  name: Name,
  ...[given, more = {}]: RefusalArguments<Name, SystemRefusalOptions>
): Refusal {
  const values: HoleValues = given ?? {}
  const text = refusalText(name)
  const remedy = more.remedy ?? text.remedy
  return {
    code: text.code ?? name,
    status: text.status ?? 422,
    message: fillHoles(text.message, values),
    errors: more.errors ?? [],
    ...(more.cites === undefined ? {} : { cites: more.cites }),
    ...(remedy === undefined ? {} : { remedy: fillHoles(remedy, values) }),
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
    message: fillHoles(message, values),
    ...(cites === undefined ? {} : { cites }),
    wording: { name, values },
  }
}

/** What a type of field says of a value, beside the field's label. */
export function valueError(
  field: string,
  label: string,
  { code, message: problem }: ValueProblem,
  cites?: Citation,
): FieldError {
  return {
    field,
    code,
    message: `${labelFor(label)} ${problem}.`,
    ...(cites === undefined ? {} : { cites }),
    wording: { name: code, values: { field: labelFor(label), problem } },
  }
}

/** As a whole refusal what one of its errors says. */
export function refusalOf({ code, message, wording }: FieldError, errors: readonly FieldError[]): Refusal {
  const status = rewordable(wording?.name ?? code)?.status ?? 422
  return { code, status, message, errors, ...(wording && { wording }) }
}

/** In the words of point 8 where it lists the name of a text, or else its code; nothing of the making is left in it. */
export function wordRefusal(model: Model, { wording, ...refusal }: Refusal): Refusal {
  return {
    ...refusal,
    message: reword(model, refusal, wording),
    errors: refusal.errors.map((error) => wordFieldError(model, error)),
  }
}

export function wordFieldError(model: Model, { wording, ...error }: FieldError): FieldError {
  return { ...error, message: reword(model, error, wording) }
}

function reword(
  model: Model,
  { code, message }: { readonly code: string; readonly message: string },
  wording: TextReference | undefined,
): string {
  const entry = wording && (model.errors.get(wording.name) ?? model.errors.get(code))
  const own = entry?.messages.get('')
  if (wording === undefined || own === undefined) return message
  const values = Object.entries(wording.values).map(([name, value]) => [name, String(value)] as const)
  const input = Object.fromEntries([...values, ['reason', message] as const])
  return fillMessage(model, own, {
    evaluate: (node) => evaluate(node, { now: '', timeZone: 'UTC', me: null, limits: {}, input }),
    printing: makeModelPrinting(model),
  })
}
