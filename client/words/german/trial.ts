// Holds the German of trials: of the dialog that starts one, and of the bar in its pages.
import type { Translations } from '../translations.ts'

export const TRIAL = {
  Try: 'Ausprobieren',
  'Try the draft': 'Entwurf ausprobieren',
  'It runs beside the published application for an hour, and only you can open it. Mail and webhooks are shown to you and sent to nobody; nothing in it changes the real data.':
    'Er läuft eine Stunde lang neben der veröffentlichten Anwendung und ist nur für Sie zu öffnen. E-Mails und Webhooks werden Ihnen gezeigt und an niemanden geschickt; nichts darin ändert die echten Daten.',
  'Start with': 'Daten zu Beginn',
  'A copy of the data': 'Eine Kopie der Daten',
  'As it is now. You can continue as anybody but another administrator; the audit log says so.':
    'Der jetzige Stand. Sie können als jede Person außer als andere Administratoren weitermachen; das steht im Protokoll.',
  'The document in force does not let administrators read data.':
    'Nach dem geltenden Dokument lesen Administratoren keine Daten.',
  'The sample data': 'Die Beispieldaten',
  'The sample beside the document’s file, with its people.':
    'Das Beispiel neben der Datei des Dokuments, mit seinen Personen.',
  'Only you, and a test person for each role.': 'Nur Sie und eine Testperson je Rolle.',
  'The text has errors and can’t run. Please correct them first.':
    'Der Text hat Fehler und kann nicht laufen. Bitte erst beheben.',
  'Your trial until {time} ends when you start another. {link}':
    'Ihr Probelauf bis {time} endet, wenn Sie einen neuen beginnen. {link}',
  'Continue it': 'Damit weitermachen',
  'Start the trial': 'Probelauf beginnen',
  Trial: 'Probelauf',
  'This trial has ended, and nothing of it is left.': 'Dieser Probelauf ist beendet, und nichts davon ist übrig.',
  'To the studio': 'Zum Studio',
  'More falls due than runs at once: the clock stands at the last of it. Move it again to go on.':
    'Es wird mehr fällig, als auf einmal läuft: Die Uhr steht beim letzten davon. Zum Fortfahren noch einmal vorstellen.',
  'As {name}': 'Als {name}',
  'An hour later': 'Eine Stunde später',
  'A day later': 'Einen Tag später',
  'Next timer': 'Nächster Timer',
  'Unsent messages: {count}': 'Nicht gesendete Nachrichten: {count}',
  'End the trial': 'Probelauf beenden',
  'Continue as': 'Weitermachen als',
  'Find a person': 'Person suchen',
  'Nobody has this name.': 'Niemand heißt so.',
  'Test people': 'Testpersonen',
  'Nobody: signed out': 'Niemand: abgemeldet',
  'Unsent messages': 'Nicht gesendete Nachrichten',
  'No messages yet.': 'Noch keine Nachrichten.',
  'Mail and webhooks of the draft appear here in place of being sent.':
    'E-Mails und Webhooks des Entwurfs erscheinen hier, statt gesendet zu werden.',
  'because another one began': 'weil ein anderer begann',
  'because its hour was over': 'weil seine Stunde um war',
  'because they signed out or are no administrator any more':
    'wegen Abmeldung oder weil die Person nicht mehr verwaltet',
  'because they may not read the data any more': 'weil die Person die Daten nicht mehr lesen darf',
  'because the server stopped': 'weil der Server angehalten wurde',
  'because it failed': 'weil er fehlgeschlagen ist',
  'The latest {count} of {sent}.': 'Die neuesten {count} von {sent}.',
  'Mail to {to}': 'E-Mail an {to}',
  Webhook: 'Webhook',
  'Not shown: it is for another administrator.': 'Nicht gezeigt: für einen anderen Administrator.',
} satisfies Translations
