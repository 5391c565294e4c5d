// Validates a form while it is filled in, by the shared decisions.
import { computeFields } from '#shared/decisions/computed-fields.ts'
import { missingFields } from '#shared/decisions/3-entities.ts'
import { decideRules, prepareRules, rulesFor } from '#shared/decisions/5-rules.ts'
import { printingOf } from '#shared/decisions/8-errors.ts'
import { valueError, wordFieldError } from '#shared/decisions/refusals.ts'
import type { WordedFieldError } from '#shared/decisions/worded-refusal.ts'
import type { Evaluator } from '#shared/decisions/evaluator.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import { coerceValue, isEmptyValue } from '#shared/fields/coerce-value.ts'
import { fieldType } from '#shared/fields/registry.ts'
import type { Entity, Field, Model } from '#shared/model/model.ts'
import { makeLocalEvaluator } from '../../data/records/local-evaluator.ts'
import type { FieldValues } from '../../data/records/record-mutations.ts'
import type { Actor } from '#shared/policy/actor.ts'

export interface FormValidation {
  /** Fields that must not be empty as the record would be now. */
  readonly required: ReadonlySet<string>
  /** Errors by field: malformed values and rules that do not hold. */
  readonly errors: ReadonlyMap<string, WordedFieldError>
  /** The record as it would be, as far as it is known here. */
  readonly record: FieldValues
}

export interface FormInput {
  readonly model: Model
  readonly entity: Entity
  readonly actor: Actor
  readonly fields: readonly Field[]
  readonly values: FieldValues
  /** The record as it is; absent when it is created. */
  readonly before?: RecordValue
  readonly now: string
  /** Records of other entities of which all are known that matter here: the lines of the record. */
  readonly sets?: ReadonlyMap<string, readonly RecordValue[]>
}

export function validateForm(input: FormInput): FormValidation {
  const { model, entity, actor, fields, values, before, now, sets } = input
  const errors = new Map<string, WordedFieldError>()
  const record: { [field: string]: unknown } = { ...(before ?? startOf(entity)) }
  for (const field of fields) {
    const name = field.name.identifier
    const read = coerceValue(values[name] ?? null, field)
    if ('problem' in read) errors.set(name, wordFieldError(model, valueError(name, field.name.label, read.problem)))
    else if (isEmptyValue(read.value, field.type) && isFilledByServer(field, before)) delete record[name]
    else record[name] = read.value
  }
  const local = { now, ...(before && { before }), ...(sets && { sets }) }
  const id = before?.id ?? ''
  const computed = sets
    ? computeFields(entity, 'all', makeLocalEvaluator(model, actor, { ...local, record: { ...record, id } }))
    : {}
  for (const [name, value] of Object.entries(computed)) if (value !== null && value !== undefined) record[name] = value
  const evaluate = makeLocalEvaluator(model, actor, { ...local, record: { ...record, id } })
  const changed = fields
    .map((field) => field.name.identifier)
    .filter((name) => JSON.stringify(before?.[name] ?? null) !== JSON.stringify(record[name] ?? null))
  const change = { created: before === undefined, changed, ...(sets ? { lines: true } : {}) }
  const rules = rulesFor(prepareRules(entity), change)
  const decided = decideRules(entity, rules, evaluate, {
    filling: { evaluate, printing: printingOf(model) },
  })
  for (const error of decided.refusal?.errors ?? [])
    if (!errors.has(error.field)) errors.set(error.field, wordFieldError(model, error))
  const asked = fields.filter((field) => !isFilledByServer(field, before))
  return { required: requiredNow(entity, asked, record, evaluate), errors, record }
}

/** A default that is worked out comes with the new record, where its field is left empty. */
function isFilledByServer({ default: given }: Field, before: RecordValue | undefined): boolean {
  return before === undefined && given?.kind === 'expression'
}

/** Finds the fields that would be missing if all of `fields` were empty. */
function requiredNow(
  entity: Entity,
  fields: readonly Field[],
  record: { readonly [field: string]: unknown },
  evaluate: Evaluator,
): ReadonlySet<string> {
  const emptied = { ...record, ...Object.fromEntries(fields.map((field) => [field.name.identifier, null])) }
  return new Set(missingFields(entity, emptied, evaluate).map((error) => error.field))
}

/**
 * Makes the values of a new record before anybody writes into it. Values that the server will compute are not known
 * here.
 */
function startOf(entity: Entity): { readonly [field: string]: unknown } {
  const record: { [field: string]: unknown } = {}
  for (const field of entity.fields.values()) {
    const name = field.name.identifier
    const starts = entity.workflows.get(name)?.starts
    if (starts !== undefined) record[name] = starts
    else if (field.default?.kind === 'literal') record[name] = field.default.value
    else if (!field.standard && !field.computed && !field.default && !isFilledIn(field)) record[name] = null
  }
  return record
}

function isFilledIn({ type }: Field): boolean {
  const { givenBySystem, madeFrom } = fieldType(type.kind)
  return givenBySystem === true || madeFrom?.(type) !== undefined
}

/**
 * Selects the values that are sent when a record is created: those that are not empty. Computed defaults that are
 * unchanged since the form began (`start`) are left to the server, because its `now` is later.
 */
export function filledValues(values: FieldValues, fields: readonly Field[] = [], start: FieldValues = {}): FieldValues {
  const named = new Map(fields.map((field) => [field.name.identifier, field]))
  const isLeft = (field: Field | undefined, name: string, value: unknown): boolean =>
    field !== undefined && isFilledByServer(field, undefined) && JSON.stringify(value) === JSON.stringify(start[name])
  const isSent = ([name, value]: readonly [string, unknown]): boolean => {
    const field = named.get(name)
    return !isEmptyValue(value, field?.type) && !isLeft(field, name, value)
  }
  return Object.fromEntries(Object.entries(values).filter(isSent))
}

/** Selects the values that are sent when a record is changed: those that differ. */
export function changedValues(
  before: FieldValues,
  values: FieldValues,
  { fields }: Pick<Entity, 'fields'>,
): FieldValues {
  const text = (name: string, value: unknown): string =>
    JSON.stringify(isEmptyValue(value, fields.get(name)?.type) ? null : value)
  return Object.fromEntries(
    Object.entries(values)
      .filter(([name, value]) => text(name, before[name]) !== text(name, value))
      .map(([name, value]) => [name, value === '' ? null : value]),
  )
}
