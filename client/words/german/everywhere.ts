// Holds the German of what is said in more than one room of the client.
import type { Translations } from '../translations.ts'

export const EVERYWHERE = {
  Administrator: 'Administrator',
  Cancel: 'Abbrechen',
  Copied: 'Kopiert',
  Copy: 'Kopieren',
  Done: 'Fertig',
  'E-mail': 'E-Mail',
  Name: 'Name',
  Remove: 'Entfernen',
  Save: 'Speichern',
  'Sign in': 'Anmelden',
  or: 'oder',
  'Clear the search': 'Suche leeren',
  'Nothing was found': 'Nichts gefunden',
  'Nothing was found.': 'Nichts gefunden.',
} as const satisfies Translations
