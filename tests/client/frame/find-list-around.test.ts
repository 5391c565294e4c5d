// A record lights the entry of the menu whose list it was opened from.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepTrail } from '../../../client/data/list-trail.ts'
import { menuScreens } from '../../../client/data/visible-screens.ts'
import { findListAround } from '../../../client/frame/find-list-around.ts'
import { compileDocument, documentOf } from '../../helpers/compile-document.ts'
import { nobody } from '../../helpers/nobody-session.ts'

const routes = [
  '| /claims | Claims | table of Claim | anyone |',
  '| /claims/:id | Claim | record of Claim | anyone |',
  '| /to-decide | To decide | table of Claim | anyone |',
]
const model = compileDocument(
  documentOf({
    2: `| route | screen | shows | for |\n|---|---|---|---|\n${routes.join('\n')}`,
    3: '### Claim\n\n| field | type |\n|---|---|\n| title | text |',
    6: '| role | entity | may |\n|---|---|---|\n| anyone | Claim | read |',
  }),
)
const around = (pathname: string) => findListAround(model, nobody, menuScreens(model, nobody), pathname)

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
})

test('of several lists of such records the one that it was opened from, with any filter', () => {
  keepTrail({ list: '/to-decide?view=own', records: ['/claims/1', '/claims/2'] }, '/claims/1')
  expect(around('/claims/1')).toBe('/to-decide')
  expect(around('/claims/2')).toBe('/to-decide')
})

test('of a record that was opened otherwise, and from a list that is not in the menu, the path says it', () => {
  expect(around('/claims/1')).toBeUndefined()
  keepTrail({ list: '/gone', records: ['/claims/1'] }, '/claims/1')
  expect(around('/claims/1')).toBeUndefined()
})
