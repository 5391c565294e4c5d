// Checks that each limit and each default fits the type of its field.
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { computedWritten, sizeOfSeveral } from '../diagnostics/3-entities.ts'
import { emptyRange, limitDoesNotFit } from '../diagnostics/linking.ts'
import { compareValues, isMany } from '../fields/coerce-value.ts'
import { fieldType, hasOrder } from '../fields/registry.ts'
import { hasBounds } from '../fields/value-limits.ts'
import type { Entity, Field } from '../model/model.ts'
import type { FieldDeclaration } from '../points/3-entities/declarations.ts'
import { isShown } from '../points/declarations.ts'
import { spanOf } from '../text/fragment.ts'
import { identifierOf } from '../text/identifier.ts'
import type { Span } from '../text/span.ts'
import type { SpecificationCheck } from './run-checks.ts'

export const checkLimits: SpecificationCheck = (model, { entities }) =>
  isShown(entities)
    ? entities.entities.flatMap(({ name, fields, unique }) => {
        const entity = model.entities.get(name.identifier)
        if (!entity) return []
        return [
          ...fields.flatMap((declaration) => {
            const field = entity.fields.get(declaration.name.identifier)
            if (!field) return []
            return [
              ...checkFit(declaration, field),
              ...checkPer(declaration, field, entity),
              ...checkRange(declaration, field),
            ]
          }),
          ...unique.flatMap(({ fields: together, span }) => {
            const names = together.map(({ value }) => identifierOf(value, 'field'))
            return checkKey(entity, names, span, 'unique')
          }),
        ]
      })
    : []

/** Limits by the word that people write, where each stands, and which types it says something about. */
function checkFit({ limits, default: given, name, span }: FieldDeclaration, field: Field): readonly Diagnostic[] {
  if (!given && Object.values(limits).every((limit) => !limit)) return []
  const { type, computed } = field
  const { patterned, searchable, holdsFiles, givenBySystem } = fieldType(type.kind)
  const isPart = type.kind === 'relation' && type.part === true
  const isKept = computed?.stored !== false
  const inRow = { start: name.span.start, end: span.end }
  const said: readonly (readonly [string, Span | undefined, boolean | undefined])[] = [
    ['min', limits.min?.span, hasBounds(type)],
    ['max', limits.max?.span, hasBounds(type)],
    ['pattern', limits.pattern?.span, patterned],
    ['at least', limits.atLeast?.span, isPart],
    ['at most', limits.atMost?.span, isMany(field) || isPart],
    ['each', limits.eachSize?.span, holdsFiles],
    ['types', limits.types?.span, holdsFiles],
    ['unique', limits.unique?.span, canBeKey(field)],
    ['searchable', limits.searchable ? inRow : undefined, searchable && isKept],
    ['indexed', limits.indexed ? inRow : undefined, fieldType(type.kind).ordered && isKept],
    ['default', given && spanOf(given.text), !holdsFiles && !givenBySystem],
  ]
  const written = computed ? said.find(([limit, at]) => at && NOT_OF_COMPUTED.has(limit)) : undefined
  if (written?.[1]) return [computedWritten(written[1], { field: name.label, column: written[0] })]
  const size = limits.eachSize
  if (size && !size.isOfEach && holdsFiles && isMany(field)) return [sizeOfSeveral(size.span, { type: type.kind })]
  return said.flatMap(([limit, at, fits]) =>
    at && !fits ? [limitDoesNotFit(at, { limit, type: describe(field) })] : [],
  )
}

/** `unique per team`, `sequence per team`: the team must be something that a key can hold. `slug of title`: the title must be written. */
function checkPer(
  { limits: { unique }, type: declared }: FieldDeclaration,
  { limits, type }: Field,
  entity: Entity,
): readonly Diagnostic[] {
  const per = 'per' in declared ? (declared.per ?? []) : []
  const of = 'of' in declared ? declared.of : undefined
  const { madeFrom, unique: uniqueByItself } = fieldType(type.kind)
  const source = entity.fields.get(madeFrom?.(type) ?? '')
  const makesNoSlug = source && (source.computed || !fieldType(source.type.kind).makesSlug)
  return [
    ...(of && makesNoSlug ? [limitDoesNotFit(spanOf(of), { limit: 'slug of', type: describe(source) })] : []),
    ...(unique ? checkKey(entity, limits.unique?.per ?? [], unique.span, 'unique per') : []),
    ...per.flatMap((each, at) =>
      checkKey(entity, uniqueByItself?.(type).per.slice(at, at + 1) ?? [], spanOf(each), 'sequence per'),
    ),
  ]
}

function checkKey(entity: Entity, fields: readonly string[], at: Span, limit: string): readonly Diagnostic[] {
  const wrong = fields.flatMap((name) => entity.fields.get(name) ?? []).find((field) => !canBeKey(field))
  return wrong ? [limitDoesNotFit(at, { limit, type: describe(wrong) })] : []
}

/**
 * Decides whether an index of the database can contain a field. Fields that are computed when read, and those whose
 * values are stored apart, are in none.
 */
function canBeKey({ type, computed }: Field): boolean {
  return computed?.stored !== false && hasOrder(type)
}

function describe({ type, computed }: Field): string {
  const kind = type.kind === 'relation' && isMany({ type }) ? 'relation to several' : type.kind
  if (!computed) return kind
  return `computed ${kind}${computed.stored ? '' : ', which is worked out whenever it is read'}`
}

/** `5..1` holds for nothing. */
function checkRange({ limits }: FieldDeclaration, { type, limits: { min, max } }: Field): readonly Diagnostic[] {
  if (!limits.min || !limits.max || min === undefined || max === undefined) return []
  const isEmpty = typeof min === 'number' && typeof max === 'number' ? min > max : compareValues(min, max, { type }) > 0
  return isEmpty ? [emptyRange(limits.max.span, { min: limits.min.value.value, max: limits.max.value.value })] : []
}

/** Limits that mean nothing to a computed field: nobody sends a value that they could refuse. */
const NOT_OF_COMPUTED: ReadonlySet<string> = new Set(['min', 'max', 'pattern', 'at least', 'at most', 'each', 'types'])
