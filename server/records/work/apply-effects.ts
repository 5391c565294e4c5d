// Does what stands under "then", in its order, each effect seeing those before; the document's authority, so nobody is asked for rights.
import type { RecordValue, Value } from '#shared/expressions/value.ts'
import { prepareJudge } from '#shared/decisions/judge.ts'
import type { Judge } from '#shared/decisions/judge.ts'
import { fillMessage, refusal } from '#shared/decisions/8-errors.ts'
import { makeActor } from '#shared/decisions/actor.ts'
import type { FieldError } from '#shared/decisions/decision.ts'
import type { Node } from '#shared/expressions/node.ts'
import { coerceValue } from '#shared/fields/coerce.ts'
import { convertToJson } from '#shared/fields/convert.ts'
import type { Effect, Entity } from '#shared/model/model.ts'
import { createAsDocument } from '../create-record.ts'
import { fillingFor } from './filling.ts'
import type { Situation } from './judging.ts'
import { writeChanges } from './rewrite.ts'
import { entityNamed } from './rights.ts'
import { refuseFilled } from './tell.ts'
import type { Work } from './work.ts'
import { invalid, judgeNow } from './work.ts'

/** `start`: what changes before the first effect (the state). Gives the record as it is after the last. */
export async function applyEffects(
  work: Work,
  entity: Entity,
  before: Situation & { readonly old: RecordValue },
  start: { readonly [field: string]: unknown },
  effects: readonly Effect[],
): Promise<RecordValue> {
  let pending: { [field: string]: unknown } = { ...start }
  let written = before.record
  let isWritten = false
  const record = (): RecordValue => ({ ...written, ...pending })

  /** What was set so far goes to the database before anything there is asked or others come to see it. */
  const write = async (): Promise<void> => {
    if (isWritten && Object.keys(pending).length === 0) return
    // One transition is one version, however many effects it has.
    written = await writeChanges(
      work,
      entity,
      isWritten ? { ...written, version: before.record['version'] } : written,
      pending,
    )
    pending = {}
    isWritten = true
  }

  for (const effect of effects) {
    const nodes = nodesOf(effect)
    const needsFacts = work.running.compiled('effect facts', effectKey(work, entity, effect), () => ({
      any: prepareJudge(nodes).facts.length > 0,
    })).any
    if (needsFacts || effect.kind === 'create' || effect.kind === 'notify') await write()
    const situation = { ...before, record: record() }
    const judge = await judgeNow(work, entity.name.identifier, effectKey(work, entity, effect), () => nodes, situation)
    if (effect.if !== undefined && judge(effect.if.tree) !== true) continue
    switch (effect.kind) {
      case 'set':
        pending[effect.field] = valueFor(work, entity, effect.field, judge(effect.value.tree), effect)
        break
      case 'create': {
        const target = entityNamed(work.running.model, effect.entity)
        const values = effect.fields.map(({ field, value }) => [
          field,
          valueFor(work, target, field, judge(value.tree), effect),
        ])
        await createAsDocument(work, effect.entity, Object.fromEntries(values))
        break
      }
      case 'notify':
        await notify(work, entity, effect, judge, situation)
        break
      case 'refuse': {
        const refused = refusal(work.running.model, effect.code, { entity: entity.name.identifier, cites: effect.cite })
        await write()
        await refuseFilled(work, refused, { entity: entity.name.identifier, situation })
        break
      }
      case 'not run':
        break
    }
  }
  await write()
  return record()
}

function nodesOf(effect: Effect): readonly Node[] {
  const own: readonly Node[] =
    effect.kind === 'set'
      ? [effect.value.tree]
      : effect.kind === 'create'
        ? effect.fields.map(({ value }) => value.tree)
        : effect.kind === 'notify'
          ? [effect.who.tree]
          : []
  return effect.if === undefined ? own : [effect.if.tree, ...own]
}

/** Effects have no names: they are counted as they are met. */
function effectKey(work: Work, entity: Entity, effect: Effect): string {
  const keys = work.running.compiled('effect keys', entity.name.identifier, () => new Map<Effect, string>())
  const known = keys.get(effect)
  if (known !== undefined) return known
  const key = `effect ${keys.size}`
  keys.set(effect, key)
  return key
}

/** The limits of a field hold for effects as well. */
function valueFor(work: Work, entity: Entity, name: string, value: Value, effect: Effect): unknown {
  const field = entity.fields.get(name)
  if (field === undefined) throw new Error(`${entity.name.identifier} has no field ${name}.`)
  const read = coerceValue(convertToJson(value, field.valueType), field)
  if ('value' in read) return read.value
  const error: FieldError = {
    field: name,
    code: read.problem.code,
    message: `${field.name.label} ${read.problem.message}.`,
    cites: effect.cite,
  }
  throw invalid(work, [error])
}

async function notify(
  work: Work,
  entity: Entity,
  effect: Effect & { readonly kind: 'notify' },
  judge: Judge,
  situation: Situation,
): Promise<void> {
  const { transaction, storage, running, acting } = work
  const who = judge(effect.who.tree)
  const people = new Set((Array.isArray(who) ? who : [who]).filter((id): id is string => typeof id === 'string'))
  const looking = { reader: transaction, storage, running, now: acting.now }
  for (const id of people) {
    const person = await transaction.record('Person', id)
    if (person === undefined || person['active'] === false) continue
    const about = { entity: entity.name.identifier, key: effectKey(work, entity, effect), situation }
    const filling = await fillingFor(looking, acting, makeActor(running.model, person), about, [effect.message])
    const text = fillMessage(running.model, effect.message, filling)
    await transaction.appendInbox({
      id: work.newId(acting.now),
      person: id,
      at: acting.now,
      text,
      entity: entity.name.identifier,
      record: situation.record.id,
      readAt: null,
    })
  }
}
