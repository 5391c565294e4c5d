// Holds the German around the help pages; the pages themselves are English.
import type { Translations } from '../translations.ts'

export const HELP = {
  Help: 'Hilfe',
  'Search the help': 'Hilfe durchsuchen',
  'Help pages': 'Seiten der Hilfe',
  '{count} section found': '{count} Abschnitt gefunden',
  '{count} sections found': '{count} Abschnitte gefunden',
  'Try fewer or different words. The pages are in English.':
    'Andere oder weniger Wörter versuchen. Die Seiten sind englisch.',
} as const satisfies Translations
