// Runs a transition: grant, source state, condition, inputs, then effects, rules and history.
import { isEmptyValue } from '#shared/fields/coerce-value.ts'
import { joinByOr } from '#shared/text/phrase.ts'
import type { TransitionDecision } from '#shared/decisions/4-states.ts'
import {
  defaultInputs,
  inputNodes,
  inputValues,
  leadsFrom,
  missingInputs,
  readTransitionInput,
  stateFor,
  wrongInput,
  wrongInputChoices,
} from '#shared/decisions/4-states.ts'
import type { Refusal } from '#shared/decisions/decision.ts'
import type { Entity, Transition } from '#shared/model/model.ts'
import { applyEffects } from '../effects/record-frame.ts'
import { givenBy, namingInputs, transitionInputFinder } from '../effects/naming-inputs.ts'
import type { RecordSnapshot } from '../access/condition-facts.ts'
import { loadRecord } from './load-record.ts'
import { refuseFilledInputs } from './filled-inputs.ts'
import { followChoices } from './made-choices.ts'
import { validateVersion } from './validate-version.ts'
import { readableFieldsOf } from '../access/row-policy.ts'
import { resolveFiles } from '../files/resolve-files.ts'
import { findMissingRelations } from '../access/validate-relations.ts'
import type { Conditions } from '../../policy/conditions.ts'
import { makeConditions } from '../../policy/conditions.ts'
import { policyOf } from '../../policy/policy.ts'
import { completeWrite, validateBeforeEffects } from './complete-write.ts'
import { sayStateChange } from '../read/say-last-change.ts'
import { refuseWithMessage, withoutState } from '../messages/refuse-with-message.ts'
import { nodesOfDefaults, sourcesOfDefaults, sourcesOfInputs } from '../messages/value-sources.ts'
import type { Authority, CommandContext, TransitionOptions } from './command-context.ts'
import { evaluateNow } from '../access/condition-facts.ts'
import { fieldError, statusOf } from '#shared/decisions/refusals.ts'
import { Refused } from '../../policy/refused.ts'

/**
 * On the document's authority grants are not asked for, the state and the condition are, and nothing is done to a record that
 * is gone by now.
 */
export async function runTransition(
  context: CommandContext,
  authority: Authority,
  entity: Entity,
  id: string,
  transition: Transition,
  body: { readonly [name: string]: unknown },
  { expected, sources: handedOn }: TransitionOptions = {},
): Promise<void> {
  const { running, actorContext } = context
  const { model } = running
  const before =
    authority === 'document'
      ? await context.transaction.record(entity.name.identifier, id)
      : await loadRecord(context, entity, id)
  if (before === undefined) return
  const name = transition.name.identifier
  const about = { entity: entity.name.identifier, before: { record: before, old: before } }
  const policy = authority === 'document' ? policyOf(running, actorContext.actor) : authority
  const granted = policy.entity(entity.name.identifier)
  const prepared = authority === 'document' ? granted.transitionAsDocument(transition) : granted.transition(transition)
  const { to: wanted, given } = splitTarget(transition, body)

  // Permitted, then readable, then in a state for it: a wrong input is refused before "not from here", and only those who may do it learn of it.
  const decide = async (snapshot: RecordSnapshot, given: 'given' | 'to come') => {
    const evaluate = await evaluateNow(context, prepared.conditions, snapshot)
    return prepared.decide({ record: before, evaluate, input: given })
  }
  const refuse = async (refusal: Refusal, snapshot: RecordSnapshot) => {
    const policyContext = { database: context.transaction, storage: context.storage, running, now: actorContext.now }
    const readable = await readableFieldsOf(policyContext, actorContext.actor, entity.name.identifier, before)
    if (readable?.has(transition.field) !== true)
      return refuseWithMessage(context, withoutState(refusal), { ...about, snapshot })
    // Somebody was faster, or the record has gone on: the refusal says what it is now.
    const isTooLate = statusOf(model, refusal) === 409 && !leadsFrom(transition, before)
    const now = isTooLate ? [await sayStateChange(context, entity, before, transition.field)] : []
    const remedy = [refusal.remedy ?? [], now].flat().join(' ') || undefined
    return refuseWithMessage(context, { ...refusal, remedy }, { ...about, snapshot })
  }
  const early = await decide(about.before, 'to come')
  if (early.allowed === false && (early.isForbidden || statusOf(model, early.refusal) === 403))
    await refuse(early.refusal, about.before)
  await validateVersion(context, entity, before, expected)
  if (early.allowed === 'not knowable') throw new Error(`${name} can't be decided on the server.`)
  const asks = early.allowed ? early.row.asks : early.asks
  const missing = conditionsOf(context, entity, asks, nodesOfDefaults)
  const evaluateDefaults = await evaluateNow(context, missing, { ...about.before, input: {} })
  const defaults = defaultInputs(asks, given, evaluateDefaults)
  const notGiven = new Map([...sourcesOfDefaults(asks, given, evaluateDefaults), ...(handedOn ?? [])])
  const read = readTransitionInput(asks, given, defaults)
  const fields = new Map(asks.map((ask) => [ask.name.identifier, ask]))
  const files =
    authority === 'document' ? { values: read.input, errors: [] } : await resolveFiles(context, { fields }, read.input)
  const input = files.values
  const values = { ...targetValue(early, wanted), ...inputValues(asks, input) }
  const snapshot = { ...about.before, input: values, sources: notGiven }
  const unknown = authority === 'document' ? [] : await findMissingRelations(context, { fields }, input)
  const asked = conditionsOf(context, entity, asks, inputNodes)
  const evaluate = await evaluateNow(context, asked, snapshot)
  const filled =
    authority === 'document' || !early.allowed
      ? []
      : await refuseFilledInputs(context, policy, entity, early.row, { before, input })
  const known = [...read.errors, ...files.errors, ...unknown, ...filled]
  const others = [
    ...missingInputs(asks, input, evaluate),
    ...wrongInputChoices(model, entity.name.identifier, asks, input, evaluate),
  ].filter(({ field }) => known.every((each) => each.field !== field))
  const wrong = [...known, ...others]
  if (wrong.length > 0) return refuseWithMessage(context, wrongInput(model, wrong), { ...about, snapshot })
  const decision = await decide(snapshot, 'given')
  if (decision.allowed === false) return refuse(decision.refusal, snapshot)
  if (decision.allowed !== true) throw new Error(`${name} can't be decided on the server.`)

  const { row, to } = decision
  const target = wanted === undefined && to.length === 1 ? to[0] : to.find((state) => state === wanted)
  if (target === undefined) {
    const target = fieldError('to', 'target_required', { states: joinByOr(to) }, row.cite)
    throw new Refused(wrongInput(model, [target]))
  }
  const { doneBy, field } = transition
  const start = {
    ...(target === stateFor(transition, before) ? {} : { [field]: target }),
    ...(doneBy === undefined ? {} : { [doneBy]: actorContext.actor.person?.id ?? null }),
  }
  const inputOf = authority === 'document' ? undefined : transitionInputFinder(row.asks)
  const setFields = row.then.flatMap((effect) => (effect.kind === 'set' ? givenBy(effect).given : []))
  const sourcesOfFields = sourcesOfInputs(
    running,
    entity,
    { transition: name },
    transition.asks.map((ask) => ask.name.identifier),
    before.id,
  )
  // Who reads the field into which an input goes reads it there.
  const sources = new Map([...notGiven, ...sourcesOfFields])
  const act = async () => {
    let confirmed: readonly string[] = []
    const choices = followChoices(context, entity, before)
    const record = await applyEffects(context, entity, snapshot, row.then, {
      start,
      choices,
      sources,
      ...(inputOf && { inputOf }),
      ...(entity.rules.some(({ checked }) => checked === 'before effects')
        ? {
            beforeEffects: async (sent) => {
              confirmed = await validateBeforeEffects(
                context,
                entity,
                { ...snapshot, record: sent },
                { transition: name },
              )
            },
          }
        : {}),
    })
    if (record === undefined) return
    await completeWrite(context, entity, { ...snapshot, record }, 'document', {
      transition: name,
      line: row.cite.line,
      choices,
      confirmed,
      asked: Object.fromEntries(
        Object.entries(input).filter(([each, value]) => !isEmptyValue(value, fields.get(each)?.type)),
      ),
    })
  }
  const { unconfirmed } = context
  await namingInputs(inputOf, { entity: entity.name.identifier, given: setFields }, act, unconfirmed)
}

function conditionsOf(
  context: CommandContext,
  entity: Entity,
  asks: Transition['asks'],
  nodesOf: typeof inputNodes,
): Conditions {
  const kind = nodesOf === nodesOfDefaults ? 'defaults of inputs' : 'inputs'
  return context.running.keptOn(entity, kind, asks, () => makeConditions(entity.name.identifier, nodesOf(asks)))
}

/** `to` is a word of the contract unless the transition itself asks for an input of that name. */
function splitTarget(
  transition: Transition,
  body: { readonly [name: string]: unknown },
): { readonly to: unknown; readonly given: { readonly [name: string]: unknown } } {
  const isAsked = transition.asks.some((ask) => ask.name.identifier === 'to')
  const isChoice = transition.rows.some((row) => row.to !== 'stay' && row.to.length > 1)
  if (isAsked || !isChoice || !Object.hasOwn(body, 'to')) return { to: undefined, given: body }
  const { to, ...given } = body
  return { to, given }
}

/** `input.to`, where it is a state to which it may lead. */
function targetValue(decision: TransitionDecision, wanted: unknown): { readonly to?: string | null } {
  if (decision.allowed !== true || decision.to.length < 2) return {}
  return { to: decision.to.find((state) => state === wanted) ?? null }
}
