// Makes refusals from the error catalogue and fills their messages with values.
import { dateOf } from '../expressions/calendar.ts'
import { isDecimal, printDecimal } from '../expressions/decimal.ts'
import type { Expression, Node } from '../expressions/node.ts'
import { printableOf, printDuration } from '../expressions/functions/formatters.ts'
import type { Whole } from '../expressions/functions/whole.ts'
import { percentOf } from '../expressions/functions/shown-value.ts'
import { writeValue } from '../expressions/read-value.ts'
import type { Type } from '../expressions/type.ts'
import type { Value } from '../expressions/value.ts'
import { isEmptyValue, printValue } from '../fields/coerce-value.ts'
import { sayFlag } from '../fields/yes-no.ts'
import type { Printing } from '../fields/printing.ts'
import { makePrinting } from '../fields/printing.ts'
import type { Reading } from '../fields/reading/reading.ts'
import { makeReading } from '../fields/reading/reading.ts'
import { isMoney } from '../model/is-money.ts'
import { memoByModel } from '../model/memo-by-model.ts'
import type { Citation, MessageTemplate, Model } from '../model/model.ts'
import { standardRefusal, translatedText } from '../refusals/catalogue.ts'
import type { FieldError, Refusal } from './decision.ts'
import type { Evaluator } from './evaluator.ts'

/**
 * Formats values in the application's language, time zone and currency. Made once for each model, because the
 * engine's formatters are slow to make.
 */
export const printingOf = memoByModel(({ settings: { language, timeZone, currency } }): Printing =>
  makePrinting(language, timeZone, currency),
)

/** Makes the reading of texts from outside, in the time zone of the document. `now`: RFC 3339. `locale`: its reader's, if that is known. */
export function readingOf(model: Model, now: string, locale: string = model.settings.language): Reading {
  const { language, timeZone, currency } = model.settings
  const printing = locale === language ? printingOf(model) : makePrinting(locale, timeZone, currency)
  return makeReading(printing, dateOf(now, printing.timeZone) ?? now.slice(0, 10))
}

/** How a message's expressions get their values: they read no more than its recipient may read. */
export interface MessageValues {
  readonly evaluate: Evaluator
  readonly printing: Printing
}

/** A value that may not be known is shown as "…", an empty one as nothing. */
export function fillMessage(model: Model, message: MessageTemplate, filling: MessageValues): string {
  return message.map((part) => (typeof part === 'string' ? part : printPart(model, part, filling))).join('')
}

export interface RefusalOptions {
  readonly entity?: string
  readonly filling?: MessageValues
  readonly cites?: Citation
  readonly errors?: readonly FieldError[]
  readonly remedy?: string
  readonly state?: string
}

/** A code of the catalogue as a refusal; without a filling, the values in its message are shown as "…". */
export function makeRefusal(model: Model, code: string, options: RefusalOptions = {}): Refusal {
  const { entity = '', filling, cites, errors = [], remedy, state } = options
  const known = standardRefusal(code)
  const sent = known?.code ?? code
  const entry = model.errors.get(code) ?? model.errors.get(sent)
  const reason = translatedText(code, model.settings.language)?.message
  const message = entry?.messages.get(entity) ?? entry?.messages.get('') ?? [reason ?? code]
  return {
    code: sent,
    status: entry?.status ?? known?.status ?? 422,
    message: fillMessage(model, message, withReason(filling ?? noValues(model), reason)),
    errors,
    ...(cites ? { cites } : {}),
    ...(remedy === undefined ? {} : { remedy }),
    ...(state === undefined ? {} : { state }),
  }
}

/**
 * Makes the refusal for values that other records already have and for limits that are reached. Its message is that
 * of the first error, unless point 8 words the code `conflict` itself.
 */
export function conflictOf(model: Model, errors: readonly FieldError[]): Refusal {
  const [first] = errors
  const cites = first?.cites
  const refusal = makeRefusal(model, 'conflict', { errors, ...(cites === undefined ? {} : { cites }) })
  if (first === undefined || model.errors.has('conflict')) return refusal
  return { ...refusal, message: first.message, ...(first.wording && { wording: first.wording }) }
}

/** `{reason}` in the document's words is the sentence that stands in their place. */
function withReason({ evaluate, printing }: MessageValues, reason: string | undefined): MessageValues {
  if (reason === undefined) return { evaluate, printing }
  const isReason = (node: Node): boolean => node.kind === 'input' && node.name === 'reason'
  return { evaluate: (node) => (isReason(node) ? reason : evaluate(node)), printing }
}

/** Knows no value. */
export const noValues = (model: Model): MessageValues => ({ evaluate: () => undefined, printing: printingOf(model) })

function printPart(
  model: Model,
  { tree: node, field: computed }: Expression,
  { evaluate, printing }: MessageValues,
): string {
  const value = evaluate(node)
  if (value === undefined) return '…'
  if (node.type.kind === 'integer') return isEmptyValue(value) ? '' : String(value)
  const named = computed ?? (node.kind === 'field' ? node : undefined)
  const field = named && model.entities.get(named.entity)?.fields.get(named.field)
  if (field) return printValue(writeValue(value, field.valueType), field, printing)
  return isDecimal(value) && isMoney(node)
    ? printing.formatters.money(printableOf(printDecimal(value)))
    : printTyped(value, node.type, printing)
}

/** A value of an expression for people. */
function printTyped(value: Value, type: Type, printing: Printing): string {
  if (value === undefined) return '…'
  if (isEmptyValue(value)) return ''
  switch (type.kind) {
    case 'boolean':
      return sayFlag(value === true, printing.locale)
    case 'integer':
      return String(value)
    case 'number':
      return printing.formatters.number(Number(value))
    case 'decimal':
      if (isDecimal(value) && type.unit === 'percent') return printing.formatters.percent(percentOf(value))
      return isDecimal(value) ? printing.formatters.fixed(printableOf(printDecimal(value)), value.scale) : String(value)
    case 'date':
      return printing.formatters.date(String(value))
    case 'timestamp':
      return printing.formatters.moment(String(value))
    case 'duration':
      return printDuration(value as Whole, printing.locale)
    case 'record':
      return printing.title?.(type.entity, String(value)) ?? '…'
    case 'set':
    case 'list':
      return (value as readonly Value[]).map((each) => printTyped(each, type.of, printing)).join(', ')
    case 'json':
    case 'object':
      return JSON.stringify(writeValue(value, type))
    case 'text':
    case 'choice':
    case 'time':
    case 'calendar':
    case 'null':
      return String(value)
  }
}
