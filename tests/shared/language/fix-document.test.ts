// What a document says in another notation is mended where it is certain what is meant, and nothing else is.
import { expect, test } from 'vitest'
import { compile } from '#shared/compile.ts'
import { fixDocument } from '#shared/language/fix-document.ts'
import { documentOf } from '../../helpers/compile-document.ts'

const written = (half: 'slips' | 'mended'): string => {
  const either = (slip: string, mended: string): string => (half === 'slips' ? slip : mended)
  return documentOf({
    3: `### Ticket

| field | type | limits | default |
|---|---|---|---|
| title | ${either('string | max length 80', 'text | max 80')} | |
| urgent | ${either('boolean | | true', 'yes/no | | yes')} |
| price | ${either('currency', 'money')} | | |
| tags | ${either('list of Tag', 'several Tag')} | | |
| level | ${either('enum(low, high)', 'one of low, high')} | | |
| requester | Person | | ${either('me', '`me`')} |
| due at | date and time | | |
| status | one of new, done | | |

### Tag

| field | type |
|---|---|
| name | text |`,
    4: `### Ticket.status

- starts: new
- ends: done

| transition | from | to | who | when | then |
|---|---|---|---|---|---|
| finish | new | done | ${either('requester', '`requester == me`')} | \`${either('isnull(due_at) or NOW() > due_at', '(due_at == null) or now > due_at')}\` | ${either('see below', '')} |
| raise | new | stay | ${either('Agent or Manager', 'Agent, Manager')} | \`${either('len(title) > `3`', 'size(title) > 3')}\` | level = ${either('high', '"high"')}; notify ${either('"Agent" "Raised"', 'Agent "Raised"')} |

#### finish

1. title = "x"`,
    5: `| rule | entity | must hold |
|---|---|---|
| Hours | Ticket | \`working_days(today, today, ${either('"office hours"', 'calendar.office_hours')}) < ${either('most', 'limits.most')}\` |
| Forms | Ticket | \`${either('urgent && tags.size() > 1 \\|\\| date_of(due_at) > today + 7', 'urgent and tags.count() > 1 or date_of(due_at) > today + days(7)')}\` |`,
    6: `| role | is |
|---|---|
| Agent | solves |
| Manager | leads |

| role | entity | may |
|---|---|---|
| Agent, Manager | Ticket, Tag | everything |`,
    9: `| name | value |
|---|---|
| most | 9 |

### Calendar office hours

| day | from | to |
|---|---|---|
| Monday | 09:00 | 17:00 |`,
  })
}

test('what is certain is mended, and reported with its line', { tags: 'reference/when-something-is-wrong' }, () => {
  const { text, applied } = fixDocument(written('slips'))
  expect(text).toBe(written('mended'))
  expect(compile(text).diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  expect(applied[0]).toEqual({ line: 17, code: 'entities/unknown-type', title: 'Write "text"' })
  expect(fixDocument(text)).toEqual({ text, applied: [] })
})

test.each([
  ['computed integer', 'rooms / 2', 'div(rooms, 2)'],
  ['computed integer', '(rooms + 1) / 2 + 1', 'div(rooms + 1, 2) + 1'],
  ['computed decimal(2)', 'rooms / 2', 'rooms / 2'],
  ['computed money', 'price * rate / 100', 'price * rate'],
  ['computed money', '(price + 1) * rate / 100 + price', '(price + 1) * rate + price'],
  ['computed money', 'price * (1 + rate / 100)', 'price * (1 + rate)'],
  ['computed money', 'price * (100 - rate) / 100', 'price * (1 - rate)'],
  ['computed money', '(100 + rate) / 100 * price', '(1 + rate) * price'],
  ['computed money', 'price * (rate * 0.01)', 'price * (rate)'],
  ['computed percent', 'rooms * 100 / 8', 'rooms / 8'],
  ['computed percent', '100 * (price / 8)', 'price / 8'],
  ['computed percent', '100 - rate', '1 - rate'],
  ['computed percent', 'coalesce(rate, 19)', 'coalesce(rate, 0.19)'],
  ['computed yes/no', 'rate > 50 and price > 50', 'rate > 0.5 and price > 50'],
  ['computed yes/no', 'rate in [7, 12.5, 0]', 'rate in [0.07, 0.125, 0]'],
  ['computed yes/no', 'price * rate > 100', 'price * rate > 100'],
  ['computed yes/no', 'rate < 1 and price / 100 > 3', 'rate < 1 and price / 100 > 3'],
])('what an expression meant before is kept: %s `%s`', (type, before, after) => {
  const document = (value: string): string =>
    documentOf({
      3: `### House\n\n| field | type | value |\n|---|---|---|\n| rooms | integer | |\n| price | money | |\n| rate | percent | |\n| x | ${type} | \`${value}\` |`,
    })
  const { text } = fixDocument(document(before))
  expect(text).toBe(document(after))
  expect(fixDocument(text).applied).toEqual([])
  expect(compile(text).diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
})

test('a guess is no certainty: a misspelt name stays as it is', { tags: 'reference/when-something-is-wrong' }, () => {
  const text = documentOf({ 3: '### Ticket\n\n| field | type | limits |\n|---|---|---|\n| title | txt | length 20 |' })
  expect(fixDocument(text)).toEqual({ text, applied: [] })
})
