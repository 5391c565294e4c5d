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
} as const satisfies Translations
