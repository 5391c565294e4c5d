// A search folds what sorting folds, and finds parts of words where no blanks part them; the same in the index and in the texts of few rows.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HELPDESK } from '../../../apps/helpdesk.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'

const SUBJECTS = [
  'Straße gesperrt',
  'Łódź ohne Strom',
  'København printer',
  'Ægir is down',
  'Αθήνα γραφείο',
  'مُحَمَّد طابعة',
  '東京都庁のプリンター',
  '서울특별시 프린터',
  '新しいTower',
  'Plain words',
]

let app: TestApp
/** Has few tickets, so that their texts are read one by one; the administrator asks the index. */
let customer: Caller
let administrator: Caller
beforeAll(async () => {
  app = await startApp(HELPDESK)
  customer = await app.as('Customer')
  administrator = await app.as('Administrator')
  for (const subject of SUBJECTS) await customer.post('/api/tickets', { subject, description: 'x' }).expect(201)
})
afterAll(() => app.stop())

const found = async (caller: Caller, words: string): Promise<readonly string[]> =>
  (await caller.get(`/api/tickets?search=${encodeURIComponent(words)}`).expect(200)).body.items.map(
    ({ subject }: { readonly subject: string }) => subject,
  )

describe('a search', () => {
  test.each([
    ['strasse', 'Straße gesperrt'],
    ['STRAßE', 'Straße gesperrt'],
    ['lodz', 'Łódź ohne Strom'],
    ['kobenhavn', 'København printer'],
    ['aegir', 'Ægir is down'],
    ['αθηνα', 'Αθήνα γραφείο'],
    ['محمد', 'مُحَمَّد طابعة'],
    ['مُحَمَّد', 'مُحَمَّد طابعة'],
    ['京都', '東京都庁のプリンター'],
    ['プリン', '東京都庁のプリンター'],
    ['ンター', '東京都庁のプリンター'],
    ['특별', '서울특별시 프린터'],
    ['tower', '新しいTower'],
    ['しいtow', '新しいTower'],
    ['plai', 'Plain words'],
  ])('finds %s in “%s”, in the index and in texts', async (words, subject) => {
    expect(await found(administrator, words)).toEqual([subject])
    expect(await found(customer, words)).toEqual([subject])
  })

  test.each(['都京', '庁東', 'ain', '別特'])('does not find %s', async (words) => {
    expect(await found(administrator, words)).toEqual([])
    expect(await found(customer, words)).toEqual([])
  })
})
