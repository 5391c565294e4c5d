// What the document does not grant, nobody may do but the administrator; and the document's author is warned.
// @module-tag P18
import { describe, expect, test } from 'vitest'
import { compile } from '#shared/compile.ts'
import { documentOf } from '../helpers/compile-document.ts'
import { startApp } from '../apps/start-app.ts'

const ENTITIES =
  '### Note\n\n| field | type | limits |\n|---|---|---|\n| title | text | searchable |\n| code | text | unique |'
const ROLES = '| role | is |\n|---|---|\n| Member | is here |'
const OTHER = `${ENTITIES}\n\n### Open\n\n| field | type |\n|---|---|\n| name | text |\n| note | Note (as opens) |`

describe.each([
  ['point 6 is not shown', documentOf({ 3: ENTITIES }), ''],
  ['point 6 grants nothing', documentOf({ 3: ENTITIES, 6: ROLES }), 'Member'],
  [
    'another entity alone is granted',
    documentOf({
      3: OTHER,
      6: `${ROLES}\n\n| role | entity | may |\n|---|---|---|\n| Member | Open | everything |\n| anyone | Open | read |`,
    }),
    'Member',
  ],
])('where %s', (_, document, roles) => {
  test(
    'nobody but the administrator reads or writes',
    { tags: 'reference/point-6-roles-and-permissions' },
    async () => {
      const app = await startApp(document)
      const root = await app.as('Administrator')
      const member = await app.as(roles, 'Member')
      const made = await root.post('/api/notes', { title: 'Canary', code: 'c1' }).expect(201)
      const at = `/api/notes/${made.body.id}`
      const reads = [
        '/api/notes',
        '/api/notes?count=exact',
        '/api/notes?search=canary',
        '/api/notes?filter=title == "Canary"',
        '/api/notes?trash=yes',
        '/api/notes/summary',
        '/api/notes/code/c1',
        at,
        `${at}?may=yes`,
        `${at}/history`,
        '/api/people',
        `/api/people/${root.id}`,
      ]
      for (const path of reads) {
        for (const answer of [await member.get(path), await app.anyone.get(path)]) {
          expect([401, 403, 404], path).toContain(answer.status)
          expect(JSON.stringify(answer.body)).not.toMatch(/Canary|count/)
        }
      }
      for (const answer of [
        await member.post('/api/notes', { title: 'x' }),
        await app.anyone.post('/api/notes').send({ title: 'x' }),
        await member.patch(at, { title: 'x' }),
        await member.delete(at),
        await member.post(`${at}/restore`, {}),
        await member.post('/api/people', { name: 'x', email: 'x@example.com' }),
        await member.patch(`/api/people/${member.id}`, { roles: ['Administrator'] }),
      ])
        expect([401, 403, 404]).toContain(answer.status)
      const described = (await member.get('/api/openapi.json')).body
      expect(Object.keys(described.paths).filter((path) => path.startsWith('/api/notes'))).toEqual([])
      expect(JSON.stringify((await member.get('/api/spec')).body)).not.toContain('"identifier":"code"')
      expect((await root.get(at).expect(200)).body.title).toBe('Canary')
      await app.stop()
    },
  )
})

test('what fields and transitions there are is not disclosed, whichever way it is asked', async () => {
  const notes = `${ENTITIES}\n| status | one of draft, shown | |`
  const states =
    '### Note.status\n\n- starts: draft\n\n| transition | from | to | who |\n|---|---|---|---|\n| write up | new record | draft | Member |\n| show | draft | shown | Member |'
  const open = '### Open\n\n| field | type |\n|---|---|\n| name | text |'
  const granted = `${ROLES}\n\n| role | entity | may |\n|---|---|---|\n| Member | Open | everything |`
  const app = await startApp(documentOf({ 3: `${notes}\n\n${open}`, 4: states, 6: granted }))
  const root = await app.as('Administrator')
  const member = await app.as('Member')
  const made = await root.post('/api/notes', { title: 'Canary', code: 'c1' }).expect(201)
  expect((await root.get('/api/notes/code/c1')).status).toBe(200)
  const at = `/api/notes/${made.body.id}`
  const alike: readonly (readonly [method: 'get' | 'post' | 'patch' | 'put', there: string, invented: string])[] = [
    ['get', '/api/notes/code/c1', '/api/notes/kode/c1'],
    ['get', '/api/notes/code/x', '/api/notes/kode/x'],
    ['patch', '/api/notes/code/c1', '/api/notes/kode/c1'],
    ['post', `${at}/show`, `${at}/hide`],
    ['get', `${at}/show`, `${at}/hide`],
    ['put', `${at}/show`, `${at}/hide`],
    ['post', '/api/notes/write-up', '/api/notes/tear-up'],
    ['put', '/api/notes/write-up', '/api/notes/tear-up'],
  ]
  const told = ({ status, headers, body }: { status: number; headers: object; body: object }) => ({
    status,
    allow: Reflect.get(headers, 'allow') as unknown,
    ...body,
    request: '',
  })
  for (const [method, there, invented] of alike) {
    const ask = async (path: string) => ({
      nobody: told(await app.anyone[method](path).send(method === 'get' ? undefined : {})),
      member: told(
        await app.anyone[method](path)
          .set('Authorization', `Bearer ${member.token}`)
          .send(method === 'get' ? undefined : {}),
      ),
      explained: told(
        await member.post('/api/system/explain', { call: { method: method.toUpperCase(), path, body: {} } }),
      ),
    })
    const [first, second] = [await ask(there), await ask(invented)]
    expect(first, `${method} ${there}`).toEqual(second)
    expect([first.nobody.status, first.member.status]).toEqual([401, 404])
  }
  await app.stop()
})

test('the author of the document is warned that nothing is granted', () => {
  expect(compile(documentOf({ 3: ENTITIES })).model?.unknowns.map(({ point }) => point)).toContain(6)
  const { diagnostics } = compile(documentOf({ 3: ENTITIES, 6: ROLES }))
  expect(diagnostics.map(({ code, severity }) => `${severity} ${code}`)).toContain('warning roles/nothing-granted')
})
