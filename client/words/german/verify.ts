// Holds the German of the page that verifies the published document.
import type { Translations } from '../translations.ts'

export const VERIFY = {
  Verify: 'Nachweis',
  'Studio: verify the document': 'Studio: Dokument nachweisen',
  'Verify the document': 'Dokument nachweisen',
  'Verify again': 'Noch einmal nachweisen',
  'Requests are made from the lines of the published document and sent to a copy of the application with made-up people and records. Your data is left alone, and nothing is sent to anybody.':
    'Aus den Zeilen des veröffentlichten Dokuments entstehen Anfragen an eine Kopie der Anwendung mit erfundenen Personen und Einträgen. Die eigenen Daten bleiben, wie sie sind, und niemandem wird etwas geschickt.',
  'A trial is not verified.': 'Für einen Probelauf gibt es keinen Nachweis.',
  'Publish the draft, or verify its file with “npm run verify”.':
    'Den Entwurf veröffentlichen oder seine Datei mit „npm run verify“ nachweisen.',
  'Nothing was verified yet.': 'Es wurde noch nichts nachgewiesen.',
  'It takes a minute or two. You can leave this page meanwhile.':
    'Das dauert ein bis zwei Minuten. Die Seite kann währenddessen verlassen werden.',
  'Preparing …': 'Wird vorbereitet …',
  '{done} of {total} checks': '{done} von {total} Prüfungen',
  'The verification ended without a report.': 'Der Nachweis endete ohne Bericht.',
  'Start it again. If it fails again, the log of the server says why.':
    'Noch einmal beginnen. Scheitert es wieder, steht der Grund im Protokoll des Servers.',
  Reports: 'Berichte',
  '{passed} passed, {untested} not testable': '{passed} bestanden, {untested} nicht prüfbar',
  '{failed} failed, {passed} passed, {untested} not testable':
    '{failed} gescheitert, {passed} bestanden, {untested} nicht prüfbar',
  'JUnit XML': 'JUnit-XML',
  'Download as JUnit XML': 'Als JUnit-XML herunterladen',
  'All lines': 'Alle Zeilen',
  Failed: 'Gescheitert',
  'Not testable': 'Nicht prüfbar',
  'No line failed.': 'Keine Zeile ist gescheitert.',
  'No line failed: {passed} passed, {untested} are not testable.':
    'Keine Zeile ist gescheitert: {passed} bestanden, {untested} nicht prüfbar.',
  'Lines that failed: {failed}. {passed} passed, {untested} are not testable.':
    'Gescheiterte Zeilen: {failed}. {passed} bestanden, {untested} nicht prüfbar.',
  'Another revision was published since.': 'Seitdem wurde eine andere Revision veröffentlicht.',
  'The copy is gone with its records. What is copied says first which records a request needs, and who sends it: make them, put their ids and tokens in, and run it in a shell.':
    'Die Kopie ist mit ihren Einträgen verschwunden. Was kopiert wird, sagt zuerst, welche Einträge eine Anfrage braucht und wer sie sendet: Die Einträge anlegen, Ids und Tokens einsetzen und alles in einer Shell ausführen.',
  'Every line can be tested.': 'Jede Zeile ist prüfbar.',
  passed: 'bestanden',
  failed: 'gescheitert',
  'not testable': 'nicht prüfbar',
  'One check passed.': 'Eine Prüfung bestanden.',
  '{count} checks passed.': '{count} Prüfungen bestanden.',
  'One check failed.': 'Eine Prüfung gescheitert.',
  '{count} checks failed.': '{count} Prüfungen gescheitert.',
  '{failed} of {count} checks failed.': '{failed} von {count} Prüfungen gescheitert.',
  'Copy the request': 'Anfrage kopieren',
} as const satisfies Translations
