// Point 8, linked: the catalogue. A message is read for each entity where its code is used, since its values are that record's;
// where calls alone use it, in terms of what they find and take.
import type { Environment } from '../expressions/schema.ts'
import type { Template } from '../points/4-states-declarations.ts'
import { isShown } from '../points/declarations.ts'
import type { Fragment } from '../text/fragment.ts'
import { linkTemplate } from './4-templates.ts'
import { environmentIn } from './7-calls.ts'
import { STANDARD_ERRORS } from './8-codes.ts'
import type { Linking } from './linking.ts'
import type { Call } from './7-calls-types.ts'
import type { Effect, Entity, ErrorEntry, Input, Message } from './model.ts'

export function linkErrors(
  linking: Linking,
  entities: ReadonlyMap<string, Entity>,
  calls: readonly Call[],
): ReadonlyMap<string, ErrorEntry> {
  const errors = new Map<string, ErrorEntry>()
  for (const { code, status, message } of STANDARD_ERRORS) {
    errors.set(code, { code, status, messages: new Map([['', [message]]]), standard: true })
  }
  const { errors: point } = linking.declarations
  const uses = codeUses(entities, calls)
  const callsUsing = Map.groupBy(
    calls.flatMap((call) => [...new Set(usesOf(call))].map((code) => ({ code, call }))),
    ({ code }) => code,
  )
  const ofRecords = environmentsOf(entities)
  const silent: Linking = { ...linking, report: () => undefined, expression: linking.expressionInSilence }
  for (const { code, status, message, span } of isShown(point) ? point.errors : []) {
    const standard = errors.get(code)
    const messages = new Map<string, Message>()
    for (const [entity, environment] of uses.get(code) ?? [])
      messages.set(entity, linkTemplate(linking, message, environment))
    const using = callsUsing.get(code) ?? []
    if (messages.size === 0) for (const { call } of using) linkTemplate(linking, message, environmentIn(call))
    if (messages.size === 0 && using.length === 0)
      checkAnywhere(linking, message, [{}, ...ofRecords, ...calls.map((call) => environmentIn(call))])
    // The system refuses by these on its own, whatever record it is.
    if (standard)
      for (const environment of ofRecords)
        if (
          !messages.has(environment.record) &&
          fittingParts(linking, message, environment) === partsOf(message).length
        )
          messages.set(environment.record, linkTemplate(linking, message, environment))
    messages.set('', linkTemplate(silent, message, {}))
    errors.set(code, {
      code,
      status: status ?? standard?.status ?? 422,
      messages,
      standard: standard !== undefined,
      cite: linking.cite(8, span),
    })
  }
  return errors
}

type OfRecord = Environment & { readonly record: string }

function environmentsOf(entities: ReadonlyMap<string, Entity>): readonly OfRecord[] {
  return [...entities.keys()].map((record) => ({ record, old: true }))
}

/** Where nothing says of what a message will speak, it must be readable of something: it is told what fails where most of it fits. */
function checkAnywhere(linking: Linking, message: Template, environments: readonly Environment[]): void {
  const known = message.filter((part) => typeof part === 'string' || linking.unknownIn(part.expression) === undefined)
  const wanted = partsOf(known).length
  let best: { readonly environment: Environment; readonly fits: number } | undefined
  for (const each of environments) {
    const environment = { ...each, later: true }
    const fits = fittingParts(linking, known, environment)
    if (fits === wanted) return
    if (!best || fits > best.fits) best = { environment, fits }
  }
  if (best) linkTemplate(linking, known, best.environment)
}

function fittingParts(linking: Linking, message: Template, environment: Environment): number {
  return partsOf(message).filter((part) => linking.expressionInSilence(part, environment)).length
}

function partsOf(message: Template): readonly Fragment[] {
  return message.flatMap((part) => (typeof part === 'string' ? [] : [part.expression]))
}

/** By code, the entities whose rules, transitions and grants use it, and whose records calls find; with what is given there. */
function codeUses(
  entities: ReadonlyMap<string, Entity>,
  calls: readonly Call[],
): ReadonlyMap<string, ReadonlyMap<string, OfRecord>> {
  const uses = new Map<string, Map<string, OfRecord>>()
  const use = (code: string | undefined, record: string, asks: readonly Input[] = []): void => {
    if (code === undefined) return
    const known = uses.get(code) ?? new Map<string, OfRecord>()
    const input = Object.fromEntries(asks.map(({ name, valueType }) => [name.identifier, valueType]))
    uses.set(code, known.set(record, { record, old: true, input: { ...input, ...known.get(record)?.input } }))
  }
  for (const [identifier, entity] of entities) {
    for (const { otherwise, transition } of entity.rules)
      if (otherwise.kind === 'code') use(otherwise.code, identifier, entity.transitions.get(transition ?? '')?.asks)
    for (const { otherwise } of entity.grants) use(otherwise, identifier)
    for (const { rows } of entity.transitions.values()) {
      for (const { otherwise, asks, then } of rows)
        for (const code of [otherwise, ...codesOf(then)]) use(code, identifier, asks)
    }
    for (const { then } of [...entity.events, ...entity.timers.values()])
      for (const code of codesOf(then)) use(code, identifier)
  }
  for (const { of, finds, rules, steps } of calls) {
    const entity = finds.find((each) => each.name === of)?.entity
    if (entity === undefined) continue
    for (const code of usesOf({ rules, steps })) use(code, entity)
  }
  return uses
}

/** Codes that the rules and steps of a call use. */
function usesOf({ rules, steps }: Pick<Call, 'rules' | 'steps'>): readonly string[] {
  return [...rules.flatMap(({ otherwise }) => (otherwise.kind === 'code' ? [otherwise.code] : [])), ...codesOf(steps)]
}

function codesOf(effects: readonly Effect[]): readonly string[] {
  return effects.flatMap((effect) => {
    if (effect.kind === 'refuse') return [effect.code]
    if (effect.kind === 'for each') return codesOf([effect.effect])
    return effect.kind === 'try' ? codesOf([effect.effect, effect.otherwise]) : []
  })
}
