// Prints expressions as SQL that gives their JSON text, put together from the texts of their parts.
import type { Node } from '#shared/expressions/node.ts'
import { isCollection } from '#shared/expressions/type-rules.ts'
import type { Type } from '#shared/expressions/type.ts'
import { concatSql } from '../concat-sql.ts'
import { sql } from '../sql.ts'
import type { PrintContext, Sql } from './expression-sql-context.ts'
import { isDecidedInMemory } from './expression-sql-context.ts'
import { printIfThere } from './expression-sql-related.ts'
import { printManyAsJson } from './expression-sql-sets.ts'

/** Never NULL. What has no parts is written by its type. */
export function printJson(node: Node, place: PrintContext): Sql {
  const whole = (): Sql => place.dialect.json(place.print(node), node.type)
  if (isDecidedInMemory(node, place.context)) return whole()
  switch (node.kind) {
    case 'object':
      return concatSql([...node.entries.flatMap(({ name, value }, at) => memberOf(name, at, place.json(value))), END])
    case 'conditional':
      return hasParts(node.type) ? printConditional(node, place) : whole()
    case 'each':
    case 'call':
      return isCollection(node.type) && hasParts(node.type.of) ? printManyAsJson(node, place) : whole()
    default:
      return whole()
  }
}

const END = sql.lit('}')

function memberOf(name: string, at: number, text: Sql): readonly Sql[] {
  return [sql.lit(`${at === 0 ? '{' : ','}${JSON.stringify(name)}:`), text]
}

function hasParts(type: Type): boolean {
  return type.kind === 'object' || isCollection(type)
}

function printConditional(node: Node & { readonly kind: 'conditional' }, place: PrintContext): Sql {
  const { dialect } = place
  const nothing = sql.lit(isCollection(node.type) ? '[]' : 'null')
  const found = printIfThere(node, place, (value, at) => at.json(value))
  if (found !== undefined) return sql`coalesce(${found}, ${nothing})`
  const [then, otherwise] = [node.then, node.otherwise].map((each) =>
    each.type.kind === 'null' ? nothing : place.json(each),
  )
  return sql`(CASE ${place.print(node.test)} WHEN ${dialect.truth(true)} THEN ${then} WHEN ${dialect.truth(false)} THEN ${otherwise} ELSE ${nothing} END)`
}
