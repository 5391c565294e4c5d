// Creates a record: authorise, read, fill, write, then judge it as it now is. What is refused after the write undoes the write.
import { rolesKey } from '#shared/decisions/actor.ts'
import {
  choiceNodes,
  computedNodes,
  computeFields,
  defaultNodes,
  fillDefaults,
  missingFields,
  readBody,
  requiredNodes,
  wrongChoices,
} from '#shared/decisions/3-entities.ts'
import { decideWrite, notGranted } from '#shared/decisions/6-roles.ts'
import type { FieldError } from '#shared/decisions/decision.ts'
import type { Judge } from '#shared/decisions/judge.ts'
import { prepareJudge } from '#shared/decisions/judge.ts'
import type { Node } from '#shared/expressions/node.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import { isEmptyValue } from '#shared/fields/coerce.ts'
import type { Entity } from '#shared/model/model.ts'
import type { Acting, RecordsDependencies } from './dependencies.ts'
import { Refused } from './refused.ts'
import { guardPerson } from './work/guard-person.ts'
import { judgeWithout, prepare } from './work/judging.ts'
import { obeyRules } from './work/obey-rules.ts'
import { missingRelations } from './work/relations.ts'
import { withComputed } from './work/rewrite.ts'
import { entityNamed, notGrantedAtAll, readableFields, writeRightsOf } from './work/rights.ts'
import { refuseFilled } from './work/tell.ts'
import type { CommandOptions, Work, Written } from './work/work.ts'
import { command, invalid, judgeNow, whileWriting } from './work/work.ts'
import { writeHistory } from './work/write-history.ts'

export function createRecord(
  dependencies: RecordsDependencies,
  acting: Acting,
  entity: string,
  body: { readonly [field: string]: unknown },
  options: CommandOptions = {},
): Promise<Written> {
  return command(dependencies, acting, options, (work) => createAsPerson(work, entity, body))
}

/** With the rights of whoever acts: what was sent is read, checked and answered for. */
export async function createAsPerson(
  work: Work,
  name: string,
  body: { readonly [field: string]: unknown },
): Promise<Written> {
  const { running, acting } = work
  const { actor } = acting
  const { model } = running
  const entity = entityNamed(model, name)
  const rights = writeRightsOf(running, name, actor, 'create')
  if (rights.grants.length === 0)
    throw actor.person === null ? notGrantedAtAll(model, actor) : new Refused(notGranted(model, rights, undefined))
  const read = readBody(entity, body, {
    verb: 'create',
    writable: rights.fields,
    readable: readableFields(running, name, actor),
  })
  if (name === 'Person') guardPerson(work, undefined, read.values)
  const errors = [...read.errors, ...(await missingRelations(work, entity, read.values))]
  return insert(work, entity, read.values, errors, {
    key: `create ${rolesKey(actor)}`,
    nodes: rights.nodes,
    async authorise(judge, record) {
      const decision = decideWrite(model, rights, Object.keys(read.values), [judge])
      if (decision.allowed === false)
        await refuseFilled(work, decision.refusal, { entity: name, situation: { record } })
    },
  })
}

/** With the document's authority: an effect of a transition, an account. Its rules hold all the same. */
export function createAsDocument(
  work: Work,
  name: string,
  values: { readonly [field: string]: unknown },
): Promise<Written> {
  return insert(work, entityNamed(work.running.model, name), values, [], {
    key: 'create',
    nodes: [],
    authorise: async () => {},
  })
}

interface Authority {
  /** Names its nodes within the document. */
  readonly key: string
  readonly nodes: readonly Node[]
  authorise(judge: Judge, record: RecordValue): Promise<void>
}

async function insert(
  work: Work,
  entity: Entity,
  values: { readonly [field: string]: unknown },
  errors: readonly FieldError[],
  authority: Authority,
): Promise<Written> {
  const { transaction, acting } = work
  const { now, actor } = acting
  const name = entity.name.identifier
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
  const stillMissing = (
    record: { readonly [field: string]: unknown },
    judge: Judge,
    later: readonly string[],
  ): readonly FieldError[] =>
    missingFields(entity, record, judge).filter(
      ({ field }) => !later.includes(field) && !errors.some((error) => error.field === field),
    )
  const wrong = [...errors, ...stillMissing(filled, local(filled), awaited)]
  if (wrong.length > 0) throw invalid(work, wrong)

  let record: RecordValue = { ...filled, ...(await valuesOfSystem(work, entity, filled)), ...standard }
  record = { ...record, ...computeFields(entity, 'stored', judgeLocally(work, entity, record)) }
  const inserted = record
  await whileWriting(work, name, () => transaction.insert(name, inserted))
  if (awaited.length > 0) record = await fillFromFacts(work, entity, values, record)
  record = await withComputed(work, entity, record)

  const nodes = (): readonly Node[] => [...authority.nodes, ...requiredNodes(entity), ...choiceNodes(entity)]
  const judge = await judgeNow(work, name, `${authority.key} written`, nodes, { record })
  await authority.authorise(judge, record)
  const unfit = [...stillMissing(record, judge, []), ...wrongChoices(entity, record, judge)]
  if (unfit.length > 0) throw invalid(work, unfit)
  const confirmed = await obeyRules(
    work,
    entity,
    { record, old: null },
    { created: true, changed: Object.keys(record) },
  )
  const changes = Object.fromEntries(
    Object.entries(record).flatMap(([field, value]) =>
      field in standard || isEmptyValue(value) || entity.fields.get(field)?.computed?.stored === false
        ? []
        : [[field, [null, value] as const]],
    ),
  )
  await writeHistory(work, entity, { record: record.id, event: 'created', changes, confirmed })
  return { entity: name, id: record.id }
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
  const fields = defaultsWithFacts(work, entity).filter((field) => !(field in values))
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
