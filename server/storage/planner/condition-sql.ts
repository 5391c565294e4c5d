// Prints conditions as SQL: the document's see all data, an actor's see only their read policy.
import { sql } from '../sql.ts'
import { openingHoursOf } from '#shared/decisions/4-timers.ts'
import type { Node } from '#shared/expressions/node.ts'
import { conditionToSql, expressionToSql } from '../expressions/expression-sql.ts'
import type { SqlContext } from '../expressions/expression-sql-context.ts'
import { placeOf, fieldPolicyOf, tableOf } from './plan-lookup.ts'
import type { StatementContext, Sql } from './plan-context.ts'
import type { ReadPolicy } from '#shared/policy/read-policy.ts'

/** Returns the part of an entity that a reader may see, or undefined where they may see nothing of it. */
export type PolicyByEntity = (entity: string) => ReadPolicy | undefined

/** The document's own expression over the row called `alias`; undefined: no record is at hand. */
export function documentSql(context: StatementContext, node: Node, alias: string | undefined): Sql {
  return expressionToSql(node, documentContext(context, alias))
}

/**
 * Prints the same over the row of a record that may have been deleted: its relations lead to what was deleted with it,
 * too, as that was.
 */
export function documentSqlOfDeleted(context: StatementContext, node: Node, alias: string): Sql {
  return expressionToSql(node, documentContext(context, alias, alias))
}

/** The document's own condition over the row, as it stands in WHERE. */
export function documentCondition(context: StatementContext, node: Node, alias: string): Sql {
  return conditionToSql(node, documentContext(context, alias))
}

/** A reader's condition over the row, as it stands in WHERE. */
export function readerCondition(context: StatementContext, node: Node, alias: string, policies: PolicyByEntity): Sql {
  return conditionToSql(node, actorContextSql(context, alias, policies))
}

/** Prints a reader's expression over the row. Hidden records do not exist for it, and hidden values are empty. */
export function actorSql(
  context: StatementContext,
  node: Node,
  alias: string | undefined,
  policies: PolicyByEntity,
): Sql {
  return expressionToSql(node, actorContextSql(context, alias, policies))
}

/** `deleted`: the alias of a row in whose deletion others may have gone. */
function documentContext(context: StatementContext, alias: string | undefined, deleted?: string): SqlContext {
  return {
    ...(alias === undefined ? {} : { this: alias }),
    ...(deleted === undefined
      ? {}
      : {
          related: (entity) =>
            sql.raw(
              `(SELECT * FROM ${tableOf(context, entity).table} WHERE trashed_at IS NULL OR trashed_with = ${deleted}.trashed_with)`,
            ),
        }),
    dialect: context.dialect,
    fresh: context.fresh,
    table: (entity) => sql.raw(`(SELECT * FROM ${tableOf(context, entity).table} WHERE trashed_at IS NULL)`),
    count: (entity) => countOf(context, entity),
    isWhole: (entity) => hasEmptyTrash(context, entity),
    column: (entity, field, row) => valueOf(context, entity, field, row, deleted),
    number: (row) => sql.raw(`${row}.row`),
    isWorkedOut: (entity, field) => placeOf(context, entity, field)?.name === undefined,
    isRequired: (entity, field) => placeOf(context, entity, field)?.required === true,
    timer(entity, name, row) {
      const timer = context.model.entities.get(entity)?.timers.get(name)
      if (timer === undefined) return undefined
      const { number } = tableOf(context, entity)
      const moment = sql`(SELECT ${context.dialect.member(sql.raw('value'), 'moment', { kind: 'timestamp' })} FROM job WHERE entity = ${sql.lit(number)} AND record = ${sql.raw(`${row}.id`)} AND kind = 'timer' AND key = ${sql.lit(name)})`
      const { calendar } = timer
      return { moment, ...(calendar === undefined ? {} : { calendar: openingHoursOf(context.model, calendar) }) }
    },
    role(entity, name, row) {
      const conditions = (context.model.roles.get(name)?.onRecords ?? []).filter((each) => each.entity === entity)
      if (conditions.length === 0) return undefined
      const met = conditions.map(({ where }) => expressionToSql(where.tree, documentContext(context, row, deleted)))
      return sql`(${sql.join(met, sql.raw(' OR '))})`
    },
    link(entity, field) {
      const pairs = placeOf(context, entity, field)?.pairs
      return pairs === undefined ? undefined : { table: sql.raw(pairs), owner: 'source', target: 'target' }
    },
  }
}

/** The engine knows how many rows a table has, and those in the trash have an index: none is looked at. */
function countOf(context: StatementContext, entity: string): Sql {
  const { table } = tableOf(context, entity)
  return sql.raw(`((SELECT count(*) FROM ${table}) - (SELECT count(*) FROM ${table} WHERE trashed_at IS NOT NULL))`)
}

/** Asks whether nothing lies in the trash: once for a statement, by the index of the trash. */
function hasEmptyTrash(context: StatementContext, entity: string): Sql {
  return sql.raw(`NOT EXISTS (SELECT 1 FROM ${tableOf(context, entity).table} WHERE trashed_at IS NOT NULL)`)
}

/** Gives what a reader's expressions may see. A reader may ask for any set within any other, so each look through one ends in time. */
function actorContextSql(context: StatementContext, alias: string | undefined, policies: PolicyByEntity): SqlContext {
  const document = documentContext(context, alias)
  return {
    ...document,
    table(entity) {
      const policy = policies(entity)
      const { table } = tableOf(context, entity)
      if (!policy || policy.rows === false)
        return sql`(SELECT * FROM ${sql.raw(table)} WHERE ${context.dialect.truth(false)})`
      const row = context.fresh()
      const rule = policy.rows === true ? sql.raw('') : sql` AND ${documentCondition(context, policy.rows, row)}`
      return sql`(SELECT * FROM ${sql.raw(`${table} AS ${row}`)} WHERE ${context.dialect.whileThereIsTime(row)} AND ${sql.raw(`${row}.trashed_at IS NULL`)}${rule})`
    },
    count: (entity) => (policies(entity)?.rows === true ? countOf(context, entity) : undefined),
    isWhole: (entity) => (policies(entity)?.rows === true ? hasEmptyTrash(context, entity) : undefined),
    column(entity, field, row) {
      const when = fieldPolicyOf(policies(entity), field)
      if (when === false) return emptyValueOf(context, entity, field)
      const value = valueOf(context, entity, field, row)
      return when === true ? value : sql`CASE WHEN ${documentSql(context, when, row)} THEN ${value} END`
    },
    // What is hidden is empty to its reader, though its column never is.
    isRequired: (entity, field) =>
      fieldPolicyOf(policies(entity), field) === true && document.isRequired?.(entity, field) === true,
    timer(entity, name, row) {
      const timer = document.timer?.(entity, name, row)
      const field = context.model.entities.get(entity)?.timers.get(name)?.field ?? ''
      const when = fieldPolicyOf(policies(entity), field)
      if (timer === undefined || when === false) return undefined
      // The moment of a timer discloses the state in which it runs, so it is as visible as that field.
      const moment =
        when === true ? timer.moment : sql`CASE WHEN ${documentSql(context, when, row)} THEN ${timer.moment} END`
      return { ...timer, moment }
    },
    link(entity, field) {
      const link = document.link(entity, field)
      if (!link) return undefined
      const policy = policies(entity)
      const when = fieldPolicyOf(policy, field)
      if (!policy || policy.rows === false || when === false)
        return { ...link, table: sql`(SELECT * FROM ${link.table} WHERE ${context.dialect.truth(false)})` }
      // A walk may have led to the owner of the pairs: that record has to be one that may be read.
      const conditions = [policy.rows, when].filter((each) => each !== true)
      if (conditions.length === 0) return link
      const [row, pair] = [context.fresh(), context.fresh()]
      const owner = sql.raw(`${tableOf(context, entity).table} AS ${row} ON ${row}.id = ${pair}.source`)
      const met = sql.join(
        conditions.map((each) => documentCondition(context, each, row)),
        sql.raw(' AND '),
      )
      return {
        ...link,
        table: sql`(SELECT ${sql.raw(`${pair}.*`)} FROM ${link.table} AS ${sql.raw(pair)} JOIN ${owner} WHERE ${met})`,
      }
    },
  }
}

/** Prints the empty value with the type of the field. */
function emptyValueOf({ dialect, model }: StatementContext, entity: string, field: string): Sql {
  return dialect.literal(null, model.entities.get(entity)?.fields.get(field)?.valueType ?? { kind: 'null' })
}

/** Prints the value of a field: of a stored one its column, of a computed one its expression, which is the document's and sees all data. */
export function valueOf(context: StatementContext, entity: string, field: string, row: string, deleted?: string): Sql {
  const place = placeOf(context, entity, field)
  const declared = context.model.entities.get(entity)?.fields.get(field)
  if (place?.name !== undefined) {
    const column = sql.raw(`${row}.${place.name}`)
    return declared === undefined ? column : context.dialect.stored(column, declared.valueType)
  }
  const { computed } = declared ?? {}
  if (!computed) throw new Error(`${entity} has no field ${field}`)
  return expressionToSql(computed.expression.tree, documentContext(context, row, deleted))
}
