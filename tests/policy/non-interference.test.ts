// P03: two databases that differ only in what a person may not read answer that person alike, to the byte.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { hiddenVariant } from './hidden-variant.ts'
import { createOracle } from './oracle.ts'
import type { Answer, PolicyApp, Request } from './policy-app.ts'
import { startWorld } from './policy-app.ts'
import { oneOf } from './random-condition.ts'
import { randomHistory } from './random-history.ts'
import { makeId, randomWorld } from './random-world.ts'
import type { Asking } from './surfaces.ts'
import { RECORD_SURFACES } from './surfaces.ts'
import type { Row } from './entities.ts'

const PAIRS = Number(process.env['POLICY_PAIRS'] ?? 400)
const PAIRS_PER_WORLD = 50
const seed = Number(process.env['POLICY_SEED'] ?? Date.now() % 1_000_000_000)
const path = process.env['POLICY_PATH']

test(
  `${PAIRS} random requests are answered alike whatever is hidden (seed ${seed})`,
  async () => {
    let changed = 0
    const statuses = new Map<number, number>()
    const chance = fc.gen().map((generate) => ({
      pick: (count: number): number => generate(fc.nat, { max: count - 1 }),
      [fc.toStringMethod]: () => 'see the cause',
    }))
    const property = fc.asyncProperty(chance, async ({ pick }) => {
      const world = randomWorld(pick)
      const history = randomHistory(pick, world)
      const me = oneOf(pick, [null, ...(world.rows['Person'] ?? []).slice(1)])
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
    await fc.assert(property, {
      seed,
      ...(path === undefined ? {} : { path }),
      numRuns: Math.ceil(PAIRS / PAIRS_PER_WORLD),
      endOnFailure: true,
      unbiased: true,
    })
    console.info(`seed ${seed}: ${changed} values differed`, Object.fromEntries([...statuses]))
    expect(changed).toBeGreaterThan(PAIRS / 10)
    expect(statuses.get(200) ?? 0).toBeGreaterThan(PAIRS / 10)
  },
  180_000 + PAIRS * 100,
)

type Asked = Request & { readonly at: string }

function randomRequest(asking: Asking): Asked {
  const { pick, entity, world } = asking
  const form = pick(12)
  if (form === 0)
    return {
      at: oneOf(pick, [
        '/api/auth/me',
        '/api/auth/sessions/none',
        '/api/spec',
        '/api/openapi.json',
        '/api/system/inbox',
        '/api/system/docs',
      ]),
    }
  if (form > 3) {
    const list = 'GET /:entity'
    const surface = pick(2) === 0 ? list : oneOf(pick, Object.keys(RECORD_SURFACES))
    return { at: RECORD_SURFACES[surface]?.(asking).path ?? '' }
  }
  // Writes that are refused, each for one reason only: nothing is changed by them.
  const rows = [...(world.rows[entity.name] ?? []), ...(world.trash[entity.name] ?? [])]
  const hidden = rows.filter((row) => asking.oracle.read(entity.name, row) === undefined)
  const { id } = oneOf(pick, [...hidden, { id: makeId(0xffff) }])
  const at = `/api/${entity.path}/${id}`
  const field = oneOf(pick, entity.fields).name
  if (form === 1) return { at, method: 'PATCH', body: { [field]: null } }
  if (form === 2) return pick(2) === 0 ? { at, method: 'DELETE' } : { at: `${at}/restore`, method: 'POST', body: {} }
  const standing = oneOf(pick, rows.length === 0 ? [{ id: makeId(0xffff) }] : rows)
  const wrong = oneOf(pick, ['nothing', 'version', 'id', 'created_at'])
  return { at: `/api/${entity.path}/${standing.id}`, method: 'PATCH', body: { [wrong]: 1 } }
}

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
