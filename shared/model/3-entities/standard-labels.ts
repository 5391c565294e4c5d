// Names for people what the system adds to every document, in the document's language.
import { capitalise } from '../../text/capitalise.ts'
import type { Language } from '../../text/language.ts'
import { plural } from '../../text/plural.ts'

/** German labels, by identifier, of the fields that every record has and of those of Person. */
const GERMAN: { readonly [identifier: string]: string } = {
  id: 'Id',
  created_at: 'Angelegt am',
  created_by: 'Angelegt von',
  updated_at: 'Geändert am',
  updated_by: 'Geändert von',
  _version: 'Version',
  name: 'Name',
  email: 'E-Mail',
  picture: 'Bild',
  roles: 'Rollen',
  active: 'Aktiv',
}

/** "created_at" → "Created at". */
export function standardLabel(identifier: string, language: Language): string {
  const german = language === 'de' ? GERMAN[identifier] : undefined
  if (german !== undefined) return german
  const words = identifier.replace(/^_/, '').replaceAll('_', ' ')
  return capitalise(words)
}

/**
 * Makes the plural of an entity that has none in the document. English has a rule for it; a German document writes
 * the plural if it differs.
 */
export function standardPlural(
  { label, identifier }: { readonly label: string; readonly identifier: string },
  language: Language,
): string {
  if (language === 'de') return identifier === 'Person' ? 'Personen' : label
  return plural(label)
}
