// Finds the rules that read a changed record by a relation, and the condition on the records they are about.
import type { Node } from '../expressions/node.ts'
import { BOOLEAN } from '../expressions/type-rules.ts'
import type { Type } from '../expressions/type.ts'
import type { Entity, Model } from '../model/model.ts'
import { expandComputed } from '../model/7-calls/expand-computed.ts'
import { type RuleSource, type RelationStep, rulePathsOf } from '../model/5-rules/rule-paths.ts'
import { prepareRules, type PreparedRule } from './5-rules.ts'

/** A rule of one entity, seen from another whose records it reads. */
export interface RuleFromOutside {
  readonly entity: Entity
  readonly prepared: PreparedRule
  readonly read: RuleSource
  /** The field of the changed record that leads there; undefined: others lead to it. */
  readonly link?: string
  /** The rule's records that lead to the one that `input.changed` names. */
  readonly records: Node
  /** The rule is one of lines, which come and go with the changed record and are then checked themselves. */
  readonly isOfLines?: true
}

/** Finds the rules that are checked from both sides, by the entity whose changes have to be checked. */
export function findRulesFromBothSides(model: Model): ReadonlyMap<string, readonly RuleFromOutside[]> {
  const found = new Map<string, RuleFromOutside[]>()
  for (const entity of model.entities.values()) {
    for (const prepared of prepareRules(entity)) {
      for (const read of readsFromOutside(model, entity, prepared)) {
        const last = read.path.at(-1)
        const isBackwards = last?.kind === 'reverse'
        const path = isBackwards ? read.path.slice(0, -1) : read.path
        const records = recordsLeadingTo(entity, path)
        const rule = {
          entity,
          prepared,
          read,
          records,
          ...(isBackwards ? { link: last.field } : {}),
          ...(prepared.rule.checked === 'from both sides' ? {} : { isOfLines: true as const }),
        }
        found.set(read.entity, [...(found.get(read.entity) ?? []), rule])
      }
    }
  }
  return found
}

/**
 * Lists what a rule reads of other records and is asked at when that changes: all of it where the rule says "from both
 * sides"; of a rule of lines what it reads of their head, and of the head of that, since all are one whole.
 */
export function readsFromOutside(model: Model, entity: Entity, { rule, node }: PreparedRule): readonly RuleSource[] {
  const isSaid = rule.checked === 'from both sides'
  const isOfLines = entity.partOf !== undefined && rule.checked === 'always' && rule.transition === undefined
  if (!isSaid && !isOfLines) return []
  const { reads } = rulePathsOf(expandComputed(model, node))
  return isSaid ? reads : reads.filter(({ path }) => leadsToHeads(model, entity, path))
}

/** Does a path lead from a line to its head, or on to the head of that? */
function leadsToHeads(model: Model, line: Entity, path: readonly RelationStep[]): boolean {
  let at: Entity | undefined = line
  for (const { field, kind, type } of path) {
    if (at?.partOf === undefined || kind === 'reverse' || field !== at.partOf) return false
    at = type.kind === 'record' ? model.entities.get(type.entity) : undefined
  }
  return path.length > 0
}

export const CHANGED = 'changed'

/** `Booking.filter(r, r.room == input.changed)`. */
function recordsLeadingTo(entity: Entity, path: readonly RelationStep[]): Node {
  const { identifier, span } = entity.name
  const one: Type = { kind: 'record', entity: identifier }
  const set: Type = { kind: 'set', of: one }
  const start: Node = { kind: 'variable', name: 'r0', type: one, span }
  return {
    kind: 'each',
    operation: 'filter',
    set: { kind: 'records', entity: identifier, type: set, span },
    variable: 'r0',
    body: leadsTo(start, path, 1),
    type: set,
    span,
  }
}

function leadsTo(record: Node, path: readonly RelationStep[], depth: number): Node {
  const { span } = record
  const [step, ...rest] = path
  if (!step) {
    const changed: Node = { kind: 'input', name: CHANGED, type: record.type, span }
    return { kind: 'binary', operator: '==', left: record, right: changed, type: BOOLEAN, span }
  }
  const next = follow(record, step)
  if (next.type.kind !== 'set') return leadsTo(next, rest, depth)
  const variable = `r${depth}`
  const each: Node = { kind: 'variable', name: variable, type: next.type.of, span }
  const body = leadsTo(each, rest, depth + 1)
  return { kind: 'each', operation: 'exists', set: next, variable, body, type: BOOLEAN, span }
}

function follow(record: Node, { kind, entity, field, name = '', type }: RelationStep): Node {
  const { span } = record
  return kind === 'reverse'
    ? { kind, record, name, entity, field, type, span }
    : { kind: 'field', record, entity, field, type, span }
}
