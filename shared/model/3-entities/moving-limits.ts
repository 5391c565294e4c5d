// Makes rules of the limits of fields that move with the day, a constant or another field.
import * as say from '../../diagnostics/linking.ts'
import { BOOLEAN } from '../../expressions/type-rules.ts'
import { coerceValue, isMany } from '../../fields/coerce-value.ts'
import type { FieldType } from '../../fields/field-type.ts'
import { fieldType } from '../../fields/registry.ts'
import { hasBounds, isMeasuredInCharacters } from '../../fields/value-limits.ts'
import { readLiteral } from '../../points/read-literal.ts'
import type { Fragment } from '../../text/fragment.ts'
import { spanOf } from '../../text/fragment.ts'
import { labelFor } from '../../text/label.ts'
import type { InLanguages } from '../../text/language.ts'
import { languageOf } from '../../text/language.ts'
import { linkSettings } from '../9-constants/link.ts'
import { fieldsReadBy } from '../5-rules/reads-of-rule.ts'
import type { LinkContext } from '../link-context.ts'
import type { Rule } from '../model.ts'
import type { EntityOutline, FieldOutline } from '../outline.ts'
import { literalValue } from './literal-value.ts'

type Bound = 'min' | 'max'

/** The value of a limit that is written as a constant of point 9 with one value for all days; undefined: it is none. */
export function constantBound(
  { constants }: Pick<LinkContext, 'constants'>,
  text: Fragment,
  type: FieldType,
): number | string | undefined {
  const name = /^limits\.(\w+)$/.exec(text.value.trim())?.[1]
  // 12 % are 0.12 in point 9, and 12 in a field of that type.
  if (name === undefined || !constants.has(name) || fieldType(type.kind).unit === 'percent') return undefined
  const value = constants.get(name)
  if (isCounted(type)) return Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : undefined
  const isDecimal = fieldType(type.kind).valueType(type).kind === 'decimal'
  const read = coerceValue(isDecimal ? String(value) : value, { type })
  return 'value' in read && (typeof read.value === 'number' || typeof read.value === 'string') ? read.value : undefined
}

/** Whether a limit is an expression on the record, the day or point 9, and no value that is written out. */
export function isMovingBound(context: LinkContext, entity: EntityOutline, text: Fragment, type: FieldType): boolean {
  if (!hasBounds(type) || constantBound(context, text, type) !== undefined) return false
  if (
    isCounted(type) ? readLiteral(text).kind === 'integer' : 'value' in coerceValue(literalValue(text, type), { type })
  )
    return false
  const isWorkedOut = /^(?:today|now|limits\.\w+)\b|[()]/.test(text.value)
  return isWorkedOut || context.readingInSilence(text, { record: entity.name.identifier }) !== undefined
}

/** Rules that stand for the moving limits of an entity, in the order of its fields. */
export function movingLimits(context: LinkContext, entity: EntityOutline): readonly Rule[] {
  return [...entity.fields.values()].flatMap((field) =>
    (['min', 'max'] as const).flatMap((limit) => {
      const written = field.declaration?.limits[limit]
      if (!written || !isMovingBound(context, entity, written.value, field.type)) return []
      return ruleOf(context, entity, { field, limit, text: written.value, span: written.span }) ?? []
    }),
  )
}

interface MovingLimit {
  readonly field: FieldOutline
  readonly limit: Bound
  readonly text: Fragment
  readonly span: { readonly start: number; readonly end: number }
}

/** Undefined after it was said what is wrong with the limit. */
function ruleOf(
  context: LinkContext,
  { name: { identifier: entity } }: EntityOutline,
  { field: { name, type }, limit, text, span }: MovingLimit,
): Rule | undefined {
  const environment = { record: entity }
  const bound = context.expression(text, environment)
  const measured = isCounted(type) ? `size(this.${name.identifier})` : `this.${name.identifier}`
  const compared = around(`${measured} ${OPERATORS[limit]} (`, text, ')')
  const condition = bound && context.readingInSilence(compared, environment, BOOLEAN)?.expression
  if (bound && !condition)
    context.report(say.wrongValue(spanOf(text), { field: `${limit} of ${name.label}`, problem: NOT_COMPARED }))
  if (!condition) return undefined
  const { language } = linkSettings(context.declarations, () => undefined)
  const words = (isCounted(type) ? COUNTED : VALUES)[limit][languageOf(language)]
  const [before = '', after = ''] = words.replace('{field}', labelFor(name.label)).split('{bound}')
  return {
    name: `${limit} of ${name.label}`,
    entity,
    must: { kind: 'hold', condition },
    otherwise: { kind: 'message', message: [before, bound, after] },
    on: [name.identifier],
    warns: false,
    checked: 'always',
    reads: fieldsReadBy(entity, { kind: 'hold', condition }),
    cite: context.cite(3, span),
  }
}

/** The text of an expression around a part of the document, which keeps its place. */
function around(before: string, text: Fragment, after: string): Fragment {
  const gaps = text.gaps.map((gap) => gap + before.length)
  return { value: before + text.value + after, start: text.start - before.length, gaps }
}

/** Reports whether the limits of a type are numbers of characters or of entries. */
function isCounted(type: FieldType): boolean {
  return isMeasuredInCharacters(type.kind) || isMany({ type })
}

const NOT_COMPARED = 'must be of a type that it can be compared with'

const OPERATORS = { min: '>=', max: '<=' } as const

const VALUES: { readonly [limit in Bound]: InLanguages } = {
  min: { en: '{field} must be at least {bound}.', de: '{field} muss mindestens {bound} sein.' },
  max: { en: '{field} must be at most {bound}.', de: '{field} darf höchstens {bound} sein.' },
}
const COUNTED: { readonly [limit in Bound]: InLanguages } = {
  min: { en: '{field} is too short: at least {bound} are needed.', de: '{field} ist zu kurz: Nötig sind {bound}.' },
  max: { en: '{field} is too long: at most {bound} are allowed.', de: '{field} ist zu lang: Erlaubt sind {bound}.' },
}
