// Words what the system itself notifies people of, in the language of the application.
import type { InLanguages } from '#shared/text/language.ts'
import type { HoleValues } from '#shared/text/phrase.ts'
import { sayPhrase } from '#shared/text/phrase.ts'

/** With `{who}` for those who may know who it was. */
const NOTICES = {
  changed: { en: 'Changed: {what}', de: 'Geändert: {what}' },
  changed_by: { en: '{who} changed: {what}', de: '{who} hat geändert: {what}' },
  step: { en: '{what}', de: '{what}' },
  step_by: { en: '{who}: {what}', de: '{who}: {what}' },
  added: { en: 'Added: {what}', de: 'Hinzugefügt: {what}' },
  added_by: { en: '{who} added: {what}', de: '{who} hat hinzugefügt: {what}' },
  deleted: { en: 'Deleted', de: 'Gelöscht' },
  deleted_by: { en: '{who} deleted this', de: '{who} hat das gelöscht' },
  mentioned: { en: 'You were mentioned: {what}', de: 'Erwähnung: {what}' },
  mentioned_by: { en: '{who} mentioned you: {what}', de: 'Erwähnung von {who}: {what}' },
} as const satisfies { readonly [name: string]: InLanguages }

export const KIND_LABELS = {
  watched: { en: 'Records that you watch', de: 'Beobachtete Einträge' },
  mentioned: { en: 'Mentions of you', de: 'Erwähnungen' },
} as const satisfies { readonly [name: string]: InLanguages }

type NoticeName = 'changed' | 'step' | 'added' | 'deleted' | 'mentioned'

/** `who`: undefined where the recipient may not know. */
export function sayNotice(locale: string, name: NoticeName, who: string | undefined, what = ''): string {
  const key: keyof typeof NOTICES = who === undefined ? name : `${name}_by`
  const says = NOTICES[key]
  const values: HoleValues = { what, ...(who === undefined ? {} : { who }) }
  return sayPhrase({ says, values }, locale)
}

const LEFT_OUT = {
  en: 'Your change has notified {most} people. Nobody else was notified of it, and no further mention was looked up.',
  de: 'Diese Änderung hat {most} Personen benachrichtigt. Alle weiteren Nachrichten und Erwähnungen wurden ausgelassen.',
}

/** To the person whose change would have notified more people than this. */
export function sayLeftOut(locale: string, most: number): string {
  return sayPhrase({ says: LEFT_OUT, values: { most } }, locale)
}

const LONGEST_EXCERPT = 280

/** On one line. */
export function excerptOf(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  const characters = [...line]
  return characters.length <= LONGEST_EXCERPT ? line : `${characters.slice(0, LONGEST_EXCERPT - 1).join('')}…`
}
