// The SQL that indexes can serve keeps its plain shape.
import { describe, expect, test } from 'vitest'
import { isSqlParameter } from '../../../../server/storage/sql-parameter.ts'
import { conditionToSql, expressionToSql } from '../../../../server/storage/expressions/expression-sql.ts'
import { NotInSql } from '../../../../server/storage/expressions/dialect.ts'
import { bindForPostgres, postgresDialect } from '../../../../server/storage/postgres/postgres-dialect.ts'
import { scopeOf, treeOf } from '../../../shared/expressions/expression-helper.ts'
import { compileForPostgres, compileForSqlite, contextOf } from '../../../shared/expressions/random/printing.ts'
import { sampleModel } from '../../../shared/expressions/sample-schema.ts'

function printed(text: string, row: string | null = 'r'): string {
  const { sql, parameters } = compileForSqlite(expressionToSql(treeOf(text), contextOf(sampleModel, row ?? undefined)))
  let index = 0
  return sql.replaceAll('?', () => nameOf(parameters[index++]))
}

function printedForPostgres(text: string, print = expressionToSql): string {
  const context = contextOf(sampleModel, 'r', postgresDialect)
  const { sql, parameters } = compileForPostgres(print(treeOf(text), context))
  return sql.replaceAll(/\$(\d+)/g, (_, place) => nameOf(parameters[Number(place) - 1]))
}

function nameOf(parameter: unknown): string {
  return isSqlParameter(parameter) ? `:${parameter.parameter}:` : JSON.stringify(parameter)
}

describe('conditions over a row', () => {
  test.each([
    ['owner == me', '(r."owner" IS :me:)'],
    ['level == "low"', `(r."level" IS 'low')`],
    ['level in ["low", "high"]', `(r."level" IS NOT NULL AND r."level" IN ('low', 'high'))`],
    ['seen < now', '(r."seen" < :now:)'],
    ['seen < now - limits.grace', '(r."seen" < :now - limits.grace:)'],
    ['price > 12.5', '(r."price" > 1250)'],
    ['done and name != null', '(r."done" AND (r."name" IS NOT NULL))'],
    ['owner.name == "a"', `((SELECT a1."name" FROM "Person" AS a1 WHERE a1."id" = r."owner") IS 'a')`],
    ['children.exists(c, c.done)', 'EXISTS (SELECT 1 FROM "Item" AS a1 WHERE a1."parent" = r."id" AND a1."done")'],
    [
      'me in tags.map(t, t.keeper)',
      '(EXISTS (SELECT 1 FROM "Item_tags" AS a2 JOIN "Tag" AS a1 ON a1."id" = a2.target WHERE a2.source = r."id" AND a1."keeper" = :me:))',
    ],
    ['me.is("Agent") or done', '(:me.is("Agent"): OR r."done")'],
    ['level < "high"', `(CASE r."level" WHEN 'low' THEN 0 WHEN 'normal' THEN 1 WHEN 'high' THEN 2 END < 2)`],
  ])('%s', (text, sql) => expect(printed(text)).toBe(sql))
})

test('what is asked of a record that may be missing is read in one look', () => {
  expect(printed('owner.id != null ? { "n": owner.name, "mine": owner == me } : null')).toBe(
    `(SELECT json_object('n', a1."name", 'mine', (a1."id" IS :me:)) FROM "Person" AS a1 WHERE a1."id" = r."owner")`,
  )
})

test('where the record at hand is in memory, its fields are bound', () => {
  expect(printed('owner.name', null)).toBe('(SELECT a1."name" FROM "Person" AS a1 WHERE a1."id" = :owner:)')
  expect(printed('count + 1 > limits.most', null)).toBe(':count + 1 > limits.most:')
})

test('a text of the document can never become SQL', () => {
  expect(printed(`name == "'; DROP TABLE x; --"`)).toBe(`(r."name" IS '''; DROP TABLE x; --')`)
})

describe('for PostgreSQL', () => {
  test.each([
    ['owner == me', '(r."owner" IS NOT DISTINCT FROM :me:::text)'],
    ['level in ["low", "high"]', `(r."level" IS NOT NULL AND r."level" IN ('low'::text, 'high'::text))`],
    ['price > 12.5', '(r."price" > 1250::numeric)'],
    ['done == true', '(r."done" IS NOT DISTINCT FROM true)'],
    ['name < "b"', `(r."name" COLLATE "C" < 'b'::text COLLATE "C")`],
    ['children.exists(c, c.done)', 'EXISTS (SELECT 1 FROM "Item" AS a1 WHERE a1."parent" = r."id" AND a1."done")'],
    ['me.is("Agent") or done', '(:me.is("Agent"):::boolean OR r."done")'],
    ['name.matches("^a")', String.raw`v_matches_0(r."name", '(?:(?:\A)[\u0061])'::text)`],
    ['children.sum(c, c.price)', 'coalesce(v_whole(sum(a2.v)), 0)'],
  ])('%s', (text, sql) => expect(printedForPostgres(text)).toContain(sql))

  test.each([
    ['owner == me', '(r."owner" = :me:::text OR (r."owner" IS NULL AND :me:::text IS NULL))'],
    ['level == "low" and done', `((r."level" = 'low'::text) AND r."done")`],
    ['not (level == "low")', `(NOT (r."level" IS NOT DISTINCT FROM 'low'::text))`],
    ['children.exists(c, c.owner == owner)', 'OR (a1."owner" IS NULL AND r."owner" IS NULL)'],
  ])('an index serves the equality where it stands in a condition: %s', (text, sql) => {
    expect(printedForPostgres(text, conditionToSql)).toContain(sql)
  })

  test('what its functions cannot do is left to memory, and said', () => {
    expect(() => printedForPostgres('name.matches(id)')).toThrow(NotInSql)
    expect(() => printedForPostgres('seen.getHours(name)')).toThrow(NotInSql)
    const { parameters } = compileForPostgres(
      expressionToSql(treeOf('name == input.note'), contextOf(sampleModel, 'r', postgresDialect)),
    )
    for (const note of ['a\0', '\uD800'])
      expect(() => bindForPostgres(parameters[0], scopeOf({ input: { note } }))).toThrow(NotInSql)
    expect(bindForPostgres(parameters[0], scopeOf({ input: { note: 'a' } }))).toBe('a')
  })
})
