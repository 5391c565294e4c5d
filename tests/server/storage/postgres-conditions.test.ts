// What decides over rows is printed for PostgreSQL so that its indexes serve it.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { actorWithRoles } from '#shared/policy/actor.ts'
import { runDocument } from '../../../server/document/current-document.ts'
import { policyOf } from '../../../server/policy/policy.ts'
import type { Node } from '#shared/expressions/node.ts'
import { documentSql } from '../../../server/storage/planner/condition-sql.ts'
import { createPlanContext } from '../../../server/storage/planner/plan-context.ts'
import { orderByKeys } from '../../../server/storage/planner/page-order.ts'
import { visibleRowsSql } from '../../../server/storage/planner/record-sql.ts'
import { relatedRows } from '../../../server/storage/planner/related-rows.ts'
import { postgresStorageDialect } from '../../../server/storage/postgres/postgres-storage-dialect.ts'
import { placesOf } from '../../../server/storage/schema/catalogue.ts'
import { planSchema } from '../../../server/storage/schema/schema-plan.ts'
import { sql } from '../../../server/storage/sql.ts'
import { compileModel } from './helpdesk.ts'

const DOCUMENTS = new URL('../../../shared/documents/', import.meta.url)
const documents = readdirSync(DOCUMENTS).filter((name) => name.endsWith('.md') && name !== 'README.md')

/** The conditions of all row rules of a document, from both ends of a relation, by role and entity. */
function rowRulesOf(name: string): readonly string[] {
  const text = readFileSync(new URL(name, DOCUMENTS), 'utf8')
  const model = compileModel(text)
  const { catalogue } = planSchema({ entities: [], fields: [] }, model, postgresStorageDialect)
  const printing = createPlanContext({ model, places: placesOf(catalogue, model), dialect: postgresStorageDialect })
  const running = runDocument(name, text, model)
  return [...model.roles.keys()].flatMap((role) =>
    [...model.entities.keys()].flatMap((entity) => {
      const { read } = policyOf(running, actorWithRoles(model, [role])).entity(entity)
      if (typeof read.rows === 'boolean') return []
      const related = relatedRows(printing, read.rows, 'r')
      return [visibleRowsSql(printing, read, 'r'), ...(related === undefined ? [] : [related])].map(
        (printed) => printed.compile().sql,
      )
    }),
  )
}

test('no row rule of a shipped document compares a column as no index serves', () => {
  const rules = documents.flatMap((name) => rowRulesOf(name).map((rule) => `${name}: ${rule}`))
  expect(rules.length).toBeGreaterThan(10)
  expect(rules.some((rule) => /\w\.c\d+ = /.test(rule))).toBe(true)
  expect(rules.filter((rule) => /\w\.(?:c\d+|id) IS NOT DISTINCT FROM/.test(rule))).toEqual([])
})

/** Everything that a document works out (rules, conditions, computed fields, calls), for a row and for a record in memory. */
function expressionsOf(name: string): readonly string[] {
  const model = compileModel(readFileSync(new URL(name, DOCUMENTS), 'utf8'))
  const { catalogue } = planSchema({ entities: [], fields: [] }, model, postgresStorageDialect)
  const printing = createPlanContext({ model, places: placesOf(catalogue, model), dialect: postgresStorageDialect })
  return treesIn(model).flatMap((tree) =>
    ['r', undefined].flatMap((row) => {
      try {
        return [documentSql(printing, tree, row).compile().sql]
      } catch {
        // It asks for a row, or is worked out in memory.
        return []
      }
    }),
  )
}

/** Each WHERE of a statement up to the end of its query, without the queries inside of it. */
function conditionsIn(text: string): readonly string[] {
  return [...text.matchAll(/ WHERE /g)].map(({ index }) => {
    let depth = 0
    const rest = text.slice(index)
    const end = [...rest].findIndex((each) => (depth += each === '(' ? 1 : each === ')' ? -1 : 0) < 0)
    let condition = end === -1 ? rest : rest.slice(0, end)
    for (let before = ''; before !== condition;) {
      before = condition
      condition = condition.replaceAll(/\((?!SELECT)[^()]*\)|\(SELECT[^()]*\)/g, (found) =>
        found.startsWith('(SELECT') ? '[]' : `[${found.slice(1, -1)}]`,
      )
    }
    return condition
  })
}

/** The trees of the expressions that a model holds. */
function treesIn(model: object): readonly Node[] {
  const found = new Set<Node>()
  const seen = new Set<unknown>()
  const look = (part: unknown): void => {
    if (typeof part !== 'object' || part === null || seen.has(part)) return
    seen.add(part)
    if ('tree' in part) found.add(part.tree as Node)
    for (const inside of part instanceof Map || part instanceof Set ? part.values() : Object.values(part)) look(inside)
  }
  look(model)
  return [...found]
}

test('no condition over the rows of a set compares a column as no index serves', () => {
  const printed = documents.flatMap((name) => expressionsOf(name).map((text) => [name, text] as const))
  const conditions = printed.flatMap(([name, text]) => conditionsIn(text).map((each) => `${name}:${each}`))
  expect(conditions.length).toBeGreaterThan(500)
  expect(conditions.filter((each) => /\ba\d+\.(?:c\d+|id) IS NOT DISTINCT FROM/.test(each))).toEqual([])
})

test('a page after a cursor is one range of an index for each branch', () => {
  const keys = ['a', 'b', 'id'].map((key) => ({ sql: sql.raw(key), descending: false, isFlag: false }))
  const branches = orderByKeys(postgresStorageDialect, keys, 't1', 'r').branchesAfter(['x', 'y', 'z'])
  expect(branches.map(({ where }) => where?.compile().sql)).toEqual([
    '(a = ? OR (a IS NULL AND ?::text IS NULL)) AND (b = ? OR (b IS NULL AND ?::text IS NULL)) AND id > ?',
    '(a = ? OR (a IS NULL AND ?::text IS NULL)) AND b > ?',
    'a > ?',
  ])
})
