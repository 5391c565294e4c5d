// Links point 9: constants with their types, and the settings of the system.
import type { DatedValue } from '../../expressions/schema.ts'
import { jsonOfLiteral } from './fixed-constants.ts'
import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import * as sayConstants from '../../diagnostics/9-constants.ts'
import * as say from '../../diagnostics/linking.ts'
import { isTimeZone } from '../../expressions/zone-offset.ts'
import type { Type } from '../../expressions/type.ts'
import { describeType } from '../../expressions/check/describe-type.ts'
import { joinTypes } from '../../expressions/type-rules.ts'
import type { Declarations } from '../../points/declarations.ts'
import { isShown } from '../../points/declarations.ts'
import type { Literal } from '../../points/literal.ts'
import type { Span } from '../../text/span.ts'
import type { LinkContext } from '../link-context.ts'
import type { Constant, Settings } from '../model.ts'
import type { LimitDeclaration } from '../../points/9-constants/declarations.ts'
import { isKnownConstant, type KnownConstant } from '../../points/9-constants/known-constants.ts'

/** Types by identifier; what is not shown is always empty. */
export function outlineLimits(declarations: Declarations): ReadonlyMap<string, Type> {
  const types = new Map<string, Type>()
  for (const limit of declared(declarations)) {
    const type: Type = isShown(limit.value) ? typeOfLiteral(limit.value.value) : { kind: 'null' }
    const known = types.get(limit.name.identifier)
    types.set(limit.name.identifier, known ? (joinTypes(known, type) ?? known) : type)
  }
  return types
}

/** The values of each constant by the days from which they are in force. What is not shown is empty. */
export function outlineLimitValues(declarations: Declarations): ReadonlyMap<string, readonly DatedValue[]> {
  const types = outlineLimits(declarations)
  const values = Map.groupBy(declared(declarations), ({ name }) => name.identifier)
  return new Map(
    [...values].map(([name, all]) => [
      name,
      all
        .map(({ from, value }): DatedValue => {
          const type = types.get(name) ?? { kind: 'null' }
          // A value of another type is said to be one when the constants are linked.
          const isOfType = isShown(value) && joinTypes(type, typeOfLiteral(value.value)) !== undefined
          const json = isOfType ? jsonOfLiteral(value.value, type) : null
          return { ...(from === undefined ? {} : { from }), value: json }
        })
        .toSorted((a, b) => ((a.from ?? '') < (b.from ?? '') ? -1 : 1)),
    ]),
  )
}

export function linkConstants(context: LinkContext): ReadonlyMap<string, Constant> {
  const limits = new Map<string, Constant>()
  const { currency } = linkSettings(context.declarations, () => undefined)
  for (const declaration of declared(context.declarations)) {
    const { name, value, meaning, from, span } = declaration
    const known = limits.get(name.identifier)
    const type = context.outline.limits.get(name.identifier) ?? { kind: 'null' }
    if (isShown(value) && !joinTypes(type, typeOfLiteral(value.value)))
      context.report(sayConstants.mixedConstant(value.span, { name: name.label, type: describeType(type) }))
    if (isShown(value)) reportOtherCurrency(value.value, value.span, currency, context.report)
    const added = isShown(value) ? [{ ...(from === undefined ? {} : { from }), value: value.value }] : []
    const values = [...(known?.values ?? []), ...added].sort((a, b) => ((a.from ?? '') < (b.from ?? '') ? -1 : 1))
    limits.set(name.identifier, {
      name: known?.name ?? name,
      values,
      type,
      meaning: known?.meaning || meaning,
      cite: known?.cite ?? context.cite(9, span),
    })
  }
  return limits
}

/** Money is in the currency of the document. */
export function reportOtherCurrency(
  value: Literal,
  span: Span,
  currency: string,
  report: (diagnostic: Diagnostic) => void,
): void {
  if (value.kind !== 'decimal' || value.currency === undefined) return
  if (value.currency === currency || value.currency === signOf(currency)) return
  report(sayConstants.otherCurrency(span, { found: value.currency, currency }))
}

function signOf(currency: string): string | undefined {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
  return format.formatToParts(0).find(({ type }) => type === 'currency')?.value
}

const DEFAULTS: Settings = {
  timeZone: 'UTC',
  language: 'en',
  currency: 'EUR',
  firstDayOfWeek: 1,
  signInAttempts: { count: 10, milliseconds: 15 * 60_000 },
  sessionMilliseconds: 14 * 86_400_000,
  uploadBytes: 10 * 1024 ** 2,
  pageSize: 50,
  recordsPerImport: 50_000,
}

/** All of them or none are written in one transaction; nobody else writes meanwhile. */
const MOST_PER_IMPORT = 50_000

const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

export function linkSettings(declarations: Declarations, report: (diagnostic: Diagnostic) => void): Settings {
  let settings = DEFAULTS
  for (const { name, value, span } of declared(declarations)) {
    const read = isKnownConstant(name.identifier) ? SETTINGS[name.identifier] : undefined
    if (!read || !isShown(value)) continue
    const found = read(value.value)
    if (typeof found !== 'string') settings = { ...settings, ...found }
    else if (name.identifier === 'time_zone')
      report(say.unknownTimeZone(value.span, { name: value.value.kind === 'text' ? value.value.value : '' }))
    else report(say.wrongSetting(span, { name: name.label, expected: found }))
  }
  return settings
}

/** Reads the value of a setting. Returns the setting, or a description of what was expected. */
type SettingReader = (value: Literal) => Partial<Settings> | string

const SETTINGS: { readonly [name in KnownConstant]: SettingReader } = {
  time_zone: (value) => (value.kind === 'text' && isTimeZone(value.value) ? { timeZone: value.value } : 'a time zone'),
  language: (value) =>
    value.kind === 'text' && /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(value.value)
      ? { language: value.value }
      : 'a language, as "en"',
  currency: (value) =>
    value.kind === 'text' && /^[A-Z]{3}$/.test(value.value) ? { currency: value.value } : 'a currency, as "EUR"',
  first_day_of_week: (value) => {
    const day = value.kind === 'text' ? DAYS.indexOf(value.value.toLowerCase()) : -1
    return day >= 0 ? { firstDayOfWeek: day } : 'a day, as "Monday"'
  },
  requests: (value) =>
    value.kind === 'rate' && value.count > 0 ? { requests: rateOf(value) } : 'a rate, as "300 per minute"',
  sign_in_attempts: (value) =>
    value.kind === 'rate' && value.count > 0 ? { signInAttempts: rateOf(value) } : 'a rate, as "10 per hour"',
  session: (value) =>
    value.kind === 'duration' && value.milliseconds > 0
      ? { sessionMilliseconds: value.milliseconds }
      : 'a duration, as "14 days"',
  upload_size: (value) => (value.kind === 'size' ? { uploadBytes: value.bytes } : 'a size, as "10 MB"'),
  storage_per_person: (value) =>
    value.kind === 'size' && value.bytes > 0 ? { storagePerPerson: value.bytes } : 'a size, as "100 MB"',
  page_size: (value) =>
    value.kind === 'integer' && value.value >= 1 && value.value <= 1_000
      ? { pageSize: value.value }
      : 'a number from 1 to 1,000',
  records_per_import: (value) =>
    value.kind === 'integer' && value.value >= 1 && value.value <= MOST_PER_IMPORT
      ? { recordsPerImport: value.value }
      : 'a number from 1 to 50,000',
  trash: (value) => (daysOf(value) === undefined ? 'whole days, as "30 days"' : {}),
  history: (value) => (daysOf(value) === undefined ? 'whole days, as "365 days"' : {}),
}

/** How long what is deleted stays in the trash, where its entity does not say: the constant `trash`, or 30 days. */
export function daysInTrash(declarations: Declarations): number {
  const trash = declared(declarations).findLast(({ name, value }) => name.identifier === 'trash' && isShown(value))
  return (trash && isShown(trash.value) ? daysOf(trash.value.value) : undefined) ?? 30
}

function daysOf(value: Literal): number | undefined {
  const days = value.kind === 'duration' ? value.milliseconds / 86_400_000 : NaN
  return Number.isInteger(days) && days >= 1 ? days : undefined
}

function rateOf({ count, milliseconds }: Extract<Literal, { readonly kind: 'rate' }>): {
  readonly count: number
  readonly milliseconds: number
} {
  return { count, milliseconds }
}

function declared(declarations: Declarations): readonly LimitDeclaration[] {
  return isShown(declarations.limits) ? declarations.limits.limits : []
}

/** The type that a written value has in expressions. */
export function typeOfLiteral(literal: Literal): Type {
  switch (literal.kind) {
    case 'integer':
    case 'size':
    case 'rate':
      return { kind: 'integer' }
    case 'decimal': {
      const scale = literal.value.split('.')[1]?.length ?? 0
      if (literal.isPercent) return { kind: 'decimal', scale, isShare: true }
      return literal.currency === undefined ? { kind: 'decimal', scale } : { kind: 'decimal', scale, unit: 'currency' }
    }
    case 'list':
      return { kind: 'list', of: literal.items[0] ? typeOfLiteral(literal.items[0]) : { kind: 'text' } }
    default:
      return { kind: literal.kind }
  }
}
