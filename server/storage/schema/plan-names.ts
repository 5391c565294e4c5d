// Names entities and fields, and counts records, in the sentences of a schema plan.
import { wordsOf } from '#shared/fields/choice.ts'
import type { Model } from '#shared/model/model.ts'
import { labelFor } from '#shared/text/label.ts'
import { languageOf } from '#shared/text/language.ts'
import type { FieldEntry } from './catalogue.ts'

/** Parts of a publication that decide what is planned, and how it is said. */
export interface PlannedPublication {
  /** Names of entities and fields that are deleted with what they hold ("Report", "Ticket.note"). */
  readonly deletes?: readonly string[] | undefined
  /** The document that was in force, where it is known: its labels name what is gone. */
  readonly former?: Model
}

export interface PlanNames {
  calledEntity(entity: string): string
  labelOf(entity: string, field: string): string
  /** "Due at of Ticket": by the names of the document, as far as it still has them. */
  called(entity: string, field: string): string
  /** "The list of choices of Kind of Ticket changed: Parcel is new, pallet is gone." */
  sayChoicesChanged(entity: string, field: string, before: readonly string[], after: readonly string[]): string
  /** "Kind of Ticket no longer has pallet, but 3 records have it." `gone`: none where any text was taken before. */
  sayOtherChoice(entity: string, field: string, gone: readonly string[], rows: number): string
  /** "400 tickets have a Subject that is no longer allowed.", in the language of the document. */
  sayDisallowed(entity: string, field: string, rows: number): string
}

export function createPlanNames(model: Model, former?: Model): PlanNames {
  const { entities, settings } = model
  const calledEntity = (entity: string): string => entities.get(entity)?.name.label ?? formerLabel(entity)
  const labelOf = (entity: string, field: string): string =>
    labelFor(entities.get(entity)?.fields.get(field)?.name.label ?? field)
  const called = (entity: string, field: string): string => `${labelOf(entity, field)} of ${calledEntity(entity)}`
  /** The label of a choice or a state, in this document or the one before it. */
  const sayWord = (entity: string, field: string, word: string): string =>
    wordLabel(model, entity, field, word) ?? (former && wordLabel(former, entity, field, word)) ?? word
  return {
    calledEntity,
    labelOf,
    called,
    sayChoicesChanged(entity, field, before, after) {
      const list = isRoles(entity, field) ? 'The list of roles' : `The list of choices of ${called(entity, field)}`
      const say = (words: readonly string[], others: readonly string[], what: string): readonly string[] =>
        words.filter((word) => !others.includes(word)).map((word) => `${sayWord(entity, field, word)} is ${what}`)
      const changes = [...say(after, before, 'new'), ...say(before, after, 'gone')]
      return `${list} changed: ${changes.length === 0 ? 'it has another order' : changes.join(', ')}.`
    },
    sayOtherChoice(entity, field, gone, rows) {
      const subject = called(entity, field)
      if (gone.length === 0)
        return `${subject} takes only certain words, but ${countRecords(rows)} ${hasOrHave(rows)} another one.`
      const lost = isRoles(entity, field) ? 'There is no longer a role' : `${subject} no longer has`
      const records = isRoles(entity, field) ? `${rows} ${rows === 1 ? 'person' : 'people'}` : countRecords(rows)
      return `${lost} ${gone.map((word) => sayWord(entity, field, word)).join(', ')}, but ${records} ${hasOrHave(rows)} it.`
    },
    sayDisallowed(entity, field, rows) {
      const label = labelOf(entity, field)
      const { name, plural = name.label } = entities.get(entity) ?? { name: { label: formerLabel(entity) } }
      const records = rows === 1 ? name.label : plural
      if (languageOf(settings.language) === 'de')
        return `${rows} ${labelFor(records)} ${rows === 1 ? 'hat' : 'haben'} unter „${label}“ einen Wert, der nicht mehr erlaubt ist.`
      const article = /^(?:[aeio]|u(?!s|ni)|[fhlmnrsx]$)/i.test(label) ? 'an' : 'a'
      return `${rows} ${records.toLowerCase()} ${hasOrHave(rows)} ${article} ${label} that is no longer allowed.`
    },
  }
}

/** "ExpenseClaim" → "Expense claim": the document has it no more. */
export function formerLabel(entity: string): string {
  return labelFor(entity.replaceAll(/(?<=[a-z0-9])([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`))
}

export function countRecords(rows: number): string {
  return `${rows} record${rows === 1 ? '' : 's'}`
}

export function hasOrHave(rows: number): string {
  return rows === 1 ? 'has' : 'have'
}

/** "Ticket.note": names a field to those who confirm that its values are deleted. */
export function deletedName(entity: string, { name }: FieldEntry): string {
  return `${entity}.${name}`
}

function isRoles(entity: string, field: string): boolean {
  return entity === 'Person' && field === 'roles'
}

function wordLabel({ entities, roles }: Model, entity: string, field: string, word: string): string | undefined {
  if (isRoles(entity, field)) return roles.get(word)?.name.label
  const { workflows, fields } = entities.get(entity) ?? {}
  const state = workflows?.get(field)?.states.find((each) => each.word === word)
  const type = fields?.get(field)?.type
  return state?.label ?? (type && wordsOf(type).find((each) => each.word === word)?.label)
}
