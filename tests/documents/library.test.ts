// The story of a lending library over HTTP: what is borrowed, renewed, reserved, lost and owed.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadInto, sampleOf } from '../apps/people-sample.ts'
import { callerAt, signIn } from '../apps/people.ts'
import type { Caller } from '../apps/people.ts'
import { startApp, urlOf } from '../apps/start-app.ts'
import { makeLibrarySample } from './sample/make-library-sample.ts'
import { readShippedFile, startShipped } from './shipped.ts'
import type { Shipped } from './shipped.ts'

let app: Shipped
let edda: Caller
let omar: Caller
let anna: Caller
let ben: Caller
let clara: Caller
let dario: Caller
let emil: Caller
let visitor: Caller

// Loaded on a Saturday, 21 November 2026; the library is closed on Sundays and Mondays.
beforeAll(async () => {
  app = await startShipped('library')
  ;[edda, omar, anna] = await three('edda.lund', 'omar.haddad', 'anna.berg')
  ;[ben, clara, dario] = await three('ben.fischer', 'clara.weiss', 'dario.rossi')
  emil = await app.as('emil.kurz')
  visitor = callerAt(app.url)
})

afterAll(() => app.close())

test('the sample is what its generator writes', () => {
  expect(makeLibrarySample() === readShippedFile('library.sample.json')).toBe(true)
})

describe('the public catalogue', () => {
  test('is found by words and genre without an account, in its own shape', async () => {
    const { status, body } = await visitor.get('/api/catalogue?words=herbert&genre=novel')
    expect(status).toBe(200)
    expect(body).toEqual({
      count: 1,
      titles: [{ isbn: '9780441013593', name: 'Dune', author: 'Frank Herbert', genre: 'novel', freeCopies: 0 }],
    })
    expect((await visitor.get('/api/catalogue?limit=4')).body).toMatchObject({ count: 15, titles: { length: 4 } })
  })

  test('shows where the copies of a title stand, and not those that are retired', async () => {
    const { body } = await visitor.get('/api/catalogue/9780141034324')
    expect(body.title.copies).toEqual([{ barcode: expect.any(String), shelf: 'CR 14', status: 'on_shelf' }])
    expect((await visitor.get('/api/catalogue/9780000000000')).status).toBe(404)
  })

  test('answers at most a page of it', async () => {
    const { status, body } = await visitor.get('/api/catalogue?limit=101')
    expect([status, body.code, body.detail]).toEqual([400, 'ASKS_TOO_MUCH', 'Ask for 1 to 100 titles.'])
  })

  test('counts for visitors how many wait, and does not say who', async () => {
    const { body } = await visitor.get(`/api/titles/${await titleOf('Dune')}`)
    expect(body).toMatchObject({ waiting: 2, free_copies: 0 })
    expect((await visitor.get('/api/holds')).status).toBe(401)
  })

  test('shows the covers that the sample came with, to visitors too', async () => {
    const { body } = await visitor.get(`/api/titles/${await titleOf('Dune')}`)
    expect(body.cover).toMatchObject({ name: 'dune.webp', type: 'image/webp' })
    const answer = await fetch(`${app.url}${body.cover.url}?width=160`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp'])
  })

  test('tells visitors nothing of prices, members and loans', async () => {
    const { body } = await visitor.get('/api/copies?limit=1')
    expect(body.items[0]).not.toHaveProperty('price')
    expect((await visitor.get('/api/loans')).status).toBe(401)
  })
})

test('librarians find the screens of loans, reservations and fines, and visitors only the catalogue', async () => {
  const screensOf = async (caller: Caller): Promise<string> => JSON.stringify((await caller.get('/api/spec')).body)
  const [desk, town] = await Promise.all([omar, visitor].map(screensOf))
  for (const route of ['/loans', '/reservations', '/fines', '/desk']) {
    expect(desk).toContain(`"${route}"`)
    expect(town).not.toContain(`"${route}"`)
  }
  expect(town).toContain('"/catalogue"')
})

describe('a loan', () => {
  test.each([
    ['anna.berg', '2026-12-12'],
    ['clara.weiss', '2026-12-19'],
    ['emil.kurz', '2026-12-05'],
  ])('of %s is due on %s, after the time of their membership', async (name, due) => {
    const member = await app.as(name)
    const { status, body } = await lend(await copyOf('The Hound'), member)
    expect([status, body.due_on, body.status]).toEqual([201, due, 'out'])
    expect(body.number).toMatch(/^L-2026-\d{4}$/)
    expect((await omar.post(`/api/loans/${body.id}/take-back`)).body).toMatchObject({
      status: 'returned',
      days_late: 0,
    })
  })

  test('is seen by its member and by librarians, by no other member', async () => {
    const loan = await app.find(anna, '/api/loans', 'copy.title.name == "Emma" and status == "out"')
    expect((await anna.get(`/api/loans/${loan.id}`)).status).toBe(200)
    expect((await omar.get(`/api/loans/${loan.id}`)).status).toBe(200)
    expect((await clara.get(`/api/loans/${loan.id}`)).status).toBe(404)
  })

  test('is made at the desk, and not by members', async () => {
    const { status } = await anna.post('/api/loans', { copy: await copyOf('The Hound'), member: anna.id })
    expect(status).toBe(403)
  })

  test('of somebody with an open fine is refused with the line that says so', async () => {
    const { status, body } = await lend(await copyOf('The Hound'), ben)
    expect([status, body.code]).toEqual([409, 'FINES_OPEN'])
    expect(body.source).toMatchObject(app.citation(5, '| Fines come first |'))
  })

  test('is refused beyond the number that the membership allows', async () => {
    const first = await lend(await copyOf('The Hound'), emil)
    expect(first.status).toBe(201)
    const { status, body } = await lend(await copyOf('Heidi'), emil)
    expect([status, body.code]).toEqual([409, 'TOO_MANY_LOANS'])
    await omar.post(`/api/loans/${first.body.id}/take-back`)
  })

  test('of a copy goes to one of two members who want it in the same moment', async () => {
    const copy = await copyOf('SPQR')
    const both = await Promise.all([lend(copy, anna), lend(copy, clara)])
    expect(both.filter(({ status }) => status === 201)).toHaveLength(1)
  })

  test('is renewed as often as the membership allows, and then not', async () => {
    const { id } = await app.find(emil, '/api/loans', 'copy.title.name == "Matilda" and status == "out"')
    const once = await emil.post(`/api/loans/${id}/renew`)
    expect(once.body).toMatchObject({ renewals: 1, due_on: '2026-12-05' })
    const twice = await emil.post(`/api/loans/${id}/renew`)
    expect([twice.status, twice.body.code]).toEqual([409, 'RENEWED_ENOUGH'])
  })

  test.each([
    ['clara.weiss', 'Dune', 'OTHERS_WAIT'],
    ['ben.fischer', 'Matilda', 'OVERDUE'],
  ])('of %s of %s is not renewed: %s', async (name, title, code) => {
    const member = await app.as(name)
    const { id } = await app.find(member, '/api/loans', `copy.title.name == "${title}" and status == "out"`)
    const { status, body } = await member.post(`/api/loans/${id}/renew`)
    expect([status, body.code]).toEqual([409, code])
  })
})

describe('a reservation', () => {
  test('has its place in the line', async () => {
    const [first, second] = await Promise.all(
      [anna, emil].map((member) => app.find(member, '/api/holds', 'title.name == "Dune"')),
    )
    expect([first?.['place_in_line'], second?.['place_in_line']]).toEqual([1, 2])
  })

  test.each([
    ['anna.berg', 'Dune', 'RESERVED_ALREADY'],
    ['anna.berg', 'Heidi', 'ON_THE_SHELF'],
    ['clara.weiss', 'Dune', 'HAVE_IT'],
    ['dario.rossi', 'Dune', 'FINES_OPEN'],
  ])('of %s for %s is refused: %s', async (name, title, code) => {
    const { status, body } = await (await app.as(name)).post('/api/holds', { title: await titleOf(title) })
    expect([status, body.code]).toEqual([409, code])
  })

  test('keeps a copy that is set aside from everybody else', async () => {
    const { copy } = await app.find(omar, '/api/holds', 'status == "ready"')
    const { status, body } = await lend(String(copy), anna)
    expect([status, body.code]).toEqual([409, 'SET_ASIDE'])
  })

  test('is fulfilled when its member borrows the copy', async () => {
    const { id, copy } = await app.find(emil, '/api/holds', 'status == "ready"')
    expect((await lend(String(copy), emil)).status).toBe(201)
    expect((await emil.get(`/api/holds/${id}`)).body.status).toBe('fetched')
  })

  test('is served in turn: who gives up hands the copy on to the next', async () => {
    const { id } = await app.find(clara, '/api/loans', 'copy.title.name == "Dune" and status == "out"')
    const { copy } = (await omar.post(`/api/loans/${id}/take-back`)).body
    const first = await app.find(anna, '/api/holds', 'title.name == "Dune"')
    expect(first).toMatchObject({ status: 'ready', copy, fetch_by: '2026-11-26' })
    expect(JSON.stringify((await anna.get('/api/system/inbox')).body.items)).toContain('You can fetch Dune until')
    await anna.post(`/api/holds/${first.id}/cancel`)
    expect(await app.find(emil, '/api/holds', 'title.name == "Dune"')).toMatchObject({ status: 'ready', copy })
  })
})

describe('a fine', () => {
  test('follows from what comes back late, and is the member’s own', async () => {
    const fine = await app.find(ben, '/api/fines', 'reason == "late"')
    expect(fine).toMatchObject({ status: 'open', member: ben.id })
    expect(fine).not.toHaveProperty('note')
    expect(Number(fine['amount'])).toBeGreaterThan(0)
    expect((await anna.get(`/api/fines/${fine.id}`)).status).toBe(404)
  })

  test('is waived by the head librarian, and by nobody else', async () => {
    const { id } = await app.find(omar, '/api/fines', 'reason == "late" and status == "open"')
    expect((await omar.post(`/api/fines/${id}/waive`, { why: 'Why not?' })).status).toBe(403)
    const waived = await edda.post(`/api/fines/${id}/waive`, { why: 'He was in hospital.' })
    expect(waived.body).toMatchObject({ status: 'waived', note: 'He was in hospital.' })
  })

  test('for a lost book falls away when the book is found', async () => {
    const fine = await app.find(dario, '/api/fines', 'status == "open"')
    expect(fine).toMatchObject({ reason: 'lost', amount: '21.00' })
    expect((await omar.post(`/api/loans/${String(fine['loan'])}/settle`)).body.code).toBe('STILL_OWED')
    expect((await omar.post(`/api/loans/${String(fine['loan'])}/find`)).body.status).toBe('returned')
    expect((await dario.get(`/api/fines/${fine.id}`)).body.status).toBe('waived')
  })
})

test('what nobody does happens by itself: reminders, what is not fetched, what counts as lost', async () => {
  const alone = await startApp(readShippedFile('library.md'))
  const { dependencies, clock, runner } = alone
  const loadedAt = Date.parse('2026-11-21T10:00:00Z')
  clock.now = loadedAt
  const sample = sampleOf(readShippedFile('library.sample.json'))
  await loadInto({ ...dependencies, hash: dependencies.passwords.hash, now: loadedAt }, sample)
  const at = async (day: number, name: string): Promise<Caller> => {
    clock.now = loadedAt + day * 86_400_000
    await runner.runDue()
    return signIn(urlOf(alone), `${name}@example.com`, sample.password)
  }
  const inbox = async (caller: Caller): Promise<string> =>
    JSON.stringify((await caller.get('/api/system/inbox')).body.items)
  expect(await inbox(await at(3, 'anna.berg'))).toContain('Sapiens is due on')
  const holdOf = async (caller: Caller): Promise<unknown> =>
    (await caller.get(`/api/holds?filter=${encodeURIComponent('title.name == "Sapiens"')}`)).body.items[0].status
  expect(await holdOf(await at(4, 'emil.kurz'))).toBe('ready')
  expect(await holdOf(await at(7, 'emil.kurz'))).toBe('expired')
  expect(await inbox(await at(7, 'anna.berg'))).toContain('please bring it back')
  expect(await inbox(await at(60, 'omar.haddad'))).toMatch(
    /Origin of Species .* is in repair for long.*loans are overdue/,
  )
  const lost = (await (await at(60, 'omar.haddad')).get('/api/loans?filter=' + encodeURIComponent('status == "lost"')))
    .body
  expect(lost.items).toHaveLength(4)
  await alone.stop()
})

function three(...names: [string, string, string]): Promise<[Caller, Caller, Caller]> {
  return Promise.all(names.map((name) => app.as(name))) as Promise<[Caller, Caller, Caller]>
}

function lend(copy: string, member: Caller) {
  return omar.post('/api/loans', { copy, member: member.id })
}

/** A copy that stands on the shelf. */
async function copyOf(title: string): Promise<string> {
  const filter = encodeURIComponent(`title.name.startsWith("${title}") and status == "on_shelf"`)
  return (await omar.get(`/api/copies?filter=${filter}`)).body.items[0].id
}

async function titleOf(name: string): Promise<string> {
  return (await app.find(omar, '/api/titles', `name == "${name}"`)).id
}
