// Random documents, records and questions: SQLite and PostgreSQL give the same answers.
import { expect, test } from 'vitest'
import type { StartOptions } from '../apps/start-app.ts'
import { createOracle } from '../policy/oracle.ts'
import { holdForRandom } from '../policy/hold-for-random.ts'
import { seed } from '../seed-random-tests.ts'
import { startFilled, startWorld } from '../policy/policy-app.ts'
import { oneOf } from '../policy/random/random-condition.ts'
import { randomHistory } from '../policy/random/random-history.ts'
import { randomRequest } from '../policy/random/random-request.ts'
import { randomWorld } from '../policy/random/random-world.ts'
import { insertDesk } from './insert-desk.ts'
import { randomDesk } from './random-desk.ts'
import { randomQuestion } from './random-question.ts'
import { askBoth } from './two-engines.ts'

const QUESTIONS = Number(process.env['EQUALITY_QUESTIONS'] ?? 400)
const QUESTIONS_PER_DESK = 100
/** Decides whether each kind of question has to be allowed often: by chance a short run may be allowed nothing of a kind. */
const IS_LONG = QUESTIONS >= 10_000
const AT_ONCE = 4
const LONGEST = 240_000 + QUESTIONS * 200

/** A third asks what is granted; the others ask fields of every type. */
const OF_POLICY = Math.ceil(QUESTIONS / 3 / QUESTIONS_PER_DESK)
const OF_DESKS = Math.ceil((QUESTIONS * 2) / 3 / QUESTIONS_PER_DESK)

test(
  `${OF_DESKS * QUESTIONS_PER_DESK} questions about fields of every type are answered alike (seed ${seed})`,
  async () => {
    const tally = new Map<string, number>()
    await holdForRandom(OF_DESKS, async (pick) => {
      const desk = randomDesk(pick)
      const people = desk.rows['Person'] ?? []
      const start = (options: StartOptions) =>
        startFilled(desk.document, { people, fill: (transaction) => insertDesk(transaction, desk) }, options)
      await askBoth(start, async (both) => {
        const questions = Array.from({ length: QUESTIONS_PER_DESK }, () => ({
          ...randomQuestion(desk, pick),
          me: people.length === 0 || pick(20) === 0 ? null : oneOf(pick, people),
        }))
        for (let from = 0; from < questions.length; from += AT_ONCE)
          await Promise.all(
            questions.slice(from, from + AT_ONCE).map(async ({ kind, path, me }) => {
              const asked = `${kind} ${await both.compare(me, path)}`
              tally.set(asked, (tally.get(asked) ?? 0) + 1)
            }),
          )
      })
    })
    console.info(`seed ${seed}:`, Object.fromEntries(tally))
    const allowed = [...tally].filter(([asked]) => asked.endsWith(' 200'))
    expect(allowed).not.toEqual([])
    if (!IS_LONG) return
    for (const kind of ['list', 'summary', 'export', 'record', 'call'])
      expect(tally.get(`${kind} 200`) ?? 0, kind).toBeGreaterThan(QUESTIONS / 1_000)
  },
  LONGEST,
)

test(
  `${OF_POLICY * QUESTIONS_PER_DESK} questions about what is granted are answered alike (seed ${seed})`,
  async () => {
    const tally = new Map<number, number>()
    await holdForRandom(OF_POLICY, async (pick) => {
      const world = randomWorld(pick)
      const history = randomHistory(pick, world)
      const start = (options: StartOptions) => startWorld(world, history, undefined, options)
      await askBoth(start, async (both) => {
        for (let asked = 0; asked < QUESTIONS_PER_DESK; asked++) {
          const me = oneOf(pick, [null, ...(world.rows['Person'] ?? [])])
          const entity = oneOf(pick, [...world.entities.values()])
          const { at, ...request } = randomRequest({ pick, world, history, oracle: createOracle(world, me), entity })
          const status = await both.compare(me, at, request)
          tally.set(status, (tally.get(status) ?? 0) + 1)
        }
      })
    })
    console.info(`seed ${seed}:`, Object.fromEntries(tally))
    expect(tally.get(200) ?? 0).toBeGreaterThan(QUESTIONS / 30)
  },
  LONGEST,
)
