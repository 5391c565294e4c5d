// A screen for a role that follows from records: open to those who have the role on one of them at least, for as long as they have it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reviveModel } from '#shared/model/serialize.ts'
import { documentOf } from '../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'

const DOCUMENT = documentOf({
  2: `
| route | screen | shows | for |
|---|---|---|---|
| /projects | Projects | table of Project | everyone |
| /leading | Leading | table of Project | Lead |
| /project/:id | Project | record of Project | Lead |
| /reports | Reports | page | Planner |
`,
  3: `
### Project

| field | type |
|---|---|
| name | text |
| lead | Person (as led) |
| open | yes/no |

### Issue

| field | type |
|---|---|
| title | text |
| project | Project |
`,
  6: `
| role | is | includes | of | who |
|---|---|---|---|---|
| Planner | plans | | | |
| Lead | leads | Planner | Project; Issue by project | \`lead == me and open\` |
| Member | works | | | |

| role | entity | may |
|---|---|---|
| Member | Project, Issue | everything |
| everyone | Person | read |
`,
})

let app: TestApp
let ada: Caller
let ben: Caller
beforeAll(async () => {
  app = await startApp(DOCUMENT)
  ada = await app.as('Member', 'Ada')
  ben = await app.as('Member', 'Ben')
})
afterAll(() => app.stop())

/** The names of the screens in the model of the person's client. */
async function screensOf(caller: Caller): Promise<readonly string[]> {
  const { text } = await caller.get('/api/spec')
  const { model } = JSON.parse(text) as { readonly model: unknown }
  const { screens } = reviveModel(model)
  return 'screens' in screens ? screens.screens.map(({ name }) => name) : []
}

const statuses = async (caller: Pick<Caller, 'get'>, ...paths: readonly string[]): Promise<readonly number[]> => {
  const found: number[] = []
  for (const path of paths) found.push((await caller.get(path)).status)
  return found
}

describe('a screen for a role that follows from records', () => {
  test('is neither there nor in the menu for a person who has it on none', async () => {
    expect(await statuses(ada, '/projects', '/leading', '/reports')).toEqual([200, 404, 404])
    expect(await screensOf(ada)).toEqual(['Projects'])
    expect(await statuses(app.anyone, '/leading')).toEqual([404])
  })

  test(
    'opens with the first record, only to that person, and with it the screens of roles that this one includes',
    { tags: 'reference/roles-by-relation' },
    async () => {
      const { body } = await ben.post('/api/projects', { name: 'Roof', lead: ada.id, open: true })
      expect(await statuses(ada, '/leading', '/reports', `/project/${body.id}`)).toEqual([200, 200, 200])
      expect(await screensOf(ada)).toEqual(['Projects', 'Leading', 'Project', 'Reports'])
      expect((await ada.get('/api/auth/me')).body.held).toEqual(['Lead', 'Planner'])
      expect((await ben.get('/api/auth/me')).body).not.toHaveProperty('held')
      expect(await statuses(ben, '/leading', '/reports', `/project/${body.id}`)).toEqual([404, 404, 404])
      expect(await screensOf(ben)).toEqual(['Projects'])
      await ben.patch(`/api/projects/${body.id}`, { open: false })
      expect(await statuses(ada, '/leading')).toEqual([404])
      await ben.patch(`/api/projects/${body.id}`, { open: true })
      expect(await statuses(ada, '/leading')).toEqual([200])
    },
  )

  test('closes with the last one: what is in the trash is no record', async () => {
    const { body } = await ada.get('/api/projects')
    for (const { id } of body.items as readonly { readonly id: string }[]) await ada.delete(`/api/projects/${id}`)
    expect(await statuses(ada, '/leading', '/reports')).toEqual([404, 404])
    expect(await screensOf(ada)).toEqual(['Projects'])
  })

  test('is open to a person who is given a role of its own that it is for, and to administrators', async () => {
    const planner = await app.as('Planner, Member', 'Pia')
    expect(await statuses(planner, '/reports', '/leading')).toEqual([200, 404])
    const administrator = await app.as('Administrator')
    expect(await statuses(administrator, '/reports', '/leading')).toEqual([200, 200])
  })

  test('tells nobody from which records the role follows', async () => {
    await ben.post('/api/projects', { name: 'Cellar', lead: ada.id, open: true })
    const { text } = await ada.get('/api/spec')
    expect(text.includes('Leading')).toBe(true)
    expect(text.includes('lead == me')).toBe(false)
  })
})
