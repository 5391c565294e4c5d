// Writes a small specification of chores, around what stands under its heading for schedules.

export const choresWith = (schedules: string): string => `# Specification: Chores

## 1. What the product does and for whom

Remembers chores.

## 2. Screens and routes

not shown

## 3. Entities and their fields

### Chore

| field | type |
|---|---|
| title | text |
| done | yes/no |
| stamped | date and time |
| keeper | Person |

### Note

| field | type |
|---|---|
| text | text |

## 4. States and transitions

### Chore.state

- starts: open
- ends: closed

| state |
|---|
| open |
| closed |

| transition | from | to | who | then |
|---|---|---|---|---|
| close | open | closed | nobody | stamped = now |

### Schedules

${schedules}

## 5. Validation rules

| rule | entity | must hold | otherwise |
|---|---|---|---|
| No grudge | Note | \`text != "grudge"\` | No grudges. |

## 6. Roles and permissions

| role | is | of | who |
|---|---|---|---|
| Keeper | keeps | | |
| Owner | owns | Chore | \`keeper == me\` |

| role | entity | may |
|---|---|---|
| Keeper | Chore, Note | everything |
| Keeper | Person | read |

## 7. The calls it makes

not shown

## 8. The error catalogue

not shown

## 9. Business constants and limits

| name | value |
|---|---|
| time zone | Europe/Berlin |
| session | 400 days |
`

/** Schedules that act on sets, on a condition, by names and roles, against a rule, and in steps below the table. */
export const CHORE_SCHEDULES = `| schedule | every | when | then |
|---|---|---|---|
| tidy up | day at 06:00 | | do close on Chore.filter(c, c.done and c.state == "open") |
| count | hour | \`Chore.exists(c, c.title == "count")\` | create Note { text: "an hour" } |
| greet | weekdays at 08:30 | | let busy = Person.filter(p, p.is("Keeper")); notify Keeper "{busy.count()} of you" |
| grumble | Monday at 05:00 | | create Note { text: "first" }; create Note { text: "grudge" } |
| pay | month on 31 at 12:00 | | |

#### pay

1. for each c in Chore.filter(c, c.state == "closed"): update c { title: "paid" }
`
