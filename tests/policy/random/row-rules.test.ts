// Random row rules beside random filters: a list has the rows that rule and filter each let pass, however the plan combines them.
// @module-tag P01
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Node } from '#shared/expressions/node.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Model } from '#shared/model/model.ts'
import type { ReadPolicy } from '#shared/policy/read-policy.ts'
import { actorSql, documentSql } from '../../../server/storage/planner/condition-sql.ts'
import { sqliteDialect } from '../../../server/storage/sqlite/sqlite-dialect.ts'
import { compileSql, createPlanContext } from '../../../server/storage/planner/plan-context.ts'
import type { PlanContext, Sql } from '../../../server/storage/planner/plan-context.ts'
import { compileReadPlan } from '../../../server/storage/planner/read-plan.ts'
import { policiesOf } from '../../../server/storage/planner/record-sql.ts'
import { presentPlaces } from '../../../server/storage/schema/migration.ts'
import type { Bindings, ReadShape } from '../../../server/storage/query-plans.ts'
import { sql } from '../../../server/storage/sql.ts'
import { FUNCTIONS } from '../../../server/storage/sqlite/sql-functions.ts'
import { openSqlite } from '../../../server/storage/sqlite/open-sqlite.ts'
import { createLists } from '../../../server/storage/sqlite/lists/sqlite-lists.ts'
import { createExecutor } from '../../../server/storage/sqlite/sqlite-executor.ts'
import { allRights, compileModel, conditionOf, openTemporary } from '../../server/storage/helpdesk.ts'
import type { Condition, Path } from '../condition.ts'
import { printCondition } from '../condition.ts'
import type { Entities, EntitySpec } from '../entities.ts'
import { LEVELS, ownFields, reversesOf } from '../entities.ts'
import { holdForRandom } from '../hold-for-random.ts'
import { seed } from '../../seed-random-tests.ts'
import { printDocument } from '../world.ts'
import { insertWorld } from './insert-world.ts'
import type { Pick } from './random-condition.ts'
import { oneOf, randomCondition } from './random-condition.ts'
import { MOMENT, randomWorld } from './random-world.ts'

const LISTS = Number(process.env['POLICY_TRIPLES'] ?? 600)
const LISTS_PER_WORLD = 200

test(
  `${LISTS} lists have the rows that their rule and their filter let pass, none more and none fewer (seed ${seed})`,
  async () => {
    const seen = { lists: 0, withRows: 0, related: 0 }
    await holdForRandom(Math.ceil(LISTS / LISTS_PER_WORLD), async (pick) => {
      const world = randomWorld(pick)
      const model = compileModel(printDocument(world))
      const { storage, directory, close } = await openTemporary(model, { now: () => MOMENT })
      const reader = openSqlite(join(directory, 'verbatim.db'), { role: 'reader', functions: FUNCTIONS })
      try {
        await storage.write((transaction) => insertWorld(transaction, world))
        const asked: string[] = []
        const connection = {
          ...reader,
          prepare: (text: string) => {
            asked.push(text)
            return reader.prepare(text)
          },
        }
        const slow = {
          all: async (text: string, values: Parameters<ReturnType<typeof reader.prepare>['all']>[0]) =>
            reader.prepare(text).all(values),
        }
        const { places } = await presentPlaces(createExecutor(reader), model)
        const context = createPlanContext({
          model,
          places,
          reader: createExecutor(connection),
          lists: createLists(connection),
          dialect: sqliteDialect,
          slow,
        })
        const entities = [...world.entities.values()].filter(({ name }) => name !== 'Person')
        for (let list = 0; list < LISTS_PER_WORLD; list++) {
          const entity = oneOf(pick, entities)
          const me = oneOf(pick, [null, ...(world.rows['Person'] ?? [])])
          const texts = [0, 1].map(() => printCondition(mixed(pick, world.entities, entity, 2)))
          const [rule, filter] = texts.map((text) => conditionOf(model, entity.name, text)) as [Node, Node]
          const otherPolicies = new Map(
            [...world.entities.keys()].map((name) => [name, randomPolicy(pick, model, world.entities, name)]),
          )
          const policy: ReadPolicy = { ...(otherPolicies.get(entity.name) as ReadPolicy), rows: rule }
          otherPolicies.set(entity.name, policy)
          const shape: ReadShape = {
            policy,
            fields: ['id'],
            expand: [],
            filter,
            otherPolicies,
            sort: pick(2) === 0 ? [] : [{ field: oneOf(pick, ['title', 'created_at']), descending: pick(2) === 0 }],
            ...(pick(6) === 0 ? { trash: true } : {}),
          }
          const bindings = { me, now: MOMENT }
          asked.length = 0
          const plan = compileReadPlan(context, shape)
          const { items } = await plan.list(bindings, { limit: 100 })
          const got = items.map((item) => (JSON.parse(item) as RecordValue).id).toSorted()
          const isRelated = asked.some((text) => / IN \(SELECT (source|a\d+\.)/.test(text))
          const expected = await rowsOf(context, shape, rule, bindings)
          const why = `${printDocument(world)}\nas ${me?.id ?? 'nobody'}, ${entity.name}: rule ${texts[0]} beside ${texts[1]}\n${JSON.stringify(policy.fields)}`
          expect(got, why).toEqual(expected)
          expect(await plan.count(bindings), why).toBe(expected.length)
          seen.lists += 1
          if (expected.length > 0) seen.withRows += 1
          if (isRelated) seen.related += 1
        }
      } finally {
        reader.close()
        await close()
      }
    })
    console.info(`seed ${seed}:`, seen)
    // They are not all empty, and some are read from the caller's own records.
    expect(seen.withRows).toBeGreaterThan(LISTS / 20)
    expect(seen.related).toBeGreaterThan(LISTS / 100)
  },
  180_000 + LISTS * 30,
)

/** The rows by the plain conditions, each by itself: the document's sees all, the reader's what they may read. */
async function rowsOf(
  context: PlanContext,
  shape: ReadShape,
  rule: Node,
  bindings: Bindings,
): Promise<readonly string[]> {
  const { table } = places(context, shape)
  const meeting = async (condition: Sql): Promise<readonly string[]> => {
    const trash = sql.raw(`r.trashed_at IS ${shape.trash === true ? 'NOT NULL' : 'NULL'}`)
    const statement = compileSql(
      context,
      sql`SELECT r.id FROM ${sql.raw(`${table} AS r`)} WHERE ${trash} AND ${condition}`,
    )
    return (await statement.all(context.reader, bindings)).map(([id]) => String(id))
  }
  const asked = new Set(await meeting(actorSql(context, shape.filter as Node, 'r', policiesOf(shape))))
  const ruled = await meeting(documentSql(context, rule, 'r'))
  return ruled.filter((id) => asked.has(id)).toSorted()
}

function places(context: PlanContext, { policy }: ReadShape) {
  const found = context.places.get(policy.entity)
  if (found === undefined) throw new Error(`there is no ${policy.entity}`)
  return found
}

/** Half of them see all; others not all rows, not all fields, or these in some rows. */
function randomPolicy(pick: Pick, model: Model, entities: Entities, entity: string): ReadPolicy {
  const all = allRights(model, entity)
  if (pick(2) === 0) return all
  const condition = (): Node => {
    const names = { this: entity, me: 'Person' }
    return conditionOf(model, entity, printCondition(randomCondition(pick, { entities, roles: [] }, names, 1)))
  }
  const fields = all.fields.flatMap(({ field }) => {
    const seen = pick(6)
    return seen === 0 ? [] : [{ field, when: seen === 1 ? condition() : (true as const) }]
  })
  return { entity, rows: oneOf(pick, [true, true, false, condition()]), fields }
}

/** Words of choices, relations that lead to the caller, and now and then anything else. */
function mixed(pick: Pick, entities: Entities, entity: EntitySpec, depth: number): Condition {
  const inner = (): Condition => mixed(pick, entities, entity, depth - 1)
  const form = pick(depth > 0 ? 10 : 5)
  if (form === 5) return { kind: 'not', of: inner() }
  if (form > 5) return { kind: form % 2 === 0 ? 'and' : 'or', left: inner(), right: inner() }
  const names = { this: entity.name, me: 'Person' }
  if (form === 0) return randomCondition(pick, { entities, roles: [] }, names, 1)
  return (form < 3 ? word(pick, entity) : leadingToMe(pick, entities, entity)) ?? inner()
}

const THIS = { kind: 'path', from: 'this' } as const
const ME: Path = { kind: 'path', from: 'me', steps: [] }

function word(pick: Pick, entity: EntitySpec): Condition {
  const choices = ownFields(entity).filter(({ kind }) => kind === 'choice')
  const field = choices.length === 0 ? undefined : oneOf(pick, choices)
  const path: Path = { ...THIS, steps: [field?.name ?? 'title'] }
  if (field !== undefined && pick(2) === 0)
    return { kind: 'in words', path, words: LEVELS.filter(() => pick(2) === 0).concat(oneOf(pick, LEVELS)) }
  const literal = { kind: 'literal', value: field === undefined ? 'amber' : oneOf(pick, LEVELS) } as const
  const operator = oneOf(pick, ['==', '!='] as const)
  return pick(3) === 0
    ? { kind: 'compare', operator, left: literal, right: path }
    : { kind: 'compare', operator, left: path, right: literal }
}

/** The caller at the end of a relation, of two, in a set, or at the end of a relation of the records of a set. */
function leadingToMe(pick: Pick, entities: Entities, entity: EntitySpec): Condition {
  const isMine = (path: Path): Condition =>
    pick(2) === 0
      ? { kind: 'compare', operator: '==', left: path, right: ME }
      : { kind: 'compare', operator: '==', left: ME, right: path }
  const hasFriends = (of: EntitySpec | undefined) => of?.fields.some(({ name }) => name === 'friends') === true
  const form = pick(4)
  if (form === 0) return isMine({ ...THIS, steps: ['owner'] })
  if (form === 1) return isMine({ ...THIS, steps: ['link', ...(pick(3) === 0 ? ['link'] : []), 'owner'] })
  if (form === 2 && hasFriends(entity)) return { kind: 'me in', path: { ...THIS, steps: ['friends'] } }
  const sets = reversesOf(entities, entity.name).filter(({ entity: of }) => of !== 'Person')
  const set = sets.length === 0 ? undefined : oneOf(pick, sets)
  if (set === undefined) return isMine({ ...THIS, steps: ['owner'] })
  const variable = `x${pick(2)}`
  const steps = oneOf(pick, [['owner'], ['link', 'owner'], ['created_by']])
  const found: Condition =
    pick(3) === 0 && hasFriends(entities.get(set.entity))
      ? { kind: 'me in', path: { kind: 'path', from: variable, steps: ['friends'] } }
      : isMine({ kind: 'path', from: variable, steps })
  const more = randomCondition(
    pick,
    { entities, roles: [] },
    { [variable]: set.entity, this: entity.name, me: 'Person' },
    0,
  )
  const where: Condition =
    pick(2) === 0 ? found : { kind: oneOf(pick, ['and', 'or'] as const), left: found, right: more }
  return { kind: 'exists', set: { kind: 'reverse', record: { ...THIS, steps: [] }, name: set.name }, variable, where }
}
