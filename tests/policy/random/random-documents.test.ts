// Random documents, random records, every person, every surface: what is answered is what a naive oracle says, and nothing else.
// @module-tag P01
import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { holdForRandom } from '../hold-for-random.ts'
import { seed } from '../../seed-random-tests.ts'
import type { Oracle } from '../oracle.ts'
import { createOracle } from '../oracle.ts'
import type { PolicyApp } from '../policy-app.ts'
import { startWorld } from '../policy-app.ts'
import { oneOf } from './random-condition.ts'
import { randomHistory } from './random-history.ts'
import { randomWorld } from './random-world.ts'
import type { Question } from '../surfaces/question.ts'
import { LIST_SURFACES } from '../surfaces/list-surfaces.ts'
import { RECORD_SURFACES } from '../surfaces/record-surfaces.ts'
import type { Row } from '../entities.ts'

const TRIPLES = Number(process.env['POLICY_TRIPLES'] ?? 800)
const TRIPLES_PER_WORLD = 200
/** With fewer, chance may leave a surface without an answer. */
const MANY_TRIPLES = 10_000
const LONGEST = 180_000 + TRIPLES * 30

/** A list is asked for most, as it has most ways to ask. */
const WEIGHTED = [...Object.keys(RECORD_SURFACES), ...Object.keys(LIST_SURFACES).map(() => 'GET /:entity')]

test(
  `${TRIPLES} questions to random applications get the answers that a naive oracle gives (seed ${seed})`,
  async () => {
    const counts = new Map<string, number>()
    const tally = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1)
    await holdForRandom(Math.ceil(TRIPLES / TRIPLES_PER_WORLD), async (pick) => {
      const world = randomWorld(pick)
      const history = randomHistory(pick, world)
      const app = await startWorld(world, history)
      try {
        const oracles = [null, ...(world.rows['Person'] ?? [])].map((me) => createOracle(world, me))
        const entities = [...world.entities.values()]
        const questions = Array.from({ length: TRIPLES_PER_WORLD }, () => {
          const oracle = oneOf(pick, oracles)
          const surface = oneOf(pick, WEIGHTED)
          const question = RECORD_SURFACES[surface]?.({ pick, world, history, oracle, entity: oneOf(pick, entities) })
          if (question === undefined) throw new Error(`no surface ${surface}`)
          return { oracle, surface, question }
        })
        await Promise.all(
          questions.map(async ({ oracle, surface, question }) => {
            tally(`${surface} ${await check(app, oracle, question)}`)
          }),
        )
      } finally {
        await app.stop()
      }
    })
    console.info(`seed ${seed}:`, Object.fromEntries([...counts]))
    // The questions are not all about nothing; each surface has an answer in the long run, which asks each often enough.
    const answered = [...counts].flatMap(([what, count]) => (what.endsWith(' 200') ? [count] : []))
    expect(answered.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(TRIPLES / 5)
    if (TRIPLES < MANY_TRIPLES) return
    for (const surface of Object.keys(RECORD_SURFACES))
      expect(counts.get(`${surface} 200`) ?? 0, surface).toBeGreaterThan(TRIPLES / 1_000)
  },
  LONGEST,
)

async function check(app: PolicyApp, { me }: Oracle, question: Question): Promise<number> {
  const { status, text } = await app.ask(me, question.path)
  const body: unknown = question.lines === true && status === 200 ? parseLines(text) : JSON.parse(text)
  if (question.pages === true && status === 200) await followPages(app, me, question)
  const read = question.read as ((body: unknown) => unknown) | undefined
  const got = status === 200 && read !== undefined ? read(body) : body
  const isRight =
    question.status.includes(status) &&
    (status !== 200 || isSame(got, question.body)) &&
    (question.code === undefined || (body as { code: string }).code === question.code)
  if (!isRight) throw new Error(explain(app, me, question, status, got))
  return status
}

function parseLines(text: string): readonly unknown[] {
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as unknown)
}

/** Page after page the same list comes together, and each cursor leads on. */
async function followPages(app: PolicyApp, me: Row | null, question: Question): Promise<void> {
  const items: unknown[] = []
  let after: string | null = null
  do {
    const { text } = await app.ask(me, `${question.path}&limit=3${after === null ? '' : `&after=${after}`}`)
    const page = JSON.parse(text) as { items: unknown[]; next: string | null }
    const read = question.read as ((body: unknown) => readonly unknown[]) | undefined
    items.push(...(read?.(page) ?? page.items))
    after = page.next
  } while (after !== null)
  if (!isSame(items, question.body)) throw new Error(explain(app, me, question, 200, items))
}

/** To the letter, but that the order of a record's fields says nothing. */
function isSame(got: unknown, expected: unknown): boolean {
  return isDeepStrictEqual(got, JSON.parse(JSON.stringify(expected)))
}

function explain(app: PolicyApp, me: Row | null, question: Question, status: number, got: unknown): string {
  return [
    app.document,
    `as ${me === null ? 'nobody' : JSON.stringify(me)}`,
    `GET ${decodeURIComponent(question.path)}`,
    `expected ${question.status.join(' or ')} ${question.code ?? ''} ${JSON.stringify(question.body)}`,
    `got      ${status} ${JSON.stringify(got)}`,
  ].join('\n')
}
