// Makes the read policy of an actor: the rows and fields of an entity they may see.
import type { Node } from '../expressions/node.ts'
import type { Model } from '../model/model.ts'
import type { Actor } from './actor.ts'
import { matchingGrants, isWhole, readableFields, isAlwaysRead, boundFields, both } from './permissions.ts'
import { exceptWhere, anyOf } from './fold-conditions.ts'

/** Read policy of one reader for an entity. It is part of every query. */
export interface ReadPolicy {
  readonly entity: string
  /** Condition on the rows that may be read. It is the document's own and sees all data; false means no rows. */
  readonly rows: Node | boolean
  /** A field is shown where `when` is true for the row. `id` and `_version` come always and are listed. */
  readonly fields: readonly { readonly field: string; readonly when: Node | true }[]
}

/** Worked out once per entity and roles; the caller keeps it as long as the model (`rolesKey`). */
export function makeReadPolicy(model: Model, entity: string, actor: Actor): ReadPolicy {
  return makePolicyFor(model, entity, actor, 'read')
}

/**
 * Makes the policy of what an actor may export: rows and fields that both a grant to read and a grant to export
 * cover.
 */
export function makeExportPolicy(model: Model, entity: string, actor: Actor): ReadPolicy {
  return makePolicyWithin(model, entity, actor, 'export')
}

/**
 * Makes the policy of the histories that an actor may see: rows and fields that both a grant to read and a grant to see
 * histories cover.
 */
export function makeHistoryPolicy(model: Model, entity: string, actor: Actor): ReadPolicy {
  return makePolicyWithin(model, entity, actor, 'see history')
}

type ReadVerb = 'read' | 'export' | 'see history'

/** Covers what may be read, as far as the verb is granted too. */
function makePolicyWithin(model: Model, entity: string, actor: Actor, verb: ReadVerb): ReadPolicy {
  const read = makeReadPolicy(model, entity, actor)
  const granted = makePolicyFor(model, entity, actor, verb)
  if (read.rows === false || granted.rows === false) return { entity, rows: false, fields: [] }
  const fields = read.fields.flatMap(({ field, when }) => {
    const other = granted.fields.find((each) => each.field === field)
    return other === undefined ? [] : [{ field, when: within(when, other.when) }]
  })
  return { entity, rows: within(read.rows, granted.rows), fields }
}

/** One grant to both verbs asks one condition, which is the same then as for reading. */
function within(read: Node | true, granted: Node | true): Node | true {
  return JSON.stringify(read) === JSON.stringify(granted) ? read : both(read, granted)
}

function makePolicyFor(model: Model, entity: string, actor: Actor, verb: ReadVerb): ReadPolicy {
  const found = model.entities.get(entity)
  if (!found) return { entity, rows: false, fields: [] }
  const { grants, except } = matchingGrants(model, found, actor, verb)
  const takenRows = except.filter((each) => isWhole(found, each)).map((each) => each.when)
  const rows = exceptWhere(anyOf(grants.map((each) => each.when)), takenRows)
  const fields: { field: string; when: Node | true }[] = []
  for (const name of readableFields(found)) {
    const granting = grants.filter((each) => each.fields.has(name) || isAlwaysRead(name))
    const taken = [
      ...except.filter((each) => !isWhole(found, each) && each.fields.has(name)).map((each) => each.when),
      ...boundFields(model, found, actor, ['hidden']).flatMap((each) => (each.fields.has(name) ? [each.when] : [])),
    ]
    // Listed in every grant that can open a row, the field is open wherever the row is.
    const open = granting.length === grants.length ? granting.length > 0 : anyOf(granting.map((each) => each.when))
    const when = isAlwaysRead(name) ? open : exceptWhere(open, taken)
    if (when !== false) fields.push({ field: name, when })
  }
  return { entity, rows, fields: rows === false ? [] : fields }
}
