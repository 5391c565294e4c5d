// Says the refusals of records, of summaries and of calls in German.
import type { LIST_AND_IMPORT_REFUSALS } from '../lists-and-imports.ts'
import type { RECORD_REFUSALS } from '../records.ts'
import type { TranslatedEntries } from './translated-entries.ts'

export const GERMAN_RECORD_REFUSALS: TranslatedEntries<typeof RECORD_REFUSALS & typeof LIST_AND_IMPORT_REFUSALS> = {
  not_found: { message: 'Das gibt es nicht, oder es darf hier nicht gelesen werden.' },
  invalid: { message: 'Einige Angaben sind nicht gültig.' },
  not_allowed: { message: 'Das ist nicht erlaubt.' },
  lines_closed: {
    message: '{entity}: In diesem Zustand kommt nichts hinzu, ändert sich nichts und fällt nichts weg.',
  },
  conflict: { message: 'Das geht im jetzigen Stand nicht.' },
  condition_unmet: { message: 'Eine Bedingung dieses Schritts ist nicht erfüllt.' },
  changed_meanwhile: { message: 'Jemand anders hat das inzwischen geändert.' },
  undo_changed: { message: 'Das wurde seitdem geändert und lässt sich nicht mehr rückgängig machen.' },
  undo_gone: { message: 'Das wurde seitdem gelöscht und lässt sich nicht mehr rückgängig machen.' },
  undo_hidden: {
    message: 'Dabei hat sich etwas geändert, das nicht sichtbar war. Es lässt sich nicht rückgängig machen.',
  },
  undo_no_way_back: { message: 'Kein Übergang führt zum vorigen Stand zurück.' },
  too_many_undos: { message: 'Es wird schon {most}-mal etwas rückgängig gemacht. Bitte eines abwarten oder anhalten.' },
  undo_failed: { message: 'Das Rückgängigmachen ist im Programm gescheitert. Der Fehler steht im Protokoll.' },
  undo_too_large: { message: 'Das ist zu viel, um es auf einmal rückgängig zu machen.' },
  nothing_to_undo: { message: 'Es gibt nichts mehr rückgängig zu machen.' },
  single_exists: { message: '{entity} gibt es schon; mehr als ein Eintrag ist nicht möglich.' },
  still_referred: { message: 'Löschen geht nicht: {records} verweisen darauf.' },
  clears_wrongly: { message: 'Nach dem Löschen wäre {entity} nicht mehr gültig: {problem}' },
  cascade_too_deep: { message: 'Das löst mehr als {most} Folgen nacheinander aus. Nichts wurde geändert.' },
  cascade_too_wide: { message: 'Das würde mehr als {most} Einträge betreffen. Nichts wurde geändert.' },
  storage_used_up: {
    message: 'Der Speicherplatz für eine Person ist verbraucht. Bitte zuerst etwas endgültig löschen.',
  },
  storage_full: {
    message: 'Der Datenträger ist voll. Nichts wurde geändert; Lesen und Löschen geht weiterhin.',
  },
  too_many_watches: {
    message: 'Mehr als {most} Einträge lassen sich nicht beobachten. Zuerst eine Beobachtung beenden.',
  },
  mail_expired: {
    message: 'Der Link in dieser Nachricht ist abgelaufen.',
    remedy: 'Die Empfängerin oder der Empfänger kann einen neuen anfordern; oder einen Link von Hand erstellen.',
  },

  unknown_field: { message: 'Das Feld {field} gibt es nicht.' },
  no_relation: { message: '{field} ist keine Beziehung.' },
  table_empty: { message: 'Die Datei ist leer. Ihre erste Zeile nennt die Spalten.' },
  table_uneven: { message: 'Zeile {line} hat {cells} Zellen, es gibt aber nur {headings} Spalten.' },
  table_unreadable: {
    message:
      'Zeile {line} ist nicht lesbar. Eine Zelle mit Anführungszeichen steht in Anführungszeichen, die in ihr sind verdoppelt.',
  },
  too_many_columns: { message: 'Eine Tabelle hat höchstens {most} Spalten. Nicht benötigte bitte löschen.' },
  too_many_to_import: { message: 'Die Datei hat mehr als {most} Zeilen. So viele lassen sich auf einmal importieren.' },
  too_many_cells: {
    message: 'Die gelesenen Spalten haben mehr als {most} Zellen. Bitte Spalten weglassen oder die Datei teilen.',
  },
  json_line_unreadable: {
    message: 'Zeile {line} ist kein JSON-Objekt von höchstens einer Million Zeichen.',
  },
  workbook_unreadable: {
    message: 'Das ist keine vollständige Excel-Mappe. Bitte neu als .xlsx oder als CSV speichern.',
  },
  workbook_of_old: {
    message: 'Diese Mappe ist verschlüsselt oder von einem Excel vor 2007. Bitte ohne Kennwort als .xlsx speichern.',
  },
  workbook_too_large: {
    message: 'Diese Mappe ist ausgepackt zu groß. Bitte das Blatt als CSV speichern.',
  },
  no_such_sheet: { message: 'Die Mappe hat kein Blatt „{sheet}“. Ihre Blätter: {sheets}.' },
  no_heading_line: { message: 'Zeile {line} ist leer und kann die Überschriften nicht enthalten.' },
  no_such_column: { message: 'Die Datei hat keine Spalte {column}.' },
  columns_unreadable: {
    message: 'Der Parameter columns muss JSON sein: ein Objekt mit einem Feld, null oder einem Objekt für jede Spalte.',
  },
  column_undecided: {
    message:
      'Spalte {column}: „{text}“ in Zeile {line} kann {one} oder {other} sein. Bitte in columns angeben, was gilt.',
  },
  byte_unreadable: {
    message:
      'Diese Zeile enthält ein Byte ({byte}), das es in der Zeichenkodierung nicht gibt. Bitte eine andere wählen oder die Zeile berichtigen.',
  },
  record_twice: { message: 'Zeile {line} betrifft denselben Eintrag. Die spätere Zeile würde gelten.' },
  digits_lost: {
    message:
      '{field}: Eine Tabelle behält 15 Ziffern einer Zahl, die letzten von {text} können also verloren sein. Bitte die Spalte als Text formatieren, bevor sie gefüllt wird.',
  },
  too_many_imports: { message: 'Es laufen schon {most} Importe. Bitte einen abwarten oder anhalten.' },
  import_failed: { message: 'Der Import ist im Programm gescheitert. Der Fehler steht im Protokoll.' },
  no_match: { message: 'Nach {field} lassen sich Einträge nicht finden: Das Feld ist nicht eindeutig.' },
  no_match_found: { message: 'Einen Eintrag ({entity}) mit {field} „{value}“ gibt es nicht.' },
  no_column_to_import: {
    message: 'Keine dieser Spalten lässt sich importieren: {headings}.',
    remedy: 'In der ersten Zeile stehen die Namen der Felder.',
  },
  search_too_long: { message: 'Eine Suche darf höchstens {most} Zeichen haben.' },
  too_much: { message: 'Höchstens {most} Beziehungen lassen sich aufklappen.' },
  expanded_too_deep: { message: 'Beziehungen lassen sich {most} Ebenen tief aufklappen.' },
  sorted_by_too_many: { message: 'Eine Liste wird nach höchstens {most} Feldern sortiert.' },
  sorted_too_far: { message: 'Eine Liste wird nach Feldern sortiert, die höchstens {most} Beziehung entfernt sind.' },
  grouped_too_far: {
    message: 'Einträge lassen sich nach Feldern gruppieren, die höchstens {most} Beziehung entfernt sind.',
  },
  too_many_judged: {
    message:
      'Eine Regel müsste an mehr als {most} Einträgen geprüft werden, die diese Änderung betrifft. Nichts wurde geändert.',
  },
  too_many_groupings: { message: 'Einträge lassen sich nach höchstens {most} Feldern gruppieren.' },
  too_many_measures: { message: 'Höchstens {most} Maße lassen sich abfragen.' },
  bad_filter: { message: 'Der Filter ist nicht gültig: {problem}' },
  filter_unknown_field: { message: 'Der Filter ist nicht gültig: {problem}' },
  filter_too_long: { message: 'Ein Filter darf höchstens {most} Zeichen haben.' },
  localised_field: {
    message:
      '{field} ist ein Text in der Sprache der Anwendung: Er hat keine Reihenfolge; Filtern und Gruppieren danach geht nicht. Stattdessen die Felder nehmen, aus denen er entsteht.',
  },
  filter_no_condition: { message: 'Dieser Filter ist keine Bedingung.' },
  filter_too_costly: {
    message: 'Dieser Filter ist zu aufwendig. Weniger und kleinere Muster auf kürzeren Texten helfen.',
  },
  too_costly: {
    message:
      'Das dauerte länger als eine Sekunde und wurde abgebrochen. Bitte eingrenzen: nach einer Beziehung, einem Schlüssel oder einem Feld mit Index filtern, Bedingungen über andere Einträge und große Muster weglassen oder nach einem längeren Wort suchen.',
  },
  bad_measure: {
    message: 'Ein Maß ist count, sum(feld), avg(feld), min(feld) oder max(feld), nicht „{measure}“.',
  },
  not_measurable: {
    message: '{measure} lässt sich nicht messen: {takes}, und {field} gehört nicht dazu. count nimmt alle Einträge.',
  },
  not_groupable: {
    message: 'Nach {group} lässt sich nicht gruppieren: Zeiträume entstehen aus Daten, und {field} ist keins.',
  },
  too_many_dates: {
    message: 'Eine Liste von Tagen hat höchstens {most} Einträge. Bitte einen kürzeren Zeitraum wählen.',
  },
  measure_too_large: {
    message: 'Das Ergebnis für {field} ist zu groß. Weniger Einträge messen: mit einem Filter oder in Gruppen.',
  },

  answer_too_large: { message: 'Die Antwort wäre länger als {most} Zeichen. Bitte weniger abfragen.' },
  not_run: { message: 'Diese Version führt einen Schritt dieses Aufrufs nicht aus.' },
  cell_error: { message: '{field}: Die Tabelle zeigt hier einen Fehler: {text}.' },
  none_called: { message: '{field}: „{text}“ gibt es nicht ({entity}).' },
  several_called: { message: '{field}: „{text}“ gibt es mehrmals ({entity}). Die Id ist eindeutig.' },
  rows_in_circle: {
    message:
      '{field}: Zeile {line}, auf die diese Zeile verweist, führt zu ihr zurück; keine von ihnen kann die erste sein. {field} bitte hier leer lassen und mit einem zweiten Import nachtragen.',
  },
  row_refused: { message: '{field}: Zeile {line}, die gemeint ist, wird selbst abgelehnt.' },
  cell_cut: {
    message:
      '{field} hat hier nur die ersten {most} Zeichen: Mehr fasst eine Zelle einer Arbeitsmappe nicht. Bitte die Spalte weglassen oder durch Kommas getrennte Werte importieren.',
  },
}
