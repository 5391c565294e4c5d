// Fills messages of the document with values, in its language.
import { dateOf } from '../expressions/calendar.ts'
import { isDecimal, printDecimal } from '../expressions/decimal.ts'
import type { Expression } from '../expressions/node.ts'
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
import type { MessageTemplate, Model } from '../model/model.ts'
import type { MessageValues } from './decision.ts'

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

/** A value that may not be known is shown as "…", an empty one as nothing. */
export function fillMessage(model: Model, message: MessageTemplate, filling: MessageValues): string {
  return message.map((part) => (typeof part === 'string' ? part : printPart(model, part, filling))).join('')
}

/** Knows no value. */
export const noValues = (model: Model): MessageValues => ({ evaluate: () => undefined, printing: printingOf(model) })

function printPart(model: Model, { tree: node, asked }: Expression, { evaluate, printing }: MessageValues): string {
  const value = evaluate(node)
  if (value === undefined) return '…'
  if (node.type.kind === 'integer') return isEmptyValue(value, node.type) ? '' : String(value)
  const named = [asked, node].find((each) => each?.kind === 'field')
  const field = named?.kind === 'field' ? model.entities.get(named.entity)?.fields.get(named.field) : undefined
  if (field) return printValue(writeValue(value, field.valueType), field, printing)
  // As it is written, a computed field is money; what it is worked out from may be plain numbers.
  return isDecimal(value) && [asked, node].some((each) => each !== undefined && isMoney(each))
    ? printing.formatters.money(printableOf(printDecimal(value)))
    : printTyped(value, node.type, printing)
}

/** A value of an expression for people. */
function printTyped(value: Value, type: Type, printing: Printing): string {
  if (value === undefined) return '…'
  if (isEmptyValue(value, type)) return ''
  switch (type.kind) {
    case 'boolean':
      return sayFlag(value === true, printing.locale)
    case 'integer':
      return String(value)
    case 'number':
      return printing.formatters.number(Number(value))
    case 'decimal':
      if (isDecimal(value) && (type.unit === 'percent' || type.isShare))
        return printing.formatters.percent(percentOf(value))
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
