// Puts a new record in place: defaults, numbers, slugs, computed fields; what is refused after the write undoes the write.
import {
  computedNodes,
  computeFields,
  defaultNodes,
  fillDefaults,
  missingFields,
  requiredNodes,
} from '#shared/decisions/3-entities.ts'
import { refusal } from '#shared/decisions/8-errors.ts'
import type { FieldError } from '#shared/decisions/decision.ts'
import type { Judge } from '#shared/decisions/judge.ts'
import { prepareJudge } from '#shared/decisions/judge.ts'
import type { Node } from '#shared/expressions/node.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Entity } from '#shared/model/model.ts'
import { Refused } from '../refused.ts'
import { judgeWithout, prepare } from './judging.ts'
import { withComputed } from './rewrite.ts'
import type { Authority } from './settle.ts'
import { settle } from './settle.ts'
import type { Work, Written } from './work.ts'
import { invalid, judgeNow, whileWriting } from './work.ts'

/** `errors`: what is wrong with the values already, told with what is missing. */
export async function insertRecord(
  work: Work,
  entity: Entity,
  values: { readonly [field: string]: unknown },
  errors: readonly FieldError[],
  authority: Authority,
): Promise<Written> {
  const { transaction, acting } = work
  const { now, actor } = acting
  const name = entity.name.identifier
  await keepSingle(work, entity)
  const person = actor.person?.id ?? null
  const standard = {
    id: work.newId(now),
    version: 1,
    created_at: now,
    created_by: person,
    updated_at: now,
    updated_by: person,
  }
  const local = (record: { readonly [field: string]: unknown }): Judge =>
    judgeLocally(work, entity, { ...record, ...standard })
  const filled = fillDefaults(entity, values, local)
  const awaited = defaultsWithFacts(work, entity)
  // A field that is wrong is not also missing; one whose default needs the database gets it after the write.
  const missing = missingFields(entity, filled, local(filled)).filter(
    ({ field }) => !awaited.includes(field) && !errors.some((error) => error.field === field),
  )
  const wrong = [...errors, ...missing]
  if (wrong.length > 0) throw invalid(work, wrong)

  let record: RecordValue = { ...filled, ...(await valuesOfSystem(work, entity, filled)), ...standard }
  record = { ...record, ...computeFields(entity, 'stored', judgeLocally(work, entity, record)) }
  const inserted = record
  await whileWriting(work, name, () => transaction.insert(name, inserted))
  if (awaited.length > 0) record = await fillFromFacts(work, entity, values, record)
  record = await withComputed(work, entity, record)

  await settle(work, entity, { record, old: null }, authority)
  return { entity: name, id: record.id }
}

/** An effect, an account: nobody is asked for rights. */
export function insertAsDocument(
  work: Work,
  entity: Entity,
  values: { readonly [field: string]: unknown },
): Promise<Written> {
  return insertRecord(work, entity, values, [], { key: 'create', nodes: [] })
}

/** `only one: yes`: there is no second one beside it. `own`: how many it is itself by now. */
export async function keepSingle({ running, transaction }: Work, entity: Entity, own = 0): Promise<void> {
  const { identifier, label } = entity.name
  if (!entity.onlyOne || (await transaction.count(identifier)) <= own) return
  const refused = refusal(running.model, 'conflict', { entity: identifier, cites: entity.cite })
  throw new Refused({ ...refused, message: `There is one ${label} already, and there is only one.` })
}

/** Numbers of sequences, and slugs that nobody has. */
async function valuesOfSystem(
  work: Work,
  entity: Entity,
  record: { readonly [field: string]: unknown },
): Promise<{ readonly [field: string]: unknown }> {
  const values: { [field: string]: unknown } = {}
  const name = entity.name.identifier
  for (const [field, { type, computed }] of entity.fields) {
    if (computed !== undefined) continue
    if (type.kind === 'sequence') {
      values[field] = await work.transaction.next(
        name,
        field,
        type.per === undefined ? undefined : String(record[type.per] ?? ''),
      )
    } else if (type.kind === 'slug' && type.of !== undefined && typeof record[field] === 'string') {
      values[field] = await work.transaction.freeSlug(name, field, record[field])
    }
  }
  return values
}

/** Defaults, conditions of required fields and computed fields, as far as the record itself tells. */
function judgeLocally(work: Work, entity: Entity, record: { readonly [field: string]: unknown }): Judge {
  const nodes = (): readonly Node[] => [
    ...defaultNodes(entity),
    ...requiredNodes(entity),
    ...computedNodes(entity, 'stored'),
  ]
  const prepared = prepare(work.running, work.storage, entity.name.identifier, 'own', nodes)
  return judgeWithout(prepared, work.running, work.acting, { record: record as RecordValue })
}

/** Fields whose defaults look beyond the record. */
function defaultsWithFacts(work: Work, entity: Entity): readonly string[] {
  return work.running.compiled('defaults with facts', entity.name.identifier, () =>
    [...entity.fields].flatMap(([field, { default: given }]) =>
      given?.kind === 'expression' && prepareJudge([given.expression.tree]).facts.length > 0 ? [field] : [],
    ),
  )
}

async function fillFromFacts(
  work: Work,
  entity: Entity,
  values: { readonly [field: string]: unknown },
  record: RecordValue,
): Promise<RecordValue> {
  const name = entity.name.identifier
  const judge = await judgeNow(work, name, 'defaults', () => defaultNodes(entity), { record })
  const fields = defaultsWithFacts(work, entity).filter((field) => !Object.hasOwn(values, field))
  const filled = fillDefaults(
    entity,
    Object.fromEntries(Object.entries(record).filter(([field]) => !fields.includes(field))),
    () => judge,
  )
  const changes = Object.fromEntries(fields.map((field) => [field, filled[field]]))
  if (fields.length > 0)
    await whileWriting(work, name, () => work.transaction.update(name, record.id, { ...changes, version: 1 }))
  return { ...record, ...changes }
}
