// Holds the German of refusals: why something is not possible, and what is needed.
import type { Translations } from '../translations.ts'

export const REFUSALS = {
  'Why?': 'Warum?',
  'Why not?': 'Warum nicht?',
  '{of}: why not?': '{of}: warum nicht?',
  'It is possible now. Try again.': 'Jetzt ist es möglich. Bitte noch einmal versuchen.',
  'What’s needed': 'Was dafür nötig ist',
  'Any one of these is enough': 'Eines davon genügt',
  'Give yourself the role {role}': 'Sich selbst die Rolle {role} geben',
  'Check {fields}.': 'Bitte prüfen: {fields}.',
  'Who can do it now:': 'Wer es jetzt kann:',
  'You don’t have access to more details.': 'Mehr dazu ist hier nicht sichtbar.',
  'For {who}, where:': 'Für {who}, wenn gilt:',
  'For {who}': 'Für {who}',
  unknown: 'unbekannt',
  met: 'erfüllt',
  'not met': 'nicht erfüllt',
  'Why can’t I …?': 'Warum geht das nicht?',
  'Why not: {of}?': 'Warum nicht: {of}?',
  'What you can’t do': 'Was nicht geht',
  'What you can’t change': 'Was nicht änderbar ist',
  'What you do not see': 'Was nicht sichtbar ist',
  'You only see records you have access to.': 'Sichtbar ist nur, was das eigene Konto lesen darf.',
  'You can see everything you have access to.': 'Sichtbar ist alles, worauf das eigene Konto Zugriff hat.',
  'You don’t have access to this field.': 'Auf dieses Feld gibt es hier keinen Zugriff.',
  'Something went wrong in this page. Please try again.':
    'Auf dieser Seite ist etwas schiefgegangen. Bitte noch einmal versuchen.',
  'These are only warnings: you can continue.': 'Das sind nur Warnungen: Es geht trotzdem weiter.',
  'This is only a warning: you can continue.': 'Das ist nur eine Warnung: Es geht trotzdem weiter.',
  'Continue anyway': 'Trotzdem fortfahren',
} as const satisfies Translations
