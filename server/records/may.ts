// What a reader may do to a record: which fields he may change, whether he may delete it, which transitions he may do, and why not.
import { decideWrite } from '#shared/decisions/6-roles.ts'
import { rolesKey } from '#shared/decisions/actor.ts'
import type { Refusal } from '#shared/decisions/decision.ts'
import type { RecordMay } from '#shared/protocol/record.ts'
import type { Acting, RecordsDependencies } from './dependencies.ts'
import { transitionFor } from './transition-record.ts'
import { fillingFor } from './work/filling.ts'
import { judge, prepare } from './work/judging.ts'
import { fieldsToRead } from './work/reading-rights.ts'
import { entityNamed, writeRightsOf } from './work/rights.ts'

/** The same decisions that the commands enforce, asked beforehand; inputs of transitions count as to come. */
export async function may(dependencies: RecordsDependencies, acting: Acting, name: string, id: string): Promise<RecordMay | undefined> {
  const { storage, current } = dependencies
  const { running } = current
  const { model } = running
  const { reader } = storage
  const { actor, now } = acting
  const entity = entityNamed(model, name)
  const record = await reader.record(name, id)
  const looking = { reader, storage, running, now }
  const readable = record === undefined ? undefined : await fieldsToRead(looking, actor, name, record)
  if (record === undefined || readable === undefined) return undefined
  const updating = writeRightsOf(running, name, actor, 'update')
  const deleting = writeRightsOf(running, name, actor, 'delete')
  const transitions = [...(entity.workflow?.transitions.values() ?? [])].map((each) => transitionFor(running, entity, each, actor)).filter((each) => each.possible)
  const key = `may ${rolesKey(actor)}`
  const prepared = prepare(running, storage, name, key, () => [...updating.nodes, ...deleting.nodes, ...transitions.flatMap(({ nodes }) => nodes)])
  const answer = await judge(prepared, reader, running, acting, { record, old: record })

  const update: { [field: string]: true | Refusal } = {}
  for (const [field, { standard, computed, workflow, type }] of entity.fields) {
    if (standard || computed !== undefined || workflow || type.kind === 'sequence' || !readable.has(field)) continue
    const decision = decideWrite(model, updating, [field], [answer])
    if (decision.allowed !== 'not knowable') update[field] = decision.allowed ? true : decision.refusal
  }
  const state = entity.workflow === undefined ? '' : String(record[entity.workflow.field])
  const about = { entity: name, key, situation: { record, old: record } }
  const messages = [...model.errors.values()].flatMap(({ messages: texts }) => texts.get(name) ?? texts.get('') ?? [])
  const filling = transitions.length === 0 ? undefined : await fillingFor(looking, acting, actor, about, [messages])
  return {
    update,
    delete: decideWrite(model, deleting, [], [answer]),
    transitions: Object.fromEntries(
      transitions.map(({ transition, decide }) => {
        const decision = decide({ state, judge: answer, input: 'to come', ...(filling === undefined ? {} : { filling }) })
        return [transition.name.identifier, decision.allowed === true ? { allowed: true } : decision]
      }),
    ),
  }
}
