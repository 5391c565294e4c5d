// The samples are loaded whenever somebody starts: on weekends too, at the turn of the year, in the middle of the night.
import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { loadInto, sampleOf } from '../apps/people-sample.ts'
import { startApp } from '../apps/start-app.ts'
import { readShippedFile } from './shipped.ts'

const documents = readdirSync(new URL('../../shared/documents/', import.meta.url))
  .filter((file) => file.endsWith('.sample.json') && file !== 'helpdesk.sample.json')
  .map((file) => file.replace('.sample.json', ''))

const moments = [
  ...[1, 2, 3, 4, 5, 6, 7].map((day) => `2027-06-0${day}T13:00:00Z`),
  '2026-12-31T23:30:00Z',
  '2027-01-01T00:30:00Z',
  '2027-03-26T09:00:00Z',
  '2028-02-29T05:00:00Z',
]

/** The short form tries each moment on two of the documents; `npm run test:contract` tries all on each. */
const isLong = process.env['CONTRACT'] === 'all'
const EVERY = Math.ceil(documents.length / 2)

test.each(documents)('the sample of %s can be loaded on any day', async (name) => {
  const sample = sampleOf(readShippedFile(`${name}.sample.json`))
  const first = documents.indexOf(name)
  for (const moment of moments.filter((_, index) => isLong || (index + first) % EVERY === 0)) {
    const { dependencies, clock, stop } = await startApp(readShippedFile(`${name}.md`))
    clock.now = Date.parse(moment)
    const loading = loadInto({ ...dependencies, hash: async () => 'not used', now: clock.now }, sample)
    await expect(loading, moment).resolves.toBe(true)
    await stop()
  }
})
