// Steps that drive recipes of the cookbook: people, records, refusals, and a clock that goes on.
import { expect } from 'vitest'
import type { TestApp } from '../apps/start-app.ts'

export type Person = Awaited<ReturnType<TestApp['as']>>

export async function people(app: TestApp, ...roles: readonly string[]): Promise<[Person, Person, Person]> {
  const all: Person[] = []
  for (const [at, role] of roles.entries()) all.push(await app.as(role, `Person ${at}`))
  return all as [Person, Person, Person]
}

export async function create(person: Person, path: string, body: object): Promise<string> {
  const { status, body: created } = await person.post(path, body)
  expect([status, created.errors]).toEqual([201, undefined])
  return created.id
}

/** Lists how the recipes about errors refuse a wrong input, what is forbidden and what is not there. */
export async function errorsOf(app: TestApp) {
  const [owner, other] = await people(app, '', '')
  const todo = await create(owner, '/api/todo', { todo: { title: 'Paint' } })
  const read = async (sent: PromiseLike<{ readonly status: number; readonly body: unknown }>) => {
    const { status, body } = await sent
    return [status, body]
  }
  return {
    wrong: await read(owner.post('/api/todo', { todo: { title: '' } })),
    forbidden: await read(other.delete(`/api/todo/${todo}`)),
    missing: await read(owner.delete(`/api/todo/${'0'.repeat(8)}-0000-7000-8000-${'0'.repeat(12)}`)),
  }
}

export async function statusOf(sent: PromiseLike<{ readonly status: number }>): Promise<number> {
  return (await sent).status
}

/** The clock goes on, and what is due happens. */
export async function later(app: TestApp, milliseconds: number): Promise<void> {
  app.clock.now += milliseconds
  await app.runner.runDue()
}
