// The sample data of a shipped document, or, where it ships with none, just enough of it to sign in and to have a record.
import { existsSync, readFileSync } from 'node:fs'
import type { Sample, SampleAction } from '../../server/document/read-sample.ts'
import { sampleOf } from '../apps/people-sample.ts'

const folder = new URL('../../shared/documents/', import.meta.url)

export function readSampleOf(document: string): Sample {
  const file = new URL(`${document}.sample.json`, folder)
  return existsSync(file) ? sampleOf(readFileSync(file, 'utf8')) : standIn(document)
}

function standIn(document: string): Sample {
  const person = (name: string, more: { readonly roles: readonly string[]; readonly administrator: boolean }) => ({
    at: -7_200_000,
    name,
    email: `${name.toLowerCase()}@example.com`,
    with: {},
    ...more,
  })
  return {
    password: 'only-for-screens',
    people: [
      person('Ada', { roles: [], administrator: true }),
      ...(document === 'blog' ? [person('Will', { roles: ['Writer'], administrator: false })] : []),
    ],
    actions: ACTIONS[document] ?? [],
  }
}

const ACTIONS: { readonly [document: string]: readonly SampleAction[] } = {
  'todo-backend': [
    {
      kind: 'create',
      entity: 'Todo',
      name: undefined,
      at: -3_600_000,
      as: null,
      with: { title: 'Write it down', completed: false, order: 1 },
    },
  ],
  blog: [
    {
      kind: 'create',
      entity: 'Article',
      name: undefined,
      at: -3_600_000,
      as: 'will@example.com',
      with: { title: 'A beginning', description: 'How it began', body: 'It began *slowly*.' },
    },
  ],
}
