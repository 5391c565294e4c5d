// What the API and the tools say of themselves holds: in every shipped document, for each of its roles.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Description } from './answer-validator.ts'
import { ask } from './ask.ts'
import type { ShippedApi } from './shipped-api.ts'
import { SHIPPED, startShippedApi } from './shipped-api.ts'
import { findUnsound, isOfSystem, walkOperations } from './walk-operations.ts'
import { walkTools } from './walk-tools.ts'

/**
 * The long run has each role make every call of every document, on the whole sample. The short one takes some documents,
 * has each call made by the first role that is offered it, and those of the system in the helpdesk.
 */
const isLong = process.env['CONTRACT'] === 'all'

/** One with records, one with calls of its own, one with nothing. */
const SHORT = ['helpdesk', 'todo-backend', 'seed']

describe.each(isLong ? SHIPPED : SHORT)('%s', (name) => {
  let api: ShippedApi
  beforeAll(async () => {
    api = await startShippedApi(name, isLong)
  })
  afterAll(() => api.close())

  test('describes itself soundly to each role', async () => {
    for (const { name: role, signIn } of api.people) {
      const { text } = await ask(api.url, await signIn(), { method: 'GET', url: '/api/openapi.json' })
      expect(findUnsound(JSON.parse(text) as Description), role).toEqual([])
    }
  })

  test('gives agents of each role tools that take and give what they declare', async () => {
    const called = new Set<string>()
    const done = new Set<string>()
    const wrong: string[] = []
    for (const somebody of api.people) {
      const walked = await walkTools(api.url, somebody, (tool) => {
        if (called.has(tool) && !isLong) return true
        called.add(tool)
        return false
      })
      wrong.push(...walked.wrong)
      for (const tool of walked.done) done.add(tool)
    }
    expect(wrong).toEqual([])
    const importing = [...called].filter((tool) => /^(?:export|import)_/.test(tool))
    expect(importing.filter((tool) => !done.has(tool))).toEqual([])
  })

  test('answers each role as it is described', async () => {
    const made = new Set<string>()
    const wrong: string[] = []
    for (const somebody of api.people)
      wrong.push(
        ...(await walkOperations(api.url, somebody, (operation) => {
          const { operationId: id } = operation
          if (!isLong && (made.has(id) || (isOfSystem(operation) && name !== 'helpdesk'))) return true
          made.add(id)
          return false
        })),
      )
    expect(wrong).toEqual([])
  })
})
