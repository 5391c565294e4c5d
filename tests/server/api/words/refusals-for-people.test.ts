// Refusals speak to people: they name roles, labels and states, no code, and cite the line that decides.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentOf } from '../../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'

const document = documentOf({
  3: `### Room

- unique: name, house number

| field | type | required | limits | choose from | value |
|---|---|---|---|---|---|
| name | text | yes | | | |
| house number | integer | no | 1..4 | | |
| kind | one of big, small | no | | | |
| why | text | no | | | |
| reason | text | no | | | |
| keeper | Person | no | | \`active and name == "Kim"\` | |
| friends | several Person (as liked rooms) | no | | | |
| other | Room | no | | \`id != this.id and kind == "small"\` | |
| shelf | text | no | unique per kind | | |
| key | text | no | pattern "^[A-Z]{2}-?[0-9]{4}$" | | |
| plate | text | no | pattern "^(ab)+[0-9]$" | | |
| status | one of open, in repair, closed | no | | | |
| neighbours | computed integer | | | | \`rooms.count()\` |

### Bill

| field | type | limits |
|---|---|---|
| text | text | |
| paid | yes/no | |
| payer | Person | |

### Deposit

| field | type | limits |
|---|---|---|
| text | text | |
| amount | money | |
| rebate | percent | 0 %..20 % |
`,
  4: `### Room.status

- starts: open
- ends: closed

| transition | from | to | who | when |
|---|---|---|---|---|
| close | open | closed | Keeper | \`house_number > 1 and kind in ["big", "small"]\` |
| shut | open | closed | Boss, \`keeper == me\` | |
| mend | closed | in repair | Keeper | |
| leave | open | stay | \`me in friends\` | |
| undo | open | closed | \`created_by == me\` | |
| lock | open | closed | Keeper | \`neighbours >= limits.least\` |

| field | open | closed |
|---|---|---|
| why | | required |
`,
  6: `- Boss may give: Keeper

| role | is |
|---|---|
| Keeper | lends |
| Boss | bosses |
| Head of house | oversees |

| role | entity | may | where | fields |
|---|---|---|---|---|
| Keeper | Room | read, create | | all |
| Keeper | Room | update | \`status != "closed" or kind == null\` | all |
| Boss, Head of house | Room | everything | | all |
| Keeper, Boss, Head of house | Bill | read | | all |
| Keeper | Bill | create | | all |
| Keeper | Bill | update | \`payer == me and paid == false\` | all |
| Boss | Bill | delete | \`paid == false\` | all |
| Head of house | Bill | delete | | all |
| Boss | Deposit | create, read | | all |
| Boss | Deposit | update | \`amount < limits.dear and amount >= 100 and rebate <= 10 %\` | all |
| everyone | Person | read | | name, active |
`,
  9: '| name | value |\n|---|---|\n| least | 2 |\n| dear | 500 EUR |\n',
})

let app: TestApp
let keeper: Caller
let boss: Caller
beforeAll(async () => {
  app = await startApp(document)
  keeper = await app.as('Keeper')
  boss = await app.as('Boss')
})
afterAll(() => app.stop())

const room = async (values: object): Promise<string> =>
  `/api/rooms/${String((await keeper.post('/api/rooms', values).expect(201)).body.id)}`

/** A line of the document by what it holds. */
const lineOf = (text: string): number => document.split('\n').findIndex((line) => line.includes(text)) + 1

describe('a refusal cites', () => {
  test('for a field that a state requires its row of point 4', async () => {
    const path = await room({ name: 'a', house_number: 2, kind: 'big' })
    const { body } = await keeper.post(`${path}/close`, {})
    expect(body.errors).toMatchObject([
      { field: 'why', code: 'required', source: { point: 4, line: lineOf('| why | | required') } },
    ])
  })

  test('for a bad choice its list in point 3, for a number out of its limits the row that limits it', async () => {
    const { body } = await keeper.post('/api/rooms', { name: 'b', kind: 'huge', house_number: 9 })
    expect(body.errors).toMatchObject([
      { field: 'kind', message: 'Kind must be big or small.', source: { point: 3, line: lineOf('| kind |') } },
      { field: 'house_number', message: 'House number must be at most 4.', source: { line: lineOf('1..4') } },
    ])
  })

  test('for a text of another form that form, in words where it has some', async () => {
    const { body } = await keeper.post('/api/rooms', { name: 'd', key: '4', plate: 'C1' })
    expect(body.errors).toMatchObject([
      { field: 'key', message: 'Key must be 2 capital letters, at most 1 “-”, and 4 digits.' },
      { field: 'plate', message: 'Plate must have the form ^(ab)+[0-9]$.', source: { line: lineOf('| plate |') } },
    ])
  })

  test('for what is unique together that setting, and speaks of both', { tags: 'reference/limits' }, async () => {
    await room({ name: 'c', house_number: 3 })
    const { body } = await keeper.post('/api/rooms', { name: 'c', house_number: 3 })
    const message = 'There is already one with this name and house number.'
    const source = { line: lineOf('- unique:') }
    expect(body.errors).toMatchObject([
      { field: 'name', code: 'taken', message, source },
      { field: 'house_number', code: 'taken', message, source },
    ])
  })
})

describe('what is unique per another field', () => {
  test('is refused at that field only, with both in words', { tags: 'reference/limits' }, async () => {
    const values = { kind: 'big', shelf: 'left' }
    await room({ name: 'u', ...values })
    const { body } = await keeper.post('/api/rooms', { name: 'v', ...values })
    expect(body.errors).toMatchObject([
      { field: 'shelf', code: 'taken', message: 'There is already one with this shelf and kind.' },
    ])
    expect(body.detail).toBe('There is already one with this shelf and kind.')
  })
})

describe('a remedy names', () => {
  test('what one must be to the record, where it is no role', async () => {
    const path = await room({ name: 'w' })
    expect((await keeper.post(`${path}/leave`)).body.remedy).toBe('You can do this when you are among its friends.')
    expect((await boss.post(`${path}/undo`)).body.remedy).toBe('The person who created it can do this.')
  })

  test('a computed field by its name, whatever it is worked out from', async () => {
    const { body } = await keeper.post(`${await room({ name: 'z' })}/lock`)
    expect(body).toMatchObject({
      detail: 'A condition of this step is not met.',
      remedy: 'You can do this when neighbours is at least 2.',
    })
  })

  test('the record itself by its entity, beside a field of it', async () => {
    const { body } = await keeper.post('/api/rooms', {
      name: 'x',
      other: (await room({ name: 'y' })).split('/').at(-1),
    })
    expect(body.errors[0].message).toBe('Other: choose one where it is not this room and kind is small.')
  })

  test('what may be chosen', { tags: 'reference/choose-from' }, async () => {
    const { body } = await keeper.post('/api/rooms', { name: 'd', keeper: keeper.id })
    expect(body.errors[0].message).toBe('Keeper: choose one where active is yes and name is “Kim”.')
  })

  test('the roles that can do it, and people by what they are to the record', async () => {
    const path = await room({ name: 'e' })
    expect((await keeper.post(`${path}/shut`, {})).body.remedy).toBe('Boss or its keeper can do this.')
    expect((await keeper.delete(path)).body.remedy).toBe('Boss or Head of house can do this.')
  })

  test('roles that can do it on a condition only with that, as far as it does not look at who asks', async () => {
    const bill = await keeper.post('/api/bills', { text: 'Heating', paid: true, payer: keeper.id }).expect(201)
    const path = `/api/bills/${bill.body.id}`
    expect((await boss.patch(path, { text: 'Gas' })).body.remedy).toBe('Keeper can do this when paid is no.')
    expect((await keeper.delete(path)).body.remedy).toBe('Head of house can do this.')
  })

  test('amounts with their currency, and shares as per cents', async () => {
    const given = { text: 'Roof', amount: '900' }
    const deposit = await boss.post('/api/deposits', given).expect(201)
    expect((await boss.patch(`/api/deposits/${deposit.body.id}`, { text: 'Roofs' })).body.remedy).toBe(
      'You can do this when amount is less than €500.00 and amount is at least €100.00 and rebate is at most 10%.',
    )
    expect((await boss.post('/api/deposits', { ...given, rebate: '50' })).body.errors).toMatchObject([
      { field: 'rebate', message: 'Rebate must be at most 20%.' },
    ])
  })

  test('the condition in words, with labels', { tags: 'reference/names' }, async () => {
    const path = await room({ name: 'f', house_number: 1, kind: 'big' })
    expect((await keeper.post(`${path}/close`, {})).body.remedy).toBe(
      'You can do this when house number is more than 1 and kind is big or small.',
    )
    expect((await keeper.post(`${path}/mend`, {})).body.remedy).toBe(
      '“Mend” needs the state “Closed”. It is “Open” now.',
    )
    await boss.post(`${path}/shut`, { why: 'full' }).expect(200)
    expect((await keeper.patch(path, { name: 'g' })).body.remedy).toBe(
      'You can do this when status is not closed or kind is empty.',
    )
  })
})

describe('an invitation', () => {
  test('takes a role by its label, and names the roles of this document where there is no such role', async () => {
    const { body } = await boss.post('/api/auth/invitations', { roles: ['Keepers'] })
    expect(body.errors).toMatchObject([
      { field: 'roles', code: 'unknown_role', message: 'There is no role Keepers; there are Keeper.' },
    ])
    const { body: others } = await boss.post('/api/auth/invitations', { roles: ['head of house'] })
    expect([others.status, others.remedy]).toEqual([403, 'An administrator can give Head of house.'])
    const { status } = await boss.post('/api/auth/invitations', { roles: ['keeper'] })
    expect([201, 403]).toContain(status)
    // A person who may give none learns of none.
    const { body: none } = await keeper.post('/api/auth/invitations', { roles: ['Keepers'] })
    expect(none.errors[0].message).toBe('There is no role Keepers.')
  })
})
