// A shipped document with its sample data, listening, and what a test says of it: its lines, its people.
import { readFileSync } from 'node:fs'
import { startDesk } from '../apps/people-app.ts'
import type { Desk } from '../apps/people-app.ts'
import { sampleOf } from '../apps/people-sample.ts'
import { signIn } from '../apps/people.ts'
import type { Caller } from '../apps/people.ts'

export interface Shipped extends Desk {
  /** Signs in by the part of the address before the @. */
  as(name: string): Promise<Caller>
  /** The line of the document that begins so, as a refusal cites it. */
  citation(point: number, beginning: string): { readonly point: number; readonly line: number; readonly text: string }
  /** The one record of a list that the filter finds; `path` as in `/api/tickets`. */
  find(
    caller: Caller,
    path: string,
    filter: string,
  ): Promise<{ readonly id: string; readonly [field: string]: unknown }>
}

/** The document is loaded at 10:00 UTC on Saturday, 21 November 2026. */
export async function startShipped(name: string): Promise<Shipped> {
  const text = readShippedFile(`${name}.md`)
  const sample = readShippedFile(`${name}.sample.json`)
  const lines = text.split('\n')
  const { password } = sampleOf(sample)
  const desk = await startDesk({ document: withoutRates(text), sample: sampleOf(sample) })
  return {
    ...desk,
    as: (person) => signIn(desk.url, `${person}@example.com`, password),
    citation(point, beginning) {
      const index = lines.findIndex((line) => line.startsWith(beginning))
      if (index < 0) throw new Error(`no line of ${name}.md begins with ${beginning}`)
      return { point, line: index + 1, text: lines[index]?.trim() ?? '' }
    },
    async find(caller, path, filter) {
      const { status, body } = await caller.get(`${path}?filter=${encodeURIComponent(filter)}&limit=2`)
      if (status !== 200 || body.items.length !== 1)
        throw new Error(`${path} where ${filter}: ${status} ${JSON.stringify(body)}`)
      return body.items[0]
    },
  }
}

export function readShippedFile(file: string): string {
  return readFileSync(new URL(`../../shared/documents/${file}`, import.meta.url), 'utf8')
}

/** Tests call more often than people do. The rates stand last, so that the lines above stay where they are. */
export function withoutRates(text: string): string {
  return text.replace(
    /^\| requests \| .*$/m,
    '| requests | 10,000,000 per minute | |\n| sign-in attempts | 10,000,000 per minute | |',
  )
}
