// A workshop's repairs, as a document in German: for tests of what the application says in its language.
import type { Sample } from '../../server/document/read-sample.ts'
import { samplePassword } from './people.ts'
import { sampleOf } from './people-sample.ts'

export const REPAIRS = `# Specification: Werkstatt

## 1. What the product does and for whom

Nimmt Reparaturen an und hält fest, wie weit sie sind.

| audience | comes to |
|---|---|
| Werkstatt | Reparaturen annehmen und erledigen |

## 2. Screens and routes

| route | screen | shows |
|---|---|---|
| /reparaturen | Reparaturen | table of Reparatur |
| /reparaturen/:id | Reparatur | record of Reparatur |
| /annahme | Annahme | form for Reparatur |
| /uebersicht | Übersicht | dashboard |
| /tafel | Tafel | board of Reparatur by status |
| /kalender | Kalender | calendar of Reparatur by faellig |

### Reparaturen

- search: yes
- columns: titel, status, kosten, faellig, dringend, dauer, zustaendig

### Reparatur

- beside: notizen, history

### Übersicht

| tile | shows |
|---|---|
| Offen | count of Reparatur where \`status == "angenommen"\` |
| Kosten je Monat | sum of Reparatur.kosten by month of faellig as bars |

## 3. Entities and their fields

### Reparatur

- plural: reparaturen

| field | type | required | default | limits | meaning |
|---|---|---|---|---|---|
| titel | text | yes | | max 80, searchable | |
| beschreibung | long text | | | | |
| kosten | decimal(2) | | | 0..5000 | |
| Fällig (faellig) | date | | | | Wann sie fertig sein soll |
| dringend | yes/no | | no | | |
| dauer | duration | | | | |
| Zuständig (zustaendig) | Person, cleared when deleted | | | | |

### Notiz

- plural: notizen

| field | type | required | meaning |
|---|---|---|---|
| reparatur | Reparatur (as notizen), deleted with it | yes | |
| text | long text | yes | |

## 4. States and transitions

### Reparatur.status

- starts: angenommen
- ends: erledigt

| state | meaning |
|---|---|
| angenommen | |
| in Arbeit | |
| erledigt | |

| transition | from | to | who | asks |
|---|---|---|---|---|
| beginnen | angenommen | in Arbeit | Werkstatt | |
| erledigen | in Arbeit | erledigt | Leitung | |
| zurückgeben (zurueckgeben) | in Arbeit | angenommen | Werkstatt | grund: text required |

## 5. Validation rules

| rule | entity | must hold | otherwise | on |
|---|---|---|---|---|
| Dringend mit Termin | Reparatur | \`not dringend or faellig != null\` | OHNE_TERMIN | faellig |

## 6. Roles and permissions

- sign-in: password

| role | is |
|---|---|
| Werkstatt | repariert |
| Leitung | leitet |

| role | entity | may |
|---|---|---|
| Werkstatt | Reparatur, Notiz | read, create, update, delete, restore, see history |
| Werkstatt | Person | read |
| Leitung | Reparatur, Notiz, Person | everything |

## 7. The calls it makes

none.

## 8. The error catalogue

| code | status | message |
|---|---|---|
| OHNE_TERMIN | 422 | Dringendes braucht einen Termin. |

## 9. Business constants and limits

| name | value |
|---|---|
| language | de |
| currency | EUR |
| time zone | Europe/Berlin |
`

/** Petra repairs, Karl leads and administers. */
export function repairsSample(): Sample {
  const people = [
    { at: '-P9D', name: 'Karl Lang', email: 'karl@example.com', roles: ['Leitung'], administrator: true },
    { at: '-P9D', name: 'Petra Vogt', email: 'petra@example.com', roles: ['Werkstatt'] },
  ]
  const actions = Array.from({ length: 12 }, (_, at) => ({
    at: `-P${8 - Math.floor(at / 2)}D`,
    as: 'petra@example.com',
    create: 'Reparatur',
    name: `Fahrrad ${at + 1}`,
    with: {
      titel: `Fahrrad ${at + 1}`,
      kosten: `${1200 + at * 7}.50`,
      faellig: `2026-12-${String(at + 3).padStart(2, '0')}`,
      dringend: at % 3 === 0,
      dauer: 'PT90M',
      beschreibung: 'Die Kette springt.',
    },
  }))
  return sampleOf(JSON.stringify({ password: samplePassword, people, actions }))
}
