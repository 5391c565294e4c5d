// A document with `language: de` speaks German in its mails, its pages and what the system adds to its entities.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SmtpMessage } from '../../../../server/jobs/smtp-delivery.ts'
import { sayJobProblem } from '../../../../server/records/timers/job-problem.ts'
import { compileDocument, documentOf } from '../../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'

const BASE = 'https://auftrag.example.com'
const DOCUMENT = documentOf({
  3: `### Auftrag

| field | type |
|---|---|
| titel | text |
| eilig | yes/no |
| dauer | duration |
| bearbeiter | Person |
`,
  4: `### Auftrag.status

- starts: offen
- ends: erledigt

| state |
|---|
| offen |
| erledigt |

| transition | from | to | who | then |
|---|---|---|---|---|
| erledigen | offen | erledigt | everyone | notify bearbeiter "{titel}: eilig {eilig}, {dauer}" |
| created | | | | notify bearbeiter "Neu: {titel}" |
`,
  6: `- sign-in: password, link by email
- sign-up: by invitation

| role | is |
|---|---|
| Leitung | leitet |

| role | entity | may |
|---|---|---|
| everyone | Auftrag | read, create |
| everyone | Person | read |
`,
  9: `| name | value |
|---|---|
| language | de |
`,
})

const took: SmtpMessage[] = []
let app: TestApp
let boss: Caller
beforeAll(async () => {
  const deliver = async (message: SmtpMessage): Promise<void> => void took.push(message)
  app = await startApp(DOCUMENT, undefined, { publicUrl: BASE, deliver })
  boss = await app.as('Leitung')
})
afterAll(() => app.stop())

describe('a mail', () => {
  test('of a notification says what stands around it, and values, in German', async () => {
    const values = { titel: 'Dach', eilig: true, dauer: 'PT90M', bearbeiter: boss.id }
    const { id } = (await boss.post('/api/auftrags', values).expect(201)).body
    await boss.post(`/api/auftrags/${id}/erledigen`).expect(200)
    await app.runner.runDue()
    const [fresh, done] = took.splice(0)
    expect(fresh?.text).toContain('Neu: Dach')
    expect(done?.subject).toBe('Dach: eilig ja, 1 Stunde 30 Minuten')
    expect(done?.text).toContain(`E-Mails auswählen: ${BASE}/account#mail`)
    expect(done?.html).toMatch(/^<!doctype html><html lang="de">.*>Öffnen<.*>E-Mails auswählen</s)
    const { body } = await boss.get('/api/system/mail-choices')
    const labels = body.items.map(({ label }: { label: string }) => label)
    expect(labels.slice(0, 3)).toEqual(['Auftrag: Erledigen', 'Auftrag: angelegt', 'Beobachtete Einträge'])
  })

  test('about an account holds its link', async () => {
    await app.anyone.post('/api/auth/links').send({ email: 'leitung.1@example.com' }).expect(202)
    await app.runner.runDue()
    const [mail] = took.splice(0)
    expect(mail?.subject).toBe('Test: Link zum Anmelden')
    expect(mail?.text).toMatch(
      /^Mit diesem Link geht die Anmeldung bei Test, 15 Minuten lang:\n\nhttps:\S+\n\nDer Link gilt/,
    )
  })
})

test('a page that is not there, and a method that a page does not take, are refused in German', async () => {
  const { text, status } = await app.anyone.get('/nirgends')
  expect(status).toBe(404)
  expect(text).toMatch(/<html lang="de".*<h1>Nicht gefunden<\/h1><p>Unter dieser Adresse gibt es nichts\./s)
  expect((await app.anyone.post('/nirgends')).text).toContain('<p>POST geht hier nicht.</p>')
})

test('what the system adds to entities has German labels', () => {
  const { entities } = compileDocument(DOCUMENT)
  const labels = (entity: string) => [...(entities.get(entity)?.fields.values() ?? [])].map(({ name }) => name.label)
  expect(labels('Auftrag')).toEqual(
    expect.arrayContaining(['Angelegt am', 'Angelegt von', 'Geändert am', 'Geändert von', 'Version']),
  )
  expect(labels('Person')).toEqual(expect.arrayContaining(['Name', 'E-Mail', 'Rollen', 'Aktiv']))
  expect([...entities.values()].map(({ plural }) => plural)).toEqual(['Auftrag', 'Personen'])
})

test.each([
  ['It answered 503.', 'Antwort 503.'],
  ['It could not be reached (ECONNREFUSED).', 'Es war nicht erreichbar (ECONNREFUSED).'],
  ['The payload is larger than 256 kB.', 'Der Inhalt ist größer als 256 kB.'],
  ['Zu spät.', 'Zu spät.'],
])('what a job failed of is said in German: %s', (kept, said) => {
  expect([sayJobProblem(kept, 'de'), sayJobProblem(kept, 'en')]).toEqual([said, kept])
})
