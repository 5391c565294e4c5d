// Says whether somebody who may fill in some fields of a new record can ever meet what its creation asks.
// What is not known counts as possible, so that nothing is withheld or warned of wrongly.
import { evaluate } from '../../expressions/evaluate.ts'
import type { Node } from '../../expressions/node.ts'
import type { RecordValue } from '../../expressions/value.ts'
import { mapNode, someNode } from '../../expressions/walk.ts'
import { isMany } from '../../fields/coerce-value.ts'
import { fieldType } from '../../fields/registry.ts'
import { isWrittenByPeople } from '../3-entities/written-by-people.ts'
import type { Effect, Entity, Field } from '../model.ts'

export interface NewRecord {
  /** Fields that its creator may fill in. */
  readonly given: ReadonlySet<string>
  /** The transition from "new record" by which it is created; absent: it is created plainly. */
  readonly step?: string
  /** Is its creator not signed in? */
  readonly isByNobody?: boolean
}

const CREATOR = 'creator'

/** Can a new record meet the condition, whatever its creator fills in? */
export function mayBeMetByNew(entity: Entity, condition: Node | true, created: NewRecord): boolean {
  if (condition === true) return true
  // The moment is another one each time.
  const timeless = mapNode(condition, (node) =>
    node.kind === 'now' || node.kind === 'today'
      ? { kind: 'fact', name: node.kind, type: node.type, span: node.span }
      : node,
  )
  const me = created.isByNobody ? null : { id: CREATOR }
  try {
    const answer = evaluate(timeless, { this: knownValues(entity, created), me, now: '', timeZone: 'UTC', limits: {} })
    return answer === true || answer === undefined
  } catch {
    return true
  }
}

/** Lists the required fields of a new record that neither its creator nor anything else fills. */
export function neverFilled(entity: Entity, created: NewRecord): readonly Field[] {
  const { fields, isAnySet } = setWhenCreated(entity, created)
  if (isAnySet) return []
  return [...entity.fields.values()].filter(
    (field) => isNeeded(field) && !created.given.has(field.name.identifier) && !fields.has(field.name.identifier),
  )
}

/** Has to be sent, since nothing else fills it. */
export function isNeeded(field: Field): boolean {
  return field.required === true && !field.default && isWrittenByPeople(field) && !isFilledElsewhere(field)
}

/** Lists the fields of the new record that the condition reads, and that have one value for all who create it so. */
export function fieldsAskedInVain(entity: Entity, condition: Node, created: NewRecord): readonly Field[] {
  const known = knownValues(entity, created)
  return [...entity.fields.values()].filter(({ name: { identifier } }) => {
    const isOwn = (node: Node): boolean =>
      node.kind === 'field' && node.field === identifier && node.record.kind === 'this'
    return identifier !== 'id' && known[identifier] !== undefined && someNode(condition, isOwn)
  })
}

/** Values that are the same whatever is filled in; what is absent is not known. */
function knownValues(entity: Entity, created: NewRecord): RecordValue {
  const record: { [field: string]: unknown } = { id: 'new', created_by: created.isByNobody ? null : CREATOR }
  const { fields: set, isAnySet } = setWhenCreated(entity, created)
  if (isAnySet) return { id: 'new' }
  for (const [name, field] of entity.fields) {
    if (field.standard || field.computed || created.given.has(name) || set.has(name)) continue
    const starts = entity.workflows.get(name)?.starts
    const { default: given } = field
    if (starts !== undefined) record[name] = starts
    else if (given?.kind === 'literal') record[name] = given.value
    else if (given?.expression.tree.kind === 'me') record[name] = record['created_by']
    else if (!given && isWrittenByPeople(field) && !isFilledElsewhere(field)) record[name] = isMany(field) ? [] : null
  }
  return { ...record, id: 'new' }
}

/** Written with its head, a line is given it; other values are made from others. */
function isFilledElsewhere({ type }: Field): boolean {
  return (type.kind === 'relation' && type.part === true) || fieldType(type.kind).madeFrom?.(type) !== undefined
}

/** Finds what the document itself sets in a record that is created so. */
function setWhenCreated(
  { name, events, transitions }: Entity,
  { step }: NewRecord,
): { readonly fields: ReadonlySet<string>; readonly isAnySet: boolean } {
  const rows = step === undefined ? [] : (transitions.get(step)?.rows ?? [])
  const effects = flatten([
    ...events.filter(({ event }) => event === 'created').flatMap(({ then }) => then),
    ...rows.filter(({ from }) => from === 'new record').flatMap(({ then }) => then),
  ])
  const fields = effects.flatMap((effect) =>
    effect.kind === 'set' || effect.kind === 'add' || effect.kind === 'remove' ? [effect.field] : [],
  )
  const isAnySet = effects.some((effect) => effect.kind === 'update' && effect.entity === name.identifier)
  return { fields: new Set(fields), isAnySet }
}

function flatten(effects: readonly Effect[]): readonly Effect[] {
  return effects.flatMap((effect) => {
    if (effect.kind === 'for each') return flatten(effect.effects)
    return effect.kind === 'try' ? flatten([effect.effect, effect.otherwise]) : [effect]
  })
}
