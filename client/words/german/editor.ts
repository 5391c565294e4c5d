// Holds the German of the editor of documents.
import type { Translations } from '../translations.ts'

export const EDITOR = {
  'In a table Tab goes to the next cell; Esc, then Tab, leaves the text. F2 renames, F8 goes to the next problem, F12 to where a name is declared.':
    'In einer Tabelle führt Tab in die nächste Zelle; Esc, dann Tab verlässt den Text. F2 benennt um, F8 führt zum nächsten Problem, F12 dorthin, wo ein Name festgelegt ist.',
  Editing: 'Bearbeiten',
  'Also in line {line}.': 'Auch in Zeile {line}.',
  'Also in lines {lines}.': 'Auch in den Zeilen {lines}.',
  // Tables
  'Add row above': 'Zeile darüber einfügen',
  'Add row below': 'Zeile darunter einfügen',
  'Move row up': 'Zeile nach oben',
  'Move row down': 'Zeile nach unten',
  'Delete row': 'Zeile löschen',
  'Add column left': 'Spalte links einfügen',
  'Add column right': 'Spalte rechts einfügen',
  'Move column left': 'Spalte nach links',
  'Move column right': 'Spalte nach rechts',
  'Delete column': 'Spalte löschen',
  'Align columns': 'Spalten ausrichten',
  'Ctrl Enter': 'Strg Enter',
  'Alt Shift F': 'Alt Umschalt F',
  'Alt ↑': 'Alt ↑',
  'Alt ↓': 'Alt ↓',
  'Alt ←': 'Alt ←',
  'Alt →': 'Alt →',
  Table: 'Tabelle',
  'New table …': 'Neue Tabelle …',
  'Heading {name}': 'Überschrift {name}',
  '{name}, row {row}': '{name}, Zeile {row}',
  // Beside the text
  Outline: 'Gliederung',
  missing: 'fehlt',
  '{count} error': '{count} Fehler',
  '{count} errors': '{count} Fehler',
  '{count} warning': '{count} Warnung',
  '{count} warnings': '{count} Warnungen',
  'Help on this place': 'Hilfe zu dieser Stelle',
  'Close the help': 'Hilfe schließen',
  // Renaming
  'Rename everywhere': 'Überall umbenennen',
  'New name': 'Neuer Name',
  'Place the cursor in a name that the document declares.':
    'Setzen Sie den Cursor in einen Namen, den das Dokument festlegt.',
  'Correct the error in line {line} first: only then is it known what the name means there. It says: {text}':
    'Korrigieren Sie zuerst den Fehler in Zeile {line}: Erst dann ist bekannt, was der Name dort bedeutet. Er lautet: {text}',
  'With this name the text would have an error: {text}': 'Mit diesem Namen hätte der Text einen Fehler: {text}',
  'The text has changed meanwhile. Please try again.': 'Der Text hat sich inzwischen geändert. Bitte noch einmal.',
  '{count} place renamed.': 'An {count} Stelle umbenannt.',
  '{count} places renamed.': 'An {count} Stellen umbenannt.',
  'Its former name is noted as “was”, so that its data is kept.':
    'Der frühere Name wird als „was“ vermerkt, damit die Daten erhalten bleiben.',
  'Records in this state keep the former one. Before you publish, you see which they are.':
    'Einträge in diesem Zustand behalten den früheren. Vor dem Veröffentlichen sehen Sie, welche es sind.',
  // Two windows
  'It was published or discarded there. What you type here stays in this window until you decide.':
    'Dort wurde er veröffentlicht oder verworfen. Was Sie hier schreiben, bleibt in diesem Fenster, bis Sie entscheiden.',
  'It was changed there {when}. What you type here stays in this window until you decide.':
    'Dort wurde er {when} geändert. Was Sie hier schreiben, bleibt in diesem Fenster, bis Sie entscheiden.',
  'Compare and decide': 'Vergleichen und entscheiden',
  'Which text do you want to keep?': 'Welchen Text wollen Sie behalten?',
  'From the text of the other window to the text of this one:':
    'Vom Text des anderen Fensters zum Text dieses Fensters:',
  'Keep the text of this window': 'Den Text dieses Fensters behalten',
  'Take the text of the other window': 'Den Text des anderen Fensters nehmen',
  'This is the text of the other window now.': 'Das ist jetzt der Text des anderen Fensters.',
  // Language service
  'The language service could not be loaded.': 'Der Sprachdienst konnte nicht geladen werden.',
  'The server checks the text instead when typing pauses. There are no suggestions meanwhile.':
    'Stattdessen prüft der Server den Text, wenn Sie beim Schreiben innehalten. Vorschläge gibt es solange nicht.',
} satisfies Translations
