// Outlines point 3: names and types of entities, fields, standard fields and reverse relations.
import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import * as say from '../../diagnostics/linking.ts'
import type { Type } from '../../expressions/type.ts'
import type { FieldType } from '../../fields/field-type.ts'
import { fieldType } from '../../fields/registry.ts'
import type { Declarations } from '../../points/declarations.ts'
import type { EntityDeclaration, FieldDeclaration, TypeDeclaration } from '../../points/3-entities/declarations.ts'
import { isShown } from '../../points/declarations.ts'
import { spanOf } from '../../text/fragment.ts'
import { pathOf, reverseOf } from '../../text/identifier.ts'
import { labelFor } from '../../text/label.ts'
import type { Language } from '../../text/language.ts'
import { languageOf } from '../../text/language.ts'
import type { Span } from '../../text/span.ts'
import { linkSettings } from '../9-constants/link.ts'
import { findName, suggest } from '../link-context.ts'
import type { Name } from '../model.ts'
import type { EntityOutline, FieldOutline, RoleOutline } from '../outline.ts'
import { standardLabel, standardPlural } from './standard-labels.ts'

type Report = (diagnostic: Diagnostic) => void

/** First segments under `/api` that are the system's own. */
export const RESERVED_PATHS = ['auth', 'system', 'batch', 'mcp', 'spec', 'health', 'openapi.json']

export function outlineEntities(
  declarations: Declarations,
  roles: ReadonlyMap<string, RoleOutline>,
  report: Report,
): ReadonlyMap<string, EntityOutline> {
  const declared = isShown(declarations.entities) ? declarations.entities.entities : []
  const start: Span = isShown(declarations.entities) ? declarations.entities.span : { start: 0, end: 0 }
  const language = languageOf(linkSettings(declarations, () => undefined).language)
  const entities = new Map<string, EntityOutline>()
  for (const declaration of declared) {
    const { identifier } = declaration.name
    if (entities.has(identifier))
      report(say.doubledName(declaration.name.span, { what: 'entities', name: declaration.name.label }))
    else entities.set(identifier, outlineEntity(declaration, language))
  }
  if (!entities.has('Person')) entities.set('Person', outlinePerson(start, language))
  const paths = new Set(RESERVED_PATHS)
  for (const entity of entities.values()) {
    const at = entity.declaration?.plural ? spanOf(entity.declaration.plural) : entity.name.span
    if (RESERVED_PATHS.includes(entity.path))
      report(say.reservedPath(at, { path: entity.path, entity: entity.name.label }))
    else if (paths.has(entity.path)) report(say.doubledName(at, { what: 'paths', name: `/api/${entity.path}` }))
    paths.add(entity.path)
  }
  const names = [...entities.values()].map((entity) => entity.name)
  const resolve = (
    reference: Extract<TypeDeclaration, { readonly kind: 'relation' }>['entity'],
  ): string | undefined => {
    const found = findName(reference, names, 'entity')
    if (found === undefined)
      report(
        say.unknownName(spanOf(reference), {
          what: 'entity or type',
          name: reference.value,
          ...suggest(reference.value, names),
        }),
      )
    return found
  }
  const written = new Map([...entities].map(([identifier, entity]) => [identifier, namesWritten(entity)]))
  for (const entity of entities.values()) addFields(entity, { entities, written, language }, roles, resolve, report)
  return entities
}

function outlineEntity(declaration: EntityDeclaration, language: Language): EntityOutline {
  const { name } = declaration
  const written = declaration.plural?.value
  const isPerson = name.identifier === 'Person'
  return {
    name,
    plural: written === undefined ? standardPlural(name, language) : labelFor(written),
    path: isPerson ? 'people' : pathOf(name.identifier, written),
    ...nothingYet(),
    declaration,
    span: declaration.span,
  }
}

function outlinePerson(span: Span, language: Language): EntityOutline {
  const name: Name = { label: 'Person', identifier: 'Person', span }
  return { name, plural: standardPlural(name, language), path: 'people', ...nothingYet(), span }
}

/** Makes the empty collections that the following passes fill. */
function nothingYet() {
  return {
    fields: new Map(),
    reverses: new Map(),
    workflows: [],
    transitions: new Map(),
    doneBy: new Map(),
    words: new Map(),
  }
}

interface OutlinedEntities {
  readonly entities: ReadonlyMap<string, EntityOutline>
  /** Identifiers of the fields in each entity's table, by entity, before they are linked. */
  readonly written: ReadonlyMap<string, ReadonlySet<string>>
  readonly language: Language
}

function namesWritten({ declaration }: EntityOutline): ReadonlySet<string> {
  return new Set(declaration?.fields.map(({ name }) => name.identifier))
}

function addFields(
  entity: EntityOutline,
  all: OutlinedEntities,
  roles: ReadonlyMap<string, RoleOutline>,
  resolve: (reference: Extract<TypeDeclaration, { readonly kind: 'relation' }>['entity']) => string | undefined,
  report: Report,
): void {
  const add = (identifier: string, type: FieldType, more: Partial<FieldOutline>): void => {
    const name = more.name ?? { label: standardLabel(identifier, all.language), identifier, span: entity.name.span }
    const valueType: Type = identifier === 'id' ? { kind: 'text', isCode: true } : fieldType(type.kind).valueType(type)
    entity.fields.set(identifier, {
      name,
      type,
      valueType,
      computed: false,
      standard: false,
      workflow: false,
      span: entity.span,
      ...more,
    })
  }
  if (entity.name.identifier === 'Person') addPersonFields(add, roles)
  for (const declaration of entity.declaration?.fields ?? []) {
    const { name } = declaration
    if (STANDARD.some((each) => each.identifier === name.identifier) || entity.fields.get(name.identifier)?.builtIn) {
      report(say.builtInField(name.span, { name: name.label, entity: entity.name.label }))
      continue
    }
    if (entity.fields.has(name.identifier)) {
      report(say.doubledName(name.span, { what: `fields of ${entity.name.label}`, name: name.label }))
      continue
    }
    const computed = 'kind' in declaration.type && declaration.type.kind === 'computed'
    const type = linkType(
      'kind' in declaration.type && declaration.type.kind === 'computed' ? declaration.type.type : declaration.type,
      entity,
      resolve,
    )
    // A field whose type is not shown is a listed unknown, and not built; one of an unknown type has been reported.
    if (!type) continue
    reportUnknownFields(entity, declaration.type, report)
    add(name.identifier, type, { name, computed, span: declaration.span, declaration })
    if (type.kind === 'relation' && !computed) addReverse(entity, declaration, type, all, report)
  }
  for (const { identifier, type } of STANDARD) add(identifier, type, { standard: true })
}

/** The type with its names resolved. Relations get their reverse name here; whether it is free is seen later. */
export function linkType(
  declaration: TypeDeclaration,
  entity: { readonly name: Name; readonly plural?: string; readonly declaration?: EntityDeclaration },
  resolve: (reference: Extract<TypeDeclaration, { readonly kind: 'relation' }>['entity']) => string | undefined,
): FieldType | undefined {
  if ('notShown' in declaration) return undefined
  switch (declaration.kind) {
    case 'computed':
      return linkType(declaration.type, entity, resolve)
    case 'slug':
      return { kind: 'slug', ...(declaration.of ? { of: fieldNamed(declaration.of, entity.declaration) } : {}) }
    case 'sequence': {
      const fields = declaration.per?.map((each) => fieldNamed(each, entity.declaration))
      const per = fields ? { per: fields } : {}
      return {
        kind: 'sequence',
        ...(declaration.pattern === undefined ? {} : { pattern: declaration.pattern }),
        ...per,
      }
    }
    case 'relation': {
      const target = resolve(declaration.entity)
      const reverse = declaration.as?.identifier ?? reverseOf(entity.name.identifier, entity.declaration?.plural?.value)
      return target === undefined
        ? undefined
        : {
            kind: 'relation',
            many: declaration.many,
            entity: target,
            reverse,
            whenDeleted: declaration.whenDeleted,
            ...(declaration.part ? { part: true } : {}),
          }
    }
    default:
      return declaration
  }
}

function fieldNamed(
  reference: { readonly value: string; readonly start: number; readonly gaps: readonly number[] },
  entity: EntityDeclaration | undefined,
): string {
  return findName(reference, entity?.fields.map((field) => field.name) ?? [], 'field') ?? reference.value
}

/** `slug of title` and `sequence per paper` name other fields of the table. */
function reportUnknownFields({ name, declaration }: EntityOutline, type: TypeDeclaration, report: Report): void {
  if ('notShown' in type) return
  const names = declaration?.fields.map((field) => field.name) ?? []
  const written = 'of' in type && type.of ? [type.of] : 'per' in type ? (type.per ?? []) : []
  for (const named of written) {
    if (findName(named, names, 'field') !== undefined) continue
    const parameters = { what: 'field', name: named.value, entity: name.label, ...suggest(named.value, names) }
    report(say.unknownOfEntity(spanOf(named), parameters))
  }
}

function addReverse(
  entity: EntityOutline,
  { name, type: declared, span }: FieldDeclaration,
  type: Extract<FieldType, { readonly kind: 'relation' }>,
  { entities, written }: OutlinedEntities,
  report: Report,
): void {
  const target = entities.get(type.entity)
  if (!target) return
  const at = 'entity' in declared ? (declared.as?.span ?? spanOf(declared.entity)) : span
  const other = target.reverses.get(type.reverse)
  if (other)
    report(
      say.doubledReverse(at, {
        name: type.reverse,
        entity: target.name.label,
        other: `${other.entity}.${other.field} backwards`,
      }),
    )
  else if (written.get(type.entity)?.has(type.reverse))
    report(
      say.doubledReverse(at, { name: type.reverse, entity: target.name.label, other: 'its own field of that name' }),
    )
  else target.reverses.set(type.reverse, { entity: entity.name.identifier, field: name.identifier })
}

function addPersonFields(
  add: (identifier: string, type: FieldType, more: Partial<FieldOutline>) => void,
  roles: ReadonlyMap<string, RoleOutline>,
): void {
  // A role that follows from a relation is not given.
  const words = [...roles.values()]
    .filter((role) => !role.ofRecords)
    .map(({ name }) => ({ word: name.identifier, label: name.label, span: name.span }))
  const administrator = { word: 'Administrator', label: 'Administrator', span: { start: 0, end: 0 } }
  add('name', { kind: 'text' }, { builtIn: { required: true, searchable: true } })
  add('email', { kind: 'email' }, { builtIn: { required: false, unique: true } })
  add('picture', { kind: 'image' }, { builtIn: { required: false } })
  add('roles', { kind: 'several of', words: [...words, administrator] }, { builtIn: { required: false, default: [] } })
  add('active', { kind: 'yes/no' }, { builtIn: { required: true, default: true } })
}

const PERSON: FieldType = { kind: 'relation', many: false, entity: 'Person', reverse: '', whenDeleted: 'clear' }

/** Kept by the system on every record. */
const STANDARD: readonly { readonly identifier: string; readonly type: FieldType }[] = [
  { identifier: 'id', type: { kind: 'text' } },
  { identifier: 'created_at', type: { kind: 'date and time' } },
  { identifier: 'created_by', type: PERSON },
  { identifier: 'updated_at', type: { kind: 'date and time' } },
  { identifier: 'updated_by', type: PERSON },
  { identifier: '_version', type: { kind: 'integer' } },
]
