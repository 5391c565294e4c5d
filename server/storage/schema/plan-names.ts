// Names entities and fields, and counts records, in the sentences of a schema plan.
import { wordsOf } from '#shared/fields/choice.ts'
import type { Model } from '#shared/model/model.ts'
import { labelFor } from '#shared/text/label.ts'
import { languageOf } from '#shared/text/language.ts'
import { fillHoles } from '#shared/text/phrase.ts'
import type { FieldEntry } from './catalogue.ts'
import type { PlanSentenceName } from './plan-sentences.ts'
import { planSentence } from './plan-sentences.ts'

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
  /** Says a sentence in the language of the document. `rows`: the records that it counts. */
  say(sentence: PlanSentenceName, values: PlanValues, rows?: number): string
  /** "The list of choices of Kind of Ticket changed: Parcel is new, pallet is gone." */
  sayChoicesChanged(entity: string, field: string, before: readonly string[], after: readonly string[]): string
  /** "Kind of Ticket no longer has pallet, but 3 records have it." `gone`: none where any text was taken before. */
  sayOtherChoice(entity: string, field: string, gone: readonly string[], rows: number): string
  /** "400 tickets have a Subject that is no longer allowed." */
  sayDisallowed(entity: string, field: string, rows: number): string
}

type PlanValues = Readonly<Record<string, string>>

export function createPlanNames(model: Model, former?: Model): PlanNames {
  const { entities, settings } = model
  const say: PlanNames['say'] = (sentence, values, rows) =>
    fillHoles(
      planSentence(sentence, rows)[languageOf(settings.language)],
      { ...values, ...(rows !== undefined && { rows: String(rows) }) },
      settings.language,
    )
  const calledEntity = (entity: string): string => entities.get(entity)?.name.label ?? formerLabel(entity)
  const labelOf = (entity: string, field: string): string =>
    labelFor(entities.get(entity)?.fields.get(field)?.name.label ?? field)
  const called = (entity: string, field: string): string =>
    say('field of entity', { field: labelOf(entity, field), entity: calledEntity(entity) })
  /** The label of a choice or a state, in this document or the one before it. */
  const sayWord = (entity: string, field: string, word: string): string =>
    wordLabel(model, entity, field, word) ?? (former && wordLabel(former, entity, field, word)) ?? word
  return {
    calledEntity,
    labelOf,
    called,
    say,
    sayChoicesChanged(entity, field, before, after) {
      const sayWords = (words: readonly string[], others: readonly string[], what: 'word new' | 'word gone') =>
        words.filter((word) => !others.includes(word)).map((word) => say(what, { word: sayWord(entity, field, word) }))
      const changed = [...sayWords(after, before, 'word new'), ...sayWords(before, after, 'word gone')]
      const changes = changed.length === 0 ? say('another order', {}) : changed.join(', ')
      return isRoles(entity, field)
        ? say('roles changed', { changes })
        : say('choices changed', { what: called(entity, field), changes })
    },
    sayOtherChoice(entity, field, gone, rows) {
      const what = called(entity, field)
      if (gone.length === 0) return say('other choice', { what }, rows)
      const words = gone.map((word) => sayWord(entity, field, word)).join(', ')
      return say(isRoles(entity, field) ? 'role gone' : 'choice gone', { what, words }, rows)
    },
    sayDisallowed(entity, field, rows) {
      const name = labelOf(entity, field)
      const { name: one, plural = one.label } = entities.get(entity) ?? { name: { label: formerLabel(entity) } }
      const label = rows === 1 ? one.label : plural
      const records = languageOf(settings.language) === 'de' ? labelFor(label) : label.toLowerCase()
      const article = /^(?:[aeio]|u(?!s|ni)|[fhlmnrsx]$)/i.test(name) ? 'an' : 'a'
      return say('not allowed', { records, article, name }, rows)
    },
  }
}

/** "ExpenseClaim" → "Expense claim": the document has it no more. */
export function formerLabel(entity: string): string {
  return labelFor(entity.replaceAll(/(?<=[a-z0-9])([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`))
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
