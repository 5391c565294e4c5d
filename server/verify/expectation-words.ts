// Words what a check expected, and what came instead.

export const EXPECTED = { en: 'expected {expected}', de: 'erwartet: {expected}' }
export const EXPECTED_AND_GOT = {
  en: 'expected {expected}, and got {got}',
  de: 'erwartet: {expected}; gekommen ist: {got}',
}
export const ANSWERED = { en: '{answered}', de: '{answered}' }
export const ANSWERED_BY_LINE = { en: '{answered} (line {line})', de: '{answered} (Zeile {line})' }
export const OTHER_LINE = { en: 'something else decides first: {got}', de: 'etwas anderes entscheidet zuerst: {got}' }

export const AN_ANSWER = { en: 'an answer', de: 'eine Antwort' }
export const DONE = { en: 'it to be done', de: 'dass es getan wird' }
export const REFUSED = { en: 'to be refused', de: 'dass es abgelehnt wird' }
export const REFUSED_BY = { en: 'to be refused ({code})', de: 'dass es abgelehnt wird ({code})' }
export const A_REFUSAL = { en: 'to be refused ({statuses})', de: 'dass es abgelehnt wird ({statuses})' }
export const THE_CODE = { en: 'the code {codes}', de: 'der Code {codes}' }
export const THE_STATUS = { en: 'the status {statuses}', de: 'der Status {statuses}' }
export const NO_STATE = { en: 'the state not to be named', de: 'dass der Zustand nicht genannt wird' }
export const RULE_HOLDS = { en: 'the rule to hold', de: 'dass die Regel eingehalten ist' }
export const CODE_FOR = { en: 'the code {code} for {field}', de: 'der Code {code} für {field}' }
export const FIELD_REFUSED = { en: '{field} to be refused', de: 'dass {field} abgelehnt wird' }
export const FIELD_TAKEN = { en: '{field} to be taken', de: 'dass {field} angenommen wird' }

export const THE_RECORD = { en: 'the record', de: 'der Eintrag' }
export const FIELDS_TOO_MANY = {
  en: 'expected other fields: it shows {more}',
  de: 'erwartet: andere Felder; gezeigt wird auch {more}',
}
export const FIELDS_MISSING = {
  en: 'expected other fields: it lacks {less}',
  de: 'erwartet: andere Felder; es fehlt {less}',
}
export const OTHER_FIELDS = {
  en: 'expected other fields: it shows {more}; it lacks {less}',
  de: 'erwartet: andere Felder; gezeigt wird auch {more}; es fehlt {less}',
}
export const ANOTHER_VALUE = {
  en: 'expected {field} to be {is}, and it is {value}',
  de: 'erwartet: {field} ist {is}; gekommen ist: {value}',
}
export const NOT_THIS_VALUE = {
  en: 'expected {field} not to be {is}, and it is {value}',
  de: 'erwartet: {field} ist nicht {is}; gekommen ist: {value}',
}
export const A_RELATED_RECORD = { en: '{field} to be the record', de: '{field} mit dem Eintrag' }
export const AN_ID = { en: '{field} to be no more than an id', de: '{field} nur mit der ID' }
export const TOLD = { en: 'the history to tell of {field}', de: 'dass der Verlauf {field} nennt' }
export const NOT_TOLD = { en: 'the history not to tell of {field}', de: 'dass der Verlauf {field} nicht nennt' }

export const A_LIST = { en: 'a list', de: 'eine Liste' }
export const RECORDS_TOO_MANY = {
  en: 'the list shows {count} records too many, first {first}',
  de: 'Einträge zu viel in der Liste: {count}, zuerst {first}',
}
export const RECORDS_MISSING = {
  en: 'the list lacks {count} records, first {first}',
  de: 'Einträge, die in der Liste fehlen: {count}, zuerst {first}',
}
export const WRONG_COUNT = {
  en: 'the list counts {count} records, and shows {shown}',
  de: 'die Liste zählt {count} Einträge und zeigt {shown}',
}
export const IN_LIST = { en: '{id} to be in the list', de: '{id} in der Liste' }
export const NOT_IN_LIST = { en: '{id} not to be in the list', de: '{id} nicht in der Liste' }
export const ANOTHER_ORDER = { en: 'another order', de: 'eine andere Reihenfolge' }
export const ANOTHER_COUNT = {
  en: '{count} records of {group}, and got {counted}',
  de: '{count} Einträge mit {group}; gekommen sind {counted}',
}
