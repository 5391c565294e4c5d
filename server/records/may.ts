// What a reader may do to a record: which fields he may change, whether he may delete it or see its history, which transitions he may do, and why not.
import { decideWrite } from '#shared/decisions/6-roles.ts'
import type { Filling } from '#shared/decisions/8-errors.ts'
import { rolesKey } from '#shared/decisions/actor.ts'
import type { Decision, Refusal } from '#shared/decisions/decision.ts'
import type { RecordMay } from '#shared/protocol/record.ts'
import type { Acting, RecordsDependencies } from './dependencies.ts'
import { isBetweenStates } from './transition-record.ts'
import { transitionFor } from './work/transit.ts'
import { fillingFor, messagesToFill } from './work/filling.ts'
import { judge, prepare } from './work/judging.ts'
import { fieldsToRead } from './work/reading-rights.ts'
import { entityNamed, writeRightsOf } from './work/rights.ts'
import { withoutState } from './work/tell.ts'

/** The same decisions that the commands enforce, asked beforehand; inputs of transitions count as to come. */
export async function may(
  dependencies: RecordsDependencies,
  acting: Acting,
  name: string,
  id: string,
): Promise<RecordMay | undefined> {
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
  const seeing = writeRightsOf(running, name, actor, 'see history')
  const transitions = [...entity.transitions.values()]
    .filter(isBetweenStates)
    .map((each) => transitionFor(running, entity, each, actor))
    .filter((each) => each.possible)
  const key = `may ${rolesKey(actor)}`
  const prepared = prepare(running, storage, name, key, () => [
    ...updating.nodes,
    ...deleting.nodes,
    ...seeing.nodes,
    ...transitions.flatMap(({ nodes }) => nodes),
  ])
  const answer = await judge(prepared, reader, running, acting, { record, old: record })

  const update: { [field: string]: true | Refusal } = {}
  for (const [field, { standard, computed, workflow, type }] of entity.fields) {
    if (standard || computed !== undefined || workflow || type.kind === 'sequence' || !readable.has(field)) continue
    const decision = decideWrite(model, updating, [field], [answer])
    if (decision.allowed !== 'not knowable') update[field] = decision.allowed ? true : decision.refusal
  }
  const decide = (filling?: Filling) =>
    transitions.map(({ transition, decide: decideOne }): readonly [name: string, decision: Decision] => {
      const decision = decideOne({
        record,
        judge: answer,
        input: 'to come',
        ...(filling === undefined ? {} : { filling }),
      })
      if (decision.allowed === true) return [transition.name.identifier, { allowed: true }]
      const isTold = decision.allowed !== false || readable.has(transition.field)
      return [transition.name.identifier, isTold ? decision : { ...decision, refusal: withoutState(decision.refusal) }]
    })
  const decisions = decide()
  const codes = decisions.flatMap(([, decision]) => (decision.allowed === false ? [decision.refusal.code] : []))
  const messages = messagesToFill(model, [...new Set(codes)], name)
  const about = { entity: name, key: [...messages.keys()].join(' '), situation: { record, old: record } }
  const filling =
    messages.size === 0 ? undefined : await fillingFor(looking, acting, actor, about, [...messages.values()])
  return {
    update,
    delete: decideWrite(model, deleting, [], [answer]),
    history: decideWrite(model, seeing, [], [answer]),
    transitions: Object.fromEntries(filling === undefined ? decisions : decide(filling)),
  }
}
