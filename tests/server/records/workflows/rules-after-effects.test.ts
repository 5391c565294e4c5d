// A rule sees what the effects of its record's creation did to another record, unless it is asked before effects; `check` says so.
import { expect, test } from 'vitest'
import { compile } from '#shared/compile.ts'
import { startApp } from '../../../apps/start-app.ts'
import { documentOf } from '../../../helpers/compile-document.ts'

const invoices = (checked: string): string =>
  documentOf({
    3: `### Invoice

| field | type | value |
|---|---|---|
| total | integer | |
| paid | computed integer | \`payments.sum(p, p.amount)\` |

### Payment

| field | type | required |
|---|---|---|
| invoice | Invoice (as payments) | yes |
| amount | integer | yes |`,
    4: `### Invoice.status

- starts: sent
- ends: settled

| transition | from | to | who |
|---|---|---|---|
| settle | sent | settled | nobody |

### Payment

| transition | then |
|---|---|
| created | do settle on invoice if \`invoice.paid >= invoice.total\` |`,
    5: `| rule | entity | must hold | otherwise | checked |
|---|---|---|---|---|
| Open | Payment | \`invoice.status == "sent"\` | "It is settled." | ${checked} |`,
    6: `| role | is |
|---|---|
| Clerk | works |

| role | entity | may |
|---|---|---|
| Clerk | Invoice, Payment | everything |`,
  })

test.each([
  { checked: 'always', last: 422, isNoted: true },
  { checked: 'when created', last: 422, isNoted: true },
  { checked: 'before effects', last: 201, isNoted: false },
])('with the rule checked $checked, the last payment gets $last', async ({ checked, last, isNoted }) => {
  const document = invoices(checked)
  expect(compile(document).diagnostics.some(({ code }) => code === 'rules/broken-by-effect')).toBe(isNoted)
  const app = await startApp(document)
  try {
    const clerk = await app.as('Clerk')
    const { id: invoice } = (await clerk.post('/api/invoices', { total: 10 })).body
    expect((await clerk.post('/api/payments', { invoice, amount: 4 })).status).toBe(201)
    expect((await clerk.post('/api/payments', { invoice, amount: 6 })).status).toBe(last)
    expect((await clerk.get(`/api/invoices/${invoice}`)).body.status).toBe(last === 201 ? 'settled' : 'sent')
    if (last === 201) expect((await clerk.post('/api/payments', { invoice, amount: 1 })).status).toBe(422)
  } finally {
    await app.stop()
  }
})
