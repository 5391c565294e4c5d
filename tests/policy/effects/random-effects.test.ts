// Random documents with transitions, effects, timers, webhooks and own calls do what a naive oracle says.
// @module-tag P01
import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { holdForRandom } from '../hold-for-random.ts'
import { seed } from '../../seed-random-tests.ts'
import type { Row } from '../entities.ts'
import type { PolicyApp } from '../policy-app.ts'
import { startWorld } from '../policy-app.ts'
import { oneOf } from '../random/random-condition.ts'
import type { Pick } from '../random/random-condition.ts'
import { makeId, MOMENT, randomWorld } from '../random/random-world.ts'
import type { World } from '../world.ts'
import { printDocument } from '../world.ts'
import { randomDeletions, randomWork } from './random-work.ts'
import type { OwnCallSpec, TransitionSpec, Work } from './work.ts'
import { WorkOracle } from './work-oracle.ts'
import type { Outcome } from './work-state.ts'

const ACTS = Number(process.env['POLICY_ACTS'] ?? 200)
const ACTS_PER_WORLD = 40

test(
  `${ACTS} acts in random applications do what a naive oracle says, and nobody learns more by them (seed ${seed})`,
  async () => {
    const counts = new Map<string, number>()
    const tally = (what: string, times = 1): void => void counts.set(what, (counts.get(what) ?? 0) + times)
    await holdForRandom(Math.ceil(ACTS / ACTS_PER_WORLD), async (pick) => {
      const world = randomDeletions(pick, randomWorld(pick))
      const work = randomWork(pick, world)
      const app = await startWorld(world, [], printDocument(world, work))
      try {
        const oracle = new WorkOracle(world, work, Date.parse(MOMENT))
        for (let act = 0; act < ACTS_PER_WORLD && !isFull(oracle); act++)
          tally(await actOnce(pick, { app, world, work, oracle }))
        await compareAll({ app, world, work, oracle })
        for (const [kind, times] of oracle.done) tally(`effect ${kind}`, times)
        tally(`${oracle.now.inbox.length > 0 ? 'some' : 'no'} notifications`)
        tally(`${oracle.now.sent.length > 0 ? 'some' : 'no'} webhooks`)
      } finally {
        await app.stop()
      }
    })
    console.info(`seed ${seed}:`, Object.fromEntries([...counts]))
    // A few worlds may well have nothing that anybody may do.
    const rare = [
      ...['transition 200', 'call 200', 'transition 422', 'call 422', 'some notifications', 'some webhooks'],
      ...KINDS.map((kind) => `effect ${kind}`),
    ]
    for (const what of ['list 200', 'time', ...(ACTS < 5_000 ? [] : rare)])
      expect(counts.get(what) ?? 0, what).toBeGreaterThan(0)
  },
  180_000 + ACTS * 200,
)

/** Kinds of effects, and of what they led to. */
const KINDS = [
  ...['set', 'set code', 'update', 'create', 'delete', 'delete own', 'refuse', 'add', 'remove', 'do', 'notify', 'send'],
  ...['set each', 'create each', 'delete each', 'do each', 'otherwise', 'outgoing', 'exists'],
  ...['add other', 'remove other', 'created event', 'changed event', 'deleted event'],
  ...['deleted', 'refused by itself', 'deleted by itself'],
]

/** A page shows 1,000 records, and an act may double them three times. */
function isFull({ now }: WorkOracle): boolean {
  return Object.values(now.rows).some((rows) => rows.length > 100)
}

interface Tried {
  readonly app: PolicyApp
  readonly world: World
  readonly work: Work
  readonly oracle: WorkOracle
}

async function actOnce(pick: Pick, tried: Tried): Promise<string> {
  const { app, world, work, oracle } = tried
  const at = app.clock.now
  const kinds = work.transitions.length === 0 ? [] : (['transition', 'transition', 'transition'] as const)
  const kind = oneOf(pick, [...kinds, 'call', 'call', 'list', 'time'] as const)
  if (kind === 'time') {
    app.clock.now += 45 * 60_000
    await app.runner.runDue()
    oracle.pass(app.clock.now)
    return kind
  }
  if (kind === 'list') {
    const spec = oneOf(pick, work.lists)
    const me = anyone(pick, world)
    return check(tried, me, 'GET', `/api/own/${spec.name}`, oracle.list(spec, me), kind)
  }
  if (kind === 'call') {
    const spec = oneOf(pick, work.calls)
    const { me, id } = begin(pick, tried, spec)
    return check(tried, me, 'POST', `/api/own/${spec.name}/${id}`, oracle.call(spec, me, id, at), kind)
  }
  const spec = oneOf(pick, work.transitions)
  const { me, id } = begin(pick, tried, spec)
  const { path: entity = '' } = world.entities.get(spec.entity) ?? {}
  return check(tried, me, 'POST', `/api/${entity}/${id}/${spec.name}`, oracle.transition(spec, me, id, at), kind)
}

/** The first is the administrator, who may read everything: nothing is refused because they do not see it. */
function anyone(pick: Pick, { rows: { Person: people = [] } }: World): Row | null {
  return oneOf(pick, [null, ...people, ...people.slice(0, 1)])
}

/** Mostly something that they may do: most of what is asked at random is refused, and does nothing. */
function begin(
  pick: Pick,
  { world, oracle }: Tried,
  spec: TransitionSpec | OwnCallSpec,
): { me: Row | null; id: string } {
  let begun = { me: anyone(pick, world), id: anyId(pick, oracle, spec.entity) }
  for (let tries = 0; tries < 4 && !oracle.mayBegin(spec, begun.me, begun.id); tries++)
    begun = { me: anyone(pick, world), id: anyId(pick, oracle, spec.entity) }
  return begun
}

/** Picks the id of a record that was there from the beginning, since created records have ids of their own. */
function anyId(pick: Pick, oracle: WorkOracle, entity: string): string {
  const ids = (oracle.now.rows[entity] ?? []).map(({ id }) => id).filter((id) => !id.startsWith('made'))
  return ids.length === 0 || pick(20) === 0 ? makeId(0xffff) : oneOf(pick, ids)
}

async function check(
  { app }: Tried,
  me: Row | null,
  method: string,
  asked: string,
  outcome: Outcome,
  kind: string,
): Promise<string> {
  const { status, text } = await app.ask(me, asked, { method, ...(method === 'POST' ? { body: {} } : {}) })
  const body = text === '' ? undefined : (JSON.parse(text) as { items?: readonly object[]; detail?: string })
  const isRight =
    outcome.status.includes(status) &&
    (status !== 200 || outcome.body === undefined || isSame(body, outcome.body)) &&
    (outcome.detail === undefined || body?.detail === outcome.detail)
  if (!isRight) throw new Error(explain(app, me, `${method} ${asked}`, outcome, [status, text]))
  return `${kind} ${status}`
}

/** Compares everything at the end: the records as each person sees them, the inbox of each, and what was sent. */
async function compareAll({ app, world, oracle }: Tried): Promise<void> {
  const { inbox, sent } = oracle.now
  for (const me of [null, ...(world.rows['Person'] ?? [])]) {
    const seen = oracle.oracleOf(me)
    for (const { name, path: entity } of world.entities.values()) {
      const expected = seen.known(name).size === 0 ? undefined : sorted(seen.visible(name))
      const { status, text } = await app.ask(me, `/api/${entity}?limit=1000`)
      const got = status === 200 ? sorted((JSON.parse(text) as { items: readonly Row[] }).items) : undefined
      if (!isDeepStrictEqual(got, expected)) throw new Error(explain(app, me, `GET /api/${entity}`, expected, got))
    }
    if (me === null) continue
    const { text } = await app.ask(me, '/api/system/inbox?limit=1000')
    const got = (JSON.parse(text) as { items: readonly { text: string }[] }).items.map((each) => each.text)
    const expected = inbox.filter(({ person }) => person === me.id).map((each) => each.text)
    if (!isDeepStrictEqual(got.toSorted(), expected.toSorted()))
      throw new Error(explain(app, me, 'GET /api/system/inbox', expected, got))
  }
  const payloads = await app.sentPayloads()
  if (!isDeepStrictEqual(asTexts(payloads), asTexts(sent)))
    throw new Error(explain(app, null, 'webhooks', sent, payloads))
}

/** Without what the oracle does not know: moments, versions, ids of what was made. */
function sorted(rows: readonly Row[]): readonly string[] {
  return rows
    .map(({ id, created_at: _created, updated_at: _updated, _version, _omitted, ...row }) => {
      const known = id.startsWith(KNOWN_IDS) ? { id } : {}
      return JSON.stringify(
        Object.fromEntries(Object.entries({ ...row, ...known }).toSorted(([a], [b]) => (a < b ? -1 : 1))),
      )
    })
    .toSorted()
}

const KNOWN_IDS = makeId(0).slice(0, 24)

function asTexts(all: readonly object[]): readonly string[] {
  return all.map((each) => JSON.stringify(each)).toSorted()
}

/** The order of items says nothing. */
function isSame(got: unknown, expected: unknown): boolean {
  const inOrder = (body: unknown): unknown => {
    const { items, ...rest } = body as { items?: readonly object[] }
    return items === undefined ? body : { ...rest, items: asTexts(items) }
  }
  return isDeepStrictEqual(inOrder(got), inOrder(expected))
}

function explain(app: PolicyApp, me: Row | null, asked: string, expected: unknown, got: unknown): string {
  return [
    app.document,
    `as ${me === null ? 'nobody' : JSON.stringify(me)}`,
    asked,
    `expected ${JSON.stringify(expected, undefined, 1)}`,
    `got      ${JSON.stringify(got, undefined, 1)}`,
  ].join('\n')
}
