// A document with `language: de` refuses in German, with names, numbers and lists as Germans write them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentOf } from '../../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'

const document = documentOf({
  3: `### Auftrag

| field | type | required | limits |
|---|---|---|---|
| titel | text | yes | unique, min 3, max 12 |
| betrag | decimal(2) | no | max 12500.50 |
| frist | date | no | min 2026-02-01 |
| beginn | duration | no | max PT36H |
| kennung | text | no | pattern "^[A-Z]{2}[0-9]{4}$" |
| art | one of reparatur, wartung, einbau | no | |
| notiz | text | no | |
| geprüft (geprueft) | yes/no | no | |
| bearbeiter | Person | no | |
| status | one of offen, in arbeit, erledigt, storniert | no | |
`,
  4: `### Auftrag.status

- starts: offen
- ends: erledigt, storniert

| transition | from | to | who | when |
|---|---|---|---|---|
| erledigen | in arbeit | erledigt | Werkstatt | |
| beginnen | offen | in arbeit | Werkstatt | \`size(notiz) >= 40\` |
| stornieren | offen, in arbeit | storniert | Leitung, \`bearbeiter == me\` | |
`,
  6: `- Leitung may give: Werkstatt

| role | is |
|---|---|
| Werkstatt | repariert |
| Leitung | leitet |
| Gast | schaut |

| role | entity | may | where | fields |
|---|---|---|---|---|
| Werkstatt | Auftrag | read, create | | all |
| Werkstatt | Auftrag | update | \`status in ["offen", "in_arbeit"]\` | all |
| Leitung | Auftrag | everything | | all |
| Leitung | Person | read | | all |
`,
  8: `| code | status | message |
|---|---|---|
| not_found | 404 | Hier liegt nichts: {reason} |
`,
  9: `| name | value |
|---|---|
| language | de |
`,
})

let app: TestApp
let keeper: Caller
let boss: Caller
beforeAll(async () => {
  app = await startApp(document)
  keeper = await app.as('Werkstatt')
  boss = await app.as('Leitung')
})
afterAll(() => app.stop())

const order = async (values: object): Promise<string> =>
  `/api/auftrags/${String((await keeper.post('/api/auftrags', values).expect(201)).body.id)}`

describe('values are refused', () => {
  test(
    'with the label of the field, numbers, dates, durations and lists by the rules of the language',
    { tags: 'reference/point-9-business-constants-and-limits' },
    async () => {
      const { body } = await keeper.post('/api/auftrags', {
        titel: 'ab',
        betrag: '99999.00',
        frist: '2026-01-01',
        beginn: 'PT48H',
        kennung: 'A1',
        art: 'kauf',
        geprueft: 'ja',
      })
      expect(body.detail).toBe('Einige Angaben sind nicht gültig.')
      expect(body.errors.map(({ message }: { message: string }) => message)).toEqual([
        'Titel hat 2 Zeichen; mindestens 3 sind nötig.',
        'Betrag darf höchstens 12.500,50 sein.',
        'Frist muss mindestens 01.02.2026 sein.',
        'Beginn darf höchstens 36 Stunden sein.',
        'Kennung muss aus 2 Großbuchstaben und 4 Ziffern bestehen.',
        'Art muss reparatur, wartung oder einbau sein.',
        'Geprüft muss true oder false sein.',
      ])
      const { body: missing } = await keeper.post('/api/auftrags', { preis: 3 })
      expect(missing.errors).toMatchObject([
        { code: 'unknown_field', message: 'Das Feld preis gibt es nicht.' },
        { code: 'required', message: 'Titel fehlt.' },
      ])
    },
  )

  test('where they are taken', async () => {
    await order({ titel: 'Pumpe' })
    const { body } = await keeper.post('/api/auftrags', { titel: 'Pumpe' })
    expect(body).toMatchObject({
      status: 409,
      code: 'conflict',
      detail: 'Titel ist schon vergeben.',
      errors: [{ code: 'taken', message: 'Titel ist schon vergeben.' }],
    })
  })
})

describe('a remedy says in German', () => {
  test('who can do it, and in which state', async () => {
    const path = await order({ titel: 'Motor' })
    const { body: other } = await keeper.post(`${path}/stornieren`, {})
    expect(other).toMatchObject({ detail: 'Das ist nicht erlaubt.', remedy: 'Das dürfen: Leitung oder „Bearbeiter“.' })
    const { body: early } = await keeper.post(`${path}/erledigen`, {})
    expect(early).toMatchObject({
      detail: 'Das geht im jetzigen Stand nicht.',
      remedy: '„Erledigen“ setzt den Zustand „In arbeit“ voraus. Jetzt ist der Zustand „Offen“.',
    })
    expect((await keeper.delete(path)).body.remedy).toBe('Das dürfen: Leitung.')
    await boss.post(`${path}/stornieren`, {}).expect(200)
    expect((await keeper.patch(path, { notiz: 'x' })).body.remedy).toBe(
      'Das geht, wenn gilt: Status ist „Offen“ oder „In arbeit“.',
    )
  })

  test('who can give a role, and what an explanation found', async () => {
    const gast = await boss.post('/api/auth/invitations', { roles: ['Gast'] })
    expect(gast.body.remedy).toBe('Die Rolle Gast können vergeben: ein Administrator.')
    const path = await order({ titel: 'Welle' })
    const call = { method: 'POST', path: `${path}/beginnen`, body: {} }
    const { body } = await keeper.post('/api/system/explain', { call })
    expect(body.steps.map(({ what }: { what: string }) => what)).toEqual([
      'Angemeldet ist jemand, der das mit irgendeinem Eintrag tun darf',
      'Der Eintrag (Auftrag) ist für diese Person da',
      'Punkt 6 oder 4 erlaubt es dieser Person',
      'Der Eintrag (Auftrag) ist in einem passenden Zustand',
      'Die Angaben sind vollständig und passen zu ihren Feldern',
      'Die Bedingung des Übergangs ist erfüllt',
    ])
    expect(body.remedy.ways[0].conditions).toMatchObject([
      { text: 'Status ist offen' },
      { words: 'Notiz hat mindestens 40 Zeichen' },
    ])
  })
})

describe('a request is refused', () => {
  test('for what it lacks, and what is not there; the document words it anew with the German sentence', async () => {
    expect((await app.anyone.get('/api/auftrags')).body.detail).toBe('Bitte zuerst anmelden.')
    const { body: gone } = await keeper.get('/api/auftrags/00000000-0000-7000-8000-000000000000')
    expect(gone.detail).toBe('Hier liegt nichts: Das gibt es nicht, oder es darf hier nicht gelesen werden.')
    const { body: limit } = await keeper.get('/api/auftrags?limit=99999')
    expect(limit.detail).toBe('limit: erwartet wird eine ganze Zahl von 1 bis 1.000.')
    const { body: batch } = await keeper.post('/api/batch', { calls: [{ method: 'PUT', path: '/api/auftrags' }] })
    expect(batch.detail).toBe('calls[0].method: erwartet wird POST, PATCH oder DELETE.')
    const { body: search } = await keeper.get(`/api/auftrags?search=${'x'.repeat(1_000)}`)
    expect(search.detail).toMatch(/^Eine Suche darf höchstens \d+ Zeichen haben\.$/)
  })

  test('for the wrong password, and then for too many tries', async () => {
    const attempt = () => app.anyone.post('/api/auth/sign-in').send({ email: 'a@example.com', password: 'falsch' })
    expect((await attempt()).body.detail).toBe('E-Mail-Adresse oder Passwort ist falsch.')
    let last = await attempt()
    for (let tries = 0; tries < 40 && last.status !== 429; tries++) last = await attempt()
    expect(last.body).toMatchObject({ code: 'too_many', detail: 'Zu viele Anfragen. Bitte kurz warten.' })
  })
})
