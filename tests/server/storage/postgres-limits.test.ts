// A limit over several records holds on PostgreSQL, also where two processes write into one database.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'
import { ON_POSTGRES } from '../../postgres/open-data.ts'
import { WORKS } from '../../races/document.ts'
import type { Send } from '../../races/parallel.ts'
import { countStatuses, itemsOf, parallel, sendAs } from '../../races/parallel.ts'

const TRIES = 50

describe.runIf(ON_POSTGRES)('at most three tasks at once per requester', () => {
  let apps: readonly TestApp[] = []
  let sends: readonly Send[] = []
  let requester = ''
  beforeAll(async () => {
    const app = await startApp(WORKS)
    apps = [app, await startApp(WORKS, app.directory)]
    const worker = await app.as('Worker')
    sends = apps.map((each) => sendAs(each, worker))
    requester = (await app.as('', 'Requester')).id
  })
  afterAll(async () => {
    for (const app of apps) await app.stop()
  })

  const sendTo = (index: number): Send => sends[index % sends.length] as Send

  test(`of ${TRIES} tries at once at two processes, three make a task`, async () => {
    const answers = await parallel(TRIES, (index) => sendTo(index)('POST', '/api/tasks', { title: 'Paint', requester }))
    expect(countStatuses(answers)).toEqual({ 201: 3, 409: TRIES - 3 })
    for (const { body } of answers.filter(({ status }) => status === 409))
      expect(body).toMatchObject({ code: 'TOO_MANY' })
    const filter = encodeURIComponent(`requester.id == "${requester}"`)
    expect(itemsOf(await sendTo(1)('GET', `/api/tasks?filter=${filter}`))).toHaveLength(3)
  })
})
