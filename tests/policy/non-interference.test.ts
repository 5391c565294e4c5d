// Two databases that differ only in what a person may not read answer that person alike, to the byte.
// @module-tag P03
// @module-tag call/get/auth/me
// @module-tag call/get/system/inbox
// @module-tag call/get/openapi-json
// @module-tag call/get/spec
// @module-tag call/get/system/docs
import { expect, test } from 'vitest'
import { holdForRandom } from './hold-for-random.ts'
import { seed } from '../seed-random-tests.ts'
import { hiddenVariant } from './hidden-variant.ts'
import { createOracle } from './oracle.ts'
import type { Answer, PolicyApp, Request } from './policy-app.ts'
import { startWorld } from './policy-app.ts'
import { oneOf } from './random/random-condition.ts'
import { randomHistory } from './random/random-history.ts'
import { randomRequest } from './random/random-request.ts'
import { randomWorld } from './random/random-world.ts'
import type { Row } from './entities.ts'

const PAIRS = Number(process.env['POLICY_PAIRS'] ?? 200)
const PAIRS_PER_WORLD = 50

test(
  `${PAIRS} random requests are answered alike whatever is hidden (seed ${seed})`,
  async () => {
    let changed = 0
    const statuses = new Map<number, number>()
    await holdForRandom(Math.ceil(PAIRS / PAIRS_PER_WORLD), async (pick) => {
      const world = randomWorld(pick)
      const history = randomHistory(pick, world)
      // Nobody is answered little: in most worlds a person asks.
      const people = (world.rows['Person'] ?? []).slice(1)
      const me = pick(12) === 0 || people.length === 0 ? null : oneOf(pick, people)
      const variant = hiddenVariant(pick, world, history, me)
      changed += variant.changed
      const oracle = createOracle(world, me)
      const [one, other] = await Promise.all([startWorld(world, history), startWorld(variant.world, variant.history)])
      try {
        for (let pair = 0; pair < PAIRS_PER_WORLD; pair++) {
          const entities = [...world.entities.values()]
          const readable = entities.filter(({ name }) => oracle.visible(name).length > 0)
          const entity = oneOf(pick, readable.length > 0 && pick(4) > 0 ? readable : entities)
          const asking = { pick, world, history, oracle, entity }
          const { at, ...request } = randomRequest(asking)
          const [left, right] = await Promise.all([one.ask(me, at, request), other.ask(me, at, request)])
          statuses.set(left.status, (statuses.get(left.status) ?? 0) + 1)
          expect(bare(right), explain(one, me, at, request)).toEqual(bare(left))
        }
      } finally {
        await Promise.all([one.stop(), other.stop()])
      }
    })
    console.info(`seed ${seed}: ${changed} values differed`, Object.fromEntries([...statuses]))
    expect(changed).toBeGreaterThan(PAIRS / 10)
    expect(statuses.get(200) ?? 0).toBeGreaterThan(PAIRS / 10)
  },
  180_000 + PAIRS * 100,
)

/** Without what differs from request to request. */
function bare({ status, text, headers }: Answer): object {
  const { date: _, 'x-request-id': id, ...rest } = headers
  const nonce = /nonce-([\w-]+)/.exec(String(headers['content-security-policy']))?.[1] ?? 'none'
  const plain = (value: string): string => value.replaceAll(String(id), '').replaceAll(nonce, '')
  return { status, text: plain(text), headers: plain(JSON.stringify(rest)) }
}

function explain(app: PolicyApp, me: Row | null, at: string, request: Request): string {
  return `${app.document}\nas ${JSON.stringify(me)}\n${request.method ?? 'GET'} ${decodeURIComponent(at)} ${JSON.stringify(request.body)}`
}
