// Lists the parts of a document that something new may refer to.
import type { FieldFamily } from '../../fields/field-abilities.ts'
import { familyOf } from '../../fields/registry.ts'
import { wordsOf } from '../../fields/choice.ts'
import type { EntityOutline, FieldOutline } from '../../model/outline.ts'
import { identifierOf } from '../../text/identifier.ts'
import type { DocumentOutline } from '../outline.ts'
import type { KnownQuestion } from './question.ts'
import { openQuestionsOf } from './question.ts'

export interface KnownField {
  readonly identifier: string
  readonly label: string
  readonly family: FieldFamily
  /** The type, as the language calls it. */
  readonly kind: string
  /** Words of a choice; empty for all others. */
  readonly words: readonly string[]
}

export interface KnownEntity {
  readonly identifier: string
  readonly label: string
  /** Label of the field that has states, or would get them. */
  readonly stateField: string
  /** Its states; empty where nothing names any yet. */
  readonly states: readonly string[]
  /** Fields that a rule may speak of, in the order of the entity. */
  readonly fields: readonly KnownField[]
  /** Fields that name one person, in the order of the entity; that of who created it last. */
  readonly people: readonly { readonly identifier: string; readonly label: string }[]
}

export interface KnownParts {
  /** Those of the document first, then Person, which is always there. */
  readonly entities: readonly KnownEntity[]
  /** Roles that can be given to people. */
  readonly roles: readonly string[]
  /** Questions that have no answer yet. */
  readonly questions: readonly KnownQuestion[]
}

export function readKnownParts(known: DocumentOutline): KnownParts {
  const { outline } = known
  const all = [...outline.entities.values()]
  // A heading that adds fields to people makes them none of the things that a document is about.
  const own = all.filter(({ declaration, name }) => declaration !== undefined && name.identifier !== 'Person')
  return {
    entities: [...own, ...all.filter((each) => !own.includes(each))].map(knownEntity),
    roles: [...outline.roles.values()].filter(({ ofRecords }) => !ofRecords).map(({ name }) => reference(name)),
    questions: openQuestionsOf(known),
  }
}

function knownEntity(entity: EntityOutline): KnownEntity {
  const [workflow] = entity.workflows
  const field = stateFieldOf(entity)
  return {
    identifier: entity.name.identifier,
    label: entity.name.label,
    stateField: workflow?.declaration.field.label ?? field.label,
    states: workflow?.states.map(stateName) ?? field.words,
    fields: [...entity.fields.values()].filter(isOwn).map(({ name, type }) => ({
      identifier: name.identifier,
      label: name.label,
      family: familyOf(type),
      kind: type.kind,
      words: wordsOf(type).map(({ word }) => word),
    })),
    people: peopleFieldsOf(entity),
  }
}

function peopleFieldsOf({ fields }: EntityOutline): KnownEntity['people'] {
  const found = [...fields.values()].filter(
    ({ type, computed }) => type.kind === 'relation' && type.entity === 'Person' && !type.many && !computed,
  )
  const creator = found.filter(({ name }) => name.identifier === 'created_by')
  return [...found.filter(isOwn), ...creator].map(({ name: { identifier, label } }) => ({ identifier, label }))
}

/** A choice that is called so has no states yet, and gets them; else it is the first of these names that is free. */
function stateFieldOf({ fields }: EntityOutline): { readonly label: string; readonly words: readonly string[] } {
  const label = STATE_FIELDS.find((name) => !fields.has(name) || isChoice(fields.get(name))) ?? 'progress'
  const field = fields.get(label)
  return { label, words: field === undefined ? [] : wordsOf(field.type).map(({ word }) => word) }
}

const STATE_FIELDS = ['status', 'state', 'stage', 'phase']

function isChoice(field: FieldOutline | undefined): boolean {
  return field !== undefined && familyOf(field.type) === 'word' && isOwn(field) && !field.computed
}

export function isOwn(field: FieldOutline): boolean {
  return field.declaration !== undefined
}

export function isTextField(field: FieldOutline): boolean {
  return isOwn(field) && !field.computed && familyOf(field.type) === 'text'
}

/** Words that lead on in the cells where names stand: a name with one of them is written as its identifier. */
const LEADING = /\b(?:and|as|at|by|except|first|for|from|in|not|of|or|over|per|sort|through|to|where|with)\b/i

/** The label of a state where a cell may name the state by it, else its word. */
function stateName({ word, label }: { readonly word: string; readonly label: string }): string {
  return /^[\p{L}\p{N}]+(?: [\p{L}\p{N}]+)*$/u.test(label) && identifierOf(label, 'word') === word ? label : word
}

/** A label where it is read as one name everywhere, else the identifier. */
export function reference({ label, identifier }: { readonly label: string; readonly identifier: string }): string {
  const isPlain = /^[A-Za-z][A-Za-z0-9]*(?: [A-Za-z0-9]+)*$/.test(label) && identifierOf(label, 'entity') === identifier
  return isPlain && !LEADING.test(label) ? label : identifier
}
