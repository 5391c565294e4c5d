// Validates the fields of a record: types, limits, defaults and required values.
// All wrong fields are reported at once.
import { fieldType } from '../fields/registry.ts'
import type { Node } from '../expressions/node.ts'
import { readsOf } from '../expressions/reads.ts'
import { isCollection } from '../expressions/type-rules.ts'
import { mapNode } from '../expressions/walk.ts'
import type { RecordValue } from '../expressions/value.ts'
import { coerceValue, isEmptyValue, isMany } from '../fields/coerce-value.ts'
import { convertToJson } from '../fields/convert-to-json.ts'
import { makeSlug } from '../fields/slug.ts'
import { findTooLarge } from '../fields/too-large.ts'
import type { Citation, Entity, Field, Model, RefusalWords } from '../model/model.ts'
import { labelFor } from '../text/label.ts'
import { choiceCondition } from './choice-conditions.ts'
import type { FieldError } from './decision.ts'
import type { Evaluator } from './evaluator.ts'
import { fieldError, valueError } from './refusals.ts'
import { describeCondition } from './conditions/describe-condition.ts'

export interface BodyValidation {
  readonly verb: 'create' | 'update'
  /** Fields that the caller may write in some row (`fields` of `WritePolicy`). */
  readonly writable: ReadonlySet<string>
  /** Fields that the caller may read in some row: others do not exist for them, unless they may write them. */
  readonly readable: ReadonlySet<string>
  /** Finds what refuses a field that is not among `writable`; absent: the declaration of the field. */
  readonly ungranted?: (field: string) => Citation | undefined
  /** The record as it is, for `write once`. */
  readonly before?: RecordValue
}

export interface ValidatedBody {
  /** Values that were sent and are well-formed, in JSON form, by identifier. */
  readonly values: { readonly [field: string]: unknown }
  readonly errors: readonly FieldError[]
}

/** Checks that each field is known, of the right kind, within its limits and not needlessly empty. Nothing is dropped in silence. */
export function validateBody(
  entity: Entity,
  body: { readonly [name: string]: unknown },
  options: BodyValidation,
): ValidatedBody {
  const values: { [field: string]: unknown } = {}
  const errors: FieldError[] = []
  for (const [name, input] of Object.entries(body)) {
    const field = entity.fields.get(name)
    const closed = closedToWriting(field, name, options)
    if (!field || closed) {
      errors.push(closed ?? unknownField(name))
      continue
    }
    const read = coerceValue(input, field)
    if ('problem' in read) errors.push(valueError(name, field.name.label, read.problem, field.cite))
    else if (isEmptyValue(read.value, field.type) && field.required === true) errors.push(requiredError(field))
    else if (isChangedOnce(field, read.value, options.before)) errors.push(errorOf(field, 'write_once'))
    else values[name] = read.value
  }
  return { values, errors }
}

function closedToWriting(
  field: Field | undefined,
  name: string,
  { verb, writable, readable, ungranted }: BodyValidation,
): FieldError | undefined {
  if (!field || (!readable.has(name) && !writable.has(name) && !field.standard)) return unknownField(name)
  if (field.standard) return errorOf(field, 'standard')
  if (field.computed) return errorOf(field, 'computed')
  if (fieldType(field.type.kind).givenBySystem) return errorOf(field, 'given_by_system')
  if (field.workflow) return errorOf(field, 'state_field')
  const code = verb === 'create' ? 'not_writable_new' : 'not_writable'
  if (!writable.has(name)) return errorOf(field, code, ungranted?.(name))
  return undefined
}

function isChangedOnce(field: Field, value: unknown, before: RecordValue | undefined): boolean {
  if (!field.limits.writeOnce || !before) return false
  const stored = before[field.name.identifier]
  return !isEmptyValue(stored, field.type) && JSON.stringify(stored) !== JSON.stringify(value)
}

/** Expressions of defaults, which `fillDefaults` asks for. */
export function defaultNodes(entity: Entity): readonly Node[] {
  return [...entity.fields.values()].flatMap((field) =>
    field.default?.kind === 'expression' ? [field.default.expression.tree] : [],
  )
}

/**
 * A new record with all its stored fields: what was given, the first state, literal defaults, then those worked out, in the
 * order of the document, each from the record so far; slugs from their field (`freeSlug` makes them unique). Sequences and
 * standard fields are the caller's. `evaluatorFor` gives the evaluator for the record as it stands.
 */
export function fillDefaults(
  entity: Entity,
  given: { readonly [field: string]: unknown },
  evaluatorFor: (record: { readonly [field: string]: unknown }) => Evaluator,
): { readonly [field: string]: unknown } {
  const record: { [field: string]: unknown } = {}
  const { own, withDefault, slugs } = fieldsFor(entity)
  for (const field of own) {
    const name = field.name.identifier
    // Fields may be named like what every object has (`constructor`).
    if (Object.hasOwn(given, name)) record[name] = given[name]
    else if (field.workflow) record[name] = entity.workflows.get(name)?.starts
    else if (field.default?.kind === 'literal') record[name] = field.default.value
    else record[name] = isMany(field) ? [] : null
  }
  for (const { field, node } of withDefault) {
    const name = field.name.identifier
    if (!Object.hasOwn(given, name)) record[name] = convertToJson(evaluatorFor(record)(node), field.valueType)
  }
  for (const { field, of } of slugs) {
    const name = field.name.identifier
    const source = record[of]
    if (isEmptyValue(record[name], field.type) && !isEmptyValue(source, entity.fields.get(of)?.type))
      record[name] = makeSlug(String(source))
  }
  return record
}

/** Conditions under which fields are required, which `missingFields` asks for. */
export function requiredNodes(entity: Entity): readonly Node[] {
  return [...entity.fields.values()].flatMap((field) =>
    typeof field.required === 'object'
      ? [field.required.tree, ...(field.requiredBy ?? []).map(({ when }) => when.tree)]
      : [],
  )
}

/** Fields that are empty and must not be, in the record as it will be. What is not knowable here is not complained about. */
export function missingFields(
  entity: Entity,
  record: { readonly [field: string]: unknown },
  evaluate: Evaluator,
): readonly FieldError[] {
  const errors: FieldError[] = []
  for (const field of fieldsFor(entity).required) {
    const value = record[field.name.identifier]
    if (value === undefined || !isEmptyValue(value, field.type)) continue
    const { required } = field
    if (typeof required !== 'object') errors.push(requiredError(field))
    else if (evaluate(required.tree) === true) {
      const cell = field.requiredBy?.find(({ when }) => evaluate(when.tree) === true)
      errors.push({ ...requiredError(field), cites: cell?.cite ?? field.cite })
    }
  }
  return errors
}

/** Conditions on what relations may refer to, which `wrongChoices` asks for. */
export function choiceNodes(entity: Entity): readonly Node[] {
  return fieldsFor(entity).chosen.map(({ condition }) => condition)
}

/** A relation that "choose from" limits. */
export interface ChoiceField {
  readonly field: string
  /** The fields whose change makes the choice: its own, and those with which its condition compares. */
  readonly watched: readonly string[]
}

/** Lists the relations that `wrongChoices` looks at. */
export function choiceFields(entity: Entity): readonly ChoiceField[] {
  return fieldsFor(entity).chosen.map(({ field, watched }) => ({ field: field.name.identifier, watched }))
}

type JsonFields = { readonly [field: string]: unknown }

/**
 * Relations that refer to what "choose from" does not allow, in the record as it will be. A choice is made where its field is
 * written, or a field that its condition compares it with; a step to another state chooses nothing. `old`: null for a new record.
 * `isAsked`: looks only at the choices of these fields.
 */
export function wrongChoices(
  model: Model,
  entity: Entity,
  { record, old }: { readonly record: JsonFields; readonly old: JsonFields | null },
  evaluate: Evaluator,
  isAsked: (field: string) => boolean = () => true,
): readonly FieldError[] {
  const { chosen } = fieldsFor(entity)
  if (chosen.length === 0) return []
  const changed = old === null ? undefined : new Set(changedFields(entity, old, record))
  return chosen.flatMap(({ field, watched, condition, words }) => {
    if (isEmptyValue(record[field.name.identifier], field.type)) return []
    if (changed !== undefined && !watched.some((name) => changed.has(name))) return []
    if (!isAsked(field.name.identifier)) return []
    const met = evaluate(condition)
    return met === true || met === undefined ? [] : [choiceError(model, aboutOf(entity, field), field, words)]
  })
}

function aboutOf(entity: Entity, field: Field) {
  return { entity: entity.name.identifier, field: field.name.identifier }
}

/**
 * Makes an error in the document's words. The values of the record that they contain are filled in when the request
 * is refused.
 */
function errorInWords(
  { entity, field }: { readonly entity: string; readonly field: string },
  words: RefusalWords,
  cites: Citation,
): FieldError {
  if (words.kind === 'code') return { field, name: words.code, values: {}, entity, cites }
  return { ...fieldError(field, 'not_to_choose', { field }, cites), template: words.message }
}

/** Says which ones can be chosen, where that has words. */
export function choiceError(
  model: Model,
  about: { readonly entity: string; readonly field: string },
  field: Pick<Field, 'name' | 'cite' | 'otherwise'>,
  condition: Node,
): FieldError {
  if (field.otherwise) return errorInWords(about, field.otherwise, field.cite)
  const words = describeCondition(model, conditionOnOne(condition, about), { about })
  const label = labelFor(field.name.label)
  return words === undefined
    ? fieldError(about.field, 'not_to_choose', { field: label }, field.cite)
    : fieldError(about.field, 'not_to_choose_where', { field: label, condition: words }, field.cite)
}

/** The condition on each of several, as on the one of a field. */
function conditionOnOne(condition: Node, { entity, field }: { readonly entity: string; readonly field: string }): Node {
  if (condition.kind !== 'each' || condition.operation !== 'all') return condition
  const { body, set, variable, span } = condition
  const [met] = body.kind === 'call' && body.name === 'coalesce' ? body.arguments : []
  if (!met || !isCollection(set.type)) return condition
  const record: Node = { kind: 'this', type: { kind: 'record', entity }, span }
  const one: Node = { kind: 'field', record, entity, field, type: set.type.of, span }
  return mapNode(met, (node) => (node.kind === 'variable' && node.name === variable ? one : node))
}

/** Fields whose default is larger than they can hold. */
export function tooLargeDefaults(entity: Entity, record: { readonly [field: string]: unknown }): readonly FieldError[] {
  return tooLargeFields(
    fieldsFor(entity).withDefault.map(({ field }) => field),
    record,
  )
}

/** Refuses values that are larger than their fields can hold. */
export function tooLargeFields(
  fields: readonly Field[],
  values: { readonly [field: string]: unknown },
): readonly FieldError[] {
  return fields.flatMap((field) => {
    const name = field.name.identifier
    const problem = findTooLarge(values[name], field)
    return problem === undefined ? [] : [valueError(name, field.name.label, problem, field.cite)]
  })
}

export type ComputedField = Field & { readonly computed: NonNullable<Field['computed']> }

/** The fields that each step looks at. */
interface EntityFields {
  /** Those that a new record is given by people or by defaults. */
  readonly own: readonly Field[]
  readonly withDefault: readonly { readonly field: Field; readonly node: Node }[]
  readonly slugs: readonly { readonly field: Field; readonly of: string }[]
  /** Always, or under a condition. */
  readonly required: readonly Field[]
  readonly chosen: readonly ChosenField[]
  readonly computed: readonly ComputedField[]
  readonly computedStored: readonly ComputedField[]
}

interface ChosenField {
  readonly field: Field
  readonly condition: Node
  /** The condition as a refusal says it. */
  readonly words: Node
  /** Itself, and fields beside states that its condition reads. */
  readonly watched: readonly string[]
}

const sorted = new WeakMap<Entity, EntityFields>()

/** Sorted out once for an entity: a write asks for them several times. */
export function fieldsFor(entity: Entity): EntityFields {
  const known = sorted.get(entity)
  if (known) return known
  const fields = [...entity.fields.values()]
  const own = fields.filter((field) => !field.standard && !field.computed && !fieldType(field.type.kind).givenBySystem)
  const computed = fields.filter((field): field is ComputedField => field.computed !== undefined)
  const made: EntityFields = {
    own,
    withDefault: own.flatMap((field) =>
      field.default?.kind === 'expression' && !field.workflow ? [{ field, node: field.default.expression.tree }] : [],
    ),
    slugs: own.flatMap((field) => {
      const of = fieldType(field.type.kind).madeFrom?.(field.type)
      return of === undefined ? [] : [{ field, of }]
    }),
    required: fields.filter((field) => !field.standard && !field.computed && field.required !== false),
    chosen: fields.flatMap((field) => {
      const condition = choiceCondition(entity, field)
      if (field.chooseFrom === undefined || condition === undefined) return []
      const { tree, words = tree } = field.chooseFrom
      const read = readsOf(tree).own.filter((name) => entity.fields.get(name)?.workflow !== true)
      return [{ field, condition, words, watched: [field.name.identifier, ...read] }]
    }),
    computed,
    computedStored: computed.filter((field) => field.computed.stored),
  }
  sorted.set(entity, made)
  return made
}

/** Names of the fields whose values differ. */
export function changedFields(
  entity: Entity,
  before: { readonly [field: string]: unknown },
  after: { readonly [field: string]: unknown },
): readonly string[] {
  const changed: string[] = []
  for (const name of entity.fields.keys())
    if (Object.hasOwn(after, name) && !isSameJson(before[name] ?? null, after[name] ?? null)) changed.push(name)
  return changed
}

/** Most values are texts and numbers, which need no text made of them to be compared. */
function isSameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (a === null || b === null) return false
  return typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b)
}

function requiredError(field: Field): FieldError {
  return errorOf(field, 'required')
}

type RefusalOfField =
  | 'required'
  | 'write_once'
  | 'standard'
  | 'computed'
  | 'given_by_system'
  | 'state_field'
  | 'not_writable'
  | 'not_writable_new'

function errorOf(field: Field, name: RefusalOfField, cite: Citation = field.cite): FieldError {
  return fieldError(field.name.identifier, name, { field: labelFor(field.name.label) }, cite)
}

function unknownField(name: string): FieldError {
  return fieldError(name, 'unknown_field', { field: name })
}
