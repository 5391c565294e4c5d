// Says the refusals of requests in German.
import type { REQUEST_REFUSALS } from '../requests.ts'
import type { TranslatedEntries } from './translated-entries.ts'

export const GERMAN_REQUEST_REFUSALS: TranslatedEntries<typeof REQUEST_REFUSALS> = {
  too_large: { message: 'Das ist zu groß.' },
  document_wrong: { message: 'Dieses Dokument hat Fehler.' },
  document_conflict: { message: 'Vorhandene Daten passen nicht zu diesem Dokument.' },
  moment_past: { message: 'Der Zeitpunkt muss in der Zukunft liegen.' },
  publication_waits: {
    message: 'Eine andere Veröffentlichung wartet schon auf ihren Zeitpunkt. Bitte diese zuerst zurücknehmen.',
  },
  no_backup: {
    message:
      'Nichts wurde veröffentlicht, weil die Daten, die gelöscht würden, nicht gesichert werden konnten: {problem}',
  },
  deletion_by_command: {
    message: 'Nichts wurde veröffentlicht: Dabei würden Daten gelöscht, die dieser Server nicht sichert.',
    remedy: 'Bitte die PostgreSQL-Datenbank sichern, dann auf der Kommandozeile veröffentlichen: {command}',
  },
  examples_fail: { message: 'Beispiele dieses Dokuments, die nicht zutreffen: {count}.' },
  trial_too_large: {
    message:
      'Die Daten haben {size}; eine Kopie darf höchstens {most} haben. Das Dokument lässt sich mit den Beispieldaten oder leer ausprobieren.',
  },
  trials_full: {
    message:
      'Auf diesem Server werden höchstens {most} Dokumente gleichzeitig ausprobiert. Bitte noch einmal versuchen, wenn eines davon beendet ist.',
  },
  trial_ended: {
    message: 'Dieser Probelauf ist beendet, und nichts davon ist übrig. Im Studio kann ein neuer begonnen werden.',
  },
  trial_no_sample: { message: 'Zu diesem Dokument gibt es keine Beispieldaten. Es lässt sich leer ausprobieren.' },
  trial_sample_refused: { message: 'Die Beispieldaten passen nicht zu diesem Dokument. {problem}' },
  trial_role_refused: { message: 'Mit dieser Rolle lässt sich niemand erfinden. {problem}' },
  version_needed: { message: 'Die gelesene Version muss als If-Match mitgeschickt werden.' },
  exists_already: { message: 'If-None-Match verlangt, dass es das noch nicht gibt; es gibt es aber schon.' },
  weak_etag: {
    message: 'Ein schwaches ETag (mit W/) trifft in If-Match nie zu. Es gehört ohne W/ dorthin, oder die _version.',
  },
  too_many: { message: 'Zu viele Anfragen. Bitte kurz warten.' },
  unavailable: { message: 'Gerade nicht verfügbar. Bitte noch einmal versuchen.' },
  outcome_unknown: { message: 'Es kann geschehen sein. Vor einem neuen Versuch bitte nachsehen.' },
  storage_damaged: {
    message: 'Gerade nicht verfügbar. Bitte noch einmal versuchen.',
    remedy:
      'Die Datenbank ist beschädigt: Es wird nichts mehr geschrieben; was heil ist, bleibt lesbar. Der Betreiber muss eine Sicherung einspielen.',
  },
  internal: {
    message: 'Auf unserer Seite ist etwas schiefgegangen. Es steht unter der Nummer dieser Anfrage im Protokoll.',
  },
  method_not_allowed: { message: '{method} geht hier nicht, nur {methods}.' },
  view_only: {
    message: 'In der Ansicht als eine andere Person lässt sich nichts ändern. Dafür zuerst die Ansicht beenden.',
  },
  foreign_origin: {
    message: 'Mit einem Cookie dürfen nur die Seiten dieser Anwendung schreiben. Programme schicken ein Token.',
  },
  foreign_site: {
    message: 'Agenten erreichen diese Anwendung nur unter ihrer eigenen Adresse, und „{address}“ ist das nicht.',
    remedy: 'PUBLIC_URL nennt den Namen, unter dem die Anwendung erreicht wird.',
  },
  webhook_circle: { message: 'Webhooks rufen sich im Kreis auf: mehr als {most} nacheinander.' },
  https_needed: { message: 'Über http kann der Browser hier nicht angemeldet bleiben.' },

  unsupported_media_type: { message: 'Der Inhalt muss JSON sein, mit Content-Type: application/json.' },
  body_no_text: { message: 'Der Inhalt muss Text sein, mit Content-Type: {type}.' },
  range_unsatisfiable: { message: 'Die Datei hat {size} Bytes; keines davon liegt in diesem Bereich.' },
  expectation_failed: { message: 'In Expect darf nur 100-continue stehen.' },
  body_encoded: { message: 'Der Inhalt wird geschickt, wie er ist, ohne Content-Encoding.' },
  body_no_import: { message: 'Der Inhalt muss die Datei sein, mit Content-Type: {types}.' },
  body_not_utf8: { message: 'Der Inhalt ist kein Text in UTF-8.' },
  body_not_json: { message: 'Der Inhalt ist kein gültiges JSON.' },
  body_half_character: { message: 'Der Inhalt enthält ein halbes Zeichen (ein einzelnes Surrogat).' },
  body_name_twice: { message: 'Im Inhalt steht ein Name zweimal im selben Objekt.' },
  body_cut_off: { message: 'Der Inhalt brach ab, bevor er vollständig war.' },
  body_too_deep: { message: 'Der Inhalt darf höchstens {most} Ebenen tief sein.' },
  body_too_many_members: { message: 'Der Inhalt darf höchstens {most} Einträge haben.' },
  body_no_file: { message: 'Bitte die Datei als multipart/form-data schicken, im Teil „{part}“.' },
  file_missing: { message: 'Im Inhalt ist keine Datei. Bitte als Teil „{part}“ schicken.' },
  file_too_large: { message: 'Diese Datei ist zu groß: Höchstens {most} werden angenommen.' },
  file_name_too_long: {
    message: 'Der Name dieser Datei hat {count} Zeichen; höchstens {most} werden angenommen. Bitte kürzer benennen.',
  },
  file_name_too_many_marks: {
    message:
      'Der Name dieser Datei hat mehr als {most} Akzente und andere Zeichen über einem Buchstaben. Bitte anders benennen.',
  },
  picture_too_large: { message: 'Dieses Bild hat zu viele Pixel: Höchstens {most} Millionen werden angenommen.' },
  too_many_uploads: {
    message: 'Höchstens {most} Dateien lassen sich gleichzeitig hochladen. Bitte warten, bis eine davon da ist.',
  },
  picture_too_slow: {
    message: 'Dieses Bild zu lesen dauert zu lange. Bitte kleiner oder in einem anderen Format speichern.',
  },
  body_too_large: { message: 'Der Inhalt darf höchstens {most} Bytes haben.' },
  member_missing: { message: '{member} fehlt; erwartet wird {expected}.' },
  member_wrong: { message: '{member}: erwartet wird {expected}.' },
  text_too_long: { message: '{member} darf höchstens {most} Zeichen haben, nicht {count}.' },
  text_too_many_marks: { message: '{member} hat mehr als {most} Akzente und andere Zeichen über einem Buchstaben.' },
  member_unknown: { message: '{member} gibt es hier nicht; {known}.' },
  member_too_short: { message: '{member} braucht mindestens {least}.' },
  member_too_long: { message: '{member} darf höchstens {most} Einträge haben, nicht {count}.' },

  too_slow: { message: 'Der Inhalt brauchte länger als {seconds} Sekunden.' },
  took_too_long: {
    message:
      'Das dauerte länger als {seconds} Sekunden. Es kann trotzdem geschehen sein. Vor einem neuen Versuch bitte nachsehen.',
  },

  unknown_parameter: { message: 'Den Parameter {parameter} gibt es hier nicht; es gibt {known}.' },
  bad_request: { message: '{parameter}: erwartet wird {expected}.' },
  parameter_twice: { message: 'Der Parameter {parameter} steht zweimal da.' },
  parameter_not_text: { message: 'Der Parameter {parameter} ist kein Text.' },
  unknown_event: { message: 'Das Ereignis {event} gibt es nicht; es gibt {known}.' },
  address_too_long: { message: 'Eine Adresse darf höchstens {most} Zeichen Parameter haben.' },
  bad_cursor: { message: 'Dieser Cursor gehört nicht zu dieser Liste. Ohne „after“ neu beginnen.' },
  bad_etag: {
    message:
      'In If-Match steht das ETag des Eintrags, wie er gelesen wurde, oder seine _version; mehrere trennt ein Komma.',
  },
  bad_day: { message: '{member} ist keine gültige Zeit.' },
  not_in_batch: { message: 'calls[{index}]: {path} ist nicht der Pfad eines Eintrags.' },
  unknown_protocol: { message: 'MCP-Protocol-Version muss {known} sein.' },

  idempotency_key_malformed: { message: 'Ein Idempotency-Key hat 1 bis {most} Zeichen.' },
  idempotency_key_under_way: { message: 'Eine Anfrage mit diesem Idempotency-Key läuft gerade.' },
  idempotency_key_reused: { message: 'Dieser Idempotency-Key wurde für eine andere Anfrage benutzt.' },
}
