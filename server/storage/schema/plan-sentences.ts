// Holds the sentences of a schema plan: what changes, and what stands against it.
import type { InLanguages } from '#shared/text/language.ts'

interface PlanSentence {
  readonly says: InLanguages
  /** Another wording for a single record. */
  readonly ofOne?: InLanguages
}

/** `{what}` is an entity, or a field with its entity; `{rows}` counts records. */
export const PLAN_SENTENCES = {
  new: { says: { en: '{what} is new.', de: '{what} ist neu.' } },
  renamed: { says: { en: '{what} is now called {name}.', de: '{what} heißt jetzt {name}.' } },
  removed: { says: { en: '{what} is removed.', de: '{what} fällt weg.' } },
  'removed with records': {
    says: { en: '{what} is removed with all its records.', de: '{what} fällt mit allen Einträgen weg.' },
  },
  'removed without records': {
    says: {
      en: '{what} is removed; there was no record of it.',
      de: '{what} fällt weg; es gab keinen Eintrag davon.',
    },
  },
  'removed with values': {
    says: { en: '{what} is removed with all its values.', de: '{what} fällt mit allen Werten weg.' },
  },
  'removed without values': {
    says: {
      en: '{what} is removed; no record had a value in it.',
      de: '{what} fällt weg; kein Eintrag hatte dort einen Wert.',
    },
  },
  'worked out anew': { says: { en: '{what} is worked out anew.', de: '{what} wird neu berechnet.' } },
  'may be empty': { says: { en: '{what} may be empty.', de: '{what} darf leer sein.' } },
  'takes other values': {
    says: {
      en: '{what}: the values that it takes change.',
      de: '{what}: Es sind andere Werte erlaubt als bisher.',
    },
  },
  'another type': { says: { en: '{what} has another type.', de: '{what} hat einen anderen Typ.' } },
  'only one record': {
    says: {
      en: '{what} has only one record now, and there are {rows} more.',
      de: '{what} hat jetzt nur einen Eintrag, und es gibt {rows} weitere.',
    },
    ofOne: {
      en: '{what} has only one record now, and there is {rows} more.',
      de: '{what} hat jetzt nur einen Eintrag, und es gibt {rows} weiteren.',
    },
  },
  'records would be lost': {
    says: {
      en: '{what} is no longer in the document, and {rows} records of it would be lost.',
      de: '{what} steht nicht mehr im Dokument, und {rows} Einträge davon gingen verloren.',
    },
    ofOne: {
      en: '{what} is no longer in the document, and {rows} record of it would be lost.',
      de: '{what} steht nicht mehr im Dokument, und {rows} Eintrag davon ginge verloren.',
    },
  },
  'values would be lost': {
    says: {
      en: '{what} is no longer in the document, and its value in {rows} records would be lost.',
      de: '{what} steht nicht mehr im Dokument, und der Wert in {rows} Einträgen ginge verloren.',
    },
    ofOne: {
      en: '{what} is no longer in the document, and its value in {rows} record would be lost.',
      de: '{what} steht nicht mehr im Dokument, und der Wert in {rows} Eintrag ginge verloren.',
    },
  },
  'worked out, would be lost': {
    says: {
      en: '{what} is now worked out, and its value in {rows} records would be lost.',
      de: '{what} wird jetzt berechnet, und der Wert in {rows} Einträgen ginge verloren.',
    },
    ofOne: {
      en: '{what} is now worked out, and its value in {rows} record would be lost.',
      de: '{what} wird jetzt berechnet, und der Wert in {rows} Eintrag ginge verloren.',
    },
  },
  'another type, would be lost': {
    says: {
      en: '{what} has another type, and its value in {rows} records would be lost.',
      de: '{what} hat einen anderen Typ, und der Wert in {rows} Einträgen ginge verloren.',
    },
    ofOne: {
      en: '{what} has another type, and its value in {rows} record would be lost.',
      de: '{what} hat einen anderen Typ, und der Wert in {rows} Eintrag ginge verloren.',
    },
  },
  required: {
    says: {
      en: '{what} is required, and {rows} records have no value in it and get none by default.',
      de: '{what} ist Pflicht, und {rows} Einträge haben dort keinen Wert und erhalten auch keinen von selbst.',
    },
    ofOne: {
      en: '{what} is required, and {rows} record has no value in it and gets none by default.',
      de: '{what} ist Pflicht, und {rows} Eintrag hat dort keinen Wert und erhält auch keinen von selbst.',
    },
  },
  'too large': {
    says: {
      en: '{what} would be too large to be kept exactly in {rows} records.',
      de: '{what} wäre in {rows} Einträgen zu groß, um genau gespeichert zu werden.',
    },
    ofOne: {
      en: '{what} would be too large to be kept exactly in {rows} record.',
      de: '{what} wäre in {rows} Eintrag zu groß, um genau gespeichert zu werden.',
    },
  },
  unique: {
    says: {
      en: '{entity}: {fields} must be unique, and {rows} records have a value that another has already.',
      de: '{entity}: {fields} muss eindeutig sein, und {rows} Einträge haben einen Wert, den schon ein anderer hat.',
    },
    ofOne: {
      en: '{entity}: {fields} must be unique, and {rows} record has a value that another has already.',
      de: '{entity}: {fields} muss eindeutig sein, und {rows} Eintrag hat einen Wert, den schon ein anderer hat.',
    },
  },
  'not allowed': {
    says: {
      en: '{rows} {records} have {article} {name} that is no longer allowed.',
      de: '{rows} {records} haben unter „{name}“ einen Wert, der nicht mehr erlaubt ist.',
    },
    ofOne: {
      en: '{rows} {records} has {article} {name} that is no longer allowed.',
      de: '{rows} {records} hat unter „{name}“ einen Wert, der nicht mehr erlaubt ist.',
    },
  },
  'other choice': {
    says: {
      en: '{what} takes only certain words, but {rows} records have another one.',
      de: '{what} erlaubt nur bestimmte Wörter, aber {rows} Einträge haben ein anderes.',
    },
    ofOne: {
      en: '{what} takes only certain words, but {rows} record has another one.',
      de: '{what} erlaubt nur bestimmte Wörter, aber {rows} Eintrag hat ein anderes.',
    },
  },
  'choice gone': {
    says: {
      en: '{what} no longer has {words}, but {rows} records have it.',
      de: '{what} hat {words} nicht mehr, aber {rows} Einträge haben es.',
    },
    ofOne: {
      en: '{what} no longer has {words}, but {rows} record has it.',
      de: '{what} hat {words} nicht mehr, aber {rows} Eintrag hat es.',
    },
  },
  'role gone': {
    says: {
      en: 'There is no longer a role {words}, but {rows} people have it.',
      de: 'Die Rolle {words} gibt es nicht mehr, aber {rows} Personen haben sie.',
    },
    ofOne: {
      en: 'There is no longer a role {words}, but {rows} person has it.',
      de: 'Die Rolle {words} gibt es nicht mehr, aber {rows} Person hat sie.',
    },
  },
  'roles changed': {
    says: { en: 'The list of roles changed: {changes}.', de: 'Die Liste der Rollen ändert sich: {changes}.' },
  },
  'choices changed': {
    says: {
      en: 'The list of choices of {what} changed: {changes}.',
      de: 'Die Auswahl von {what} ändert sich: {changes}.',
    },
  },
  'word new': { says: { en: '{word} is new', de: '{word} ist neu' } },
  'word gone': { says: { en: '{word} is gone', de: '{word} fällt weg' } },
  'another order': { says: { en: 'it has another order', de: 'sie hat eine andere Reihenfolge' } },
  'field of entity': { says: { en: '{field} of {entity}', de: '{field} von {entity}' } },
  with: { says: { en: ' with ', de: ' mit ' } },
} as const satisfies { readonly [name: string]: PlanSentence }

export type PlanSentenceName = keyof typeof PLAN_SENTENCES

/** Picks the words for a count of records; without one, the sentence speaks of none. */
export function planSentence(name: PlanSentenceName, rows: number | undefined): InLanguages {
  const sentence: PlanSentence = PLAN_SENTENCES[name]
  return (rows === 1 ? sentence.ofOne : undefined) ?? sentence.says
}
