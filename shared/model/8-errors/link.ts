// Links point 8: the error catalogue, with a message for each entity that uses a code.
// An entity matters because the expressions of a message read its record.
import type { Environment } from '../../expressions/schema.ts'
import type { Template } from '../../points/4-states/declarations.ts'
import { isShown } from '../../points/declarations.ts'
import type { Fragment } from '../../text/fragment.ts'
import { targetTypes } from '../4-states/link-inputs.ts'
import { linkTemplate } from '../4-states/link-template.ts'
import { environmentIn } from '../7-calls/link.ts'
import { rewordable } from '../../refusals/catalogue.ts'
import type { LinkContext } from '../link-context.ts'
import type { DocumentCall } from '../7-calls/types.ts'
import { messageKeyOf } from './message-key.ts'
import type { Effect, Entity, ErrorEntry, TransitionInput, MessageTemplate, RefusalWords } from '../model.ts'

export function linkErrors(
  context: LinkContext,
  entities: ReadonlyMap<string, Entity>,
  calls: readonly DocumentCall[],
): ReadonlyMap<string, ErrorEntry> {
  const errors = new Map<string, ErrorEntry>()
  const { errors: point } = context.declarations
  const uses = codeUses(entities, calls)
  const callsUsing = Map.groupBy(
    calls.flatMap((call) => [...new Set(usesOf(call))].map((code) => ({ code, call }))),
    ({ code }) => code,
  )
  const ofRecords = environmentsOf(entities)
  const silent: LinkContext = { ...context, report: () => undefined, reading: context.readingInSilence }
  for (const { code, status, message, span } of isShown(point) ? point.errors : []) {
    const standard = rewordable(code)
    const holes = standard === undefined ? {} : { bare: textsNamed(standard.holes) }
    const messages = new Map<string, MessageTemplate>()
    for (const [entity, environment] of uses.get(code) ?? [])
      messages.set(entity, linkTemplate(context, message, environment))
    const using = callsUsing.get(code) ?? []
    const tell = messages.size === 0 ? context : silent
    for (const { call } of using)
      if (call.of === undefined) messages.set(messageKeyOf(call), linkTemplate(tell, message, environmentIn(call)))
    if (messages.size === 0)
      checkAnywhere(context, message, [holes, ...ofRecords, ...calls.map((call) => environmentIn(call))])
    // The system refuses by these on its own, whatever record it is.
    if (standard)
      for (const environment of ofRecords)
        if (
          !messages.has(environment.record) &&
          fittingParts(context, message, environment) === partsOf(message).length
        )
          messages.set(environment.record, linkTemplate(context, message, environment))
    messages.set('', linkTemplate(silent, message, holes))
    errors.set(code, {
      code,
      status: status ?? standard?.status ?? 422,
      messages,
      standard: standard !== undefined,
      cite: context.cite(8, span),
    })
  }
  return errors
}

type RecordTemplate = Environment & { readonly record: string }

function environmentsOf(entities: ReadonlyMap<string, Entity>): readonly RecordTemplate[] {
  return [...entities.keys()].map((record) => ({ record, old: true }))
}

/** Declares the names that the system fills in, as bare names of type text. */
function textsNamed(names: readonly string[]): Environment['bare'] {
  return Object.fromEntries(names.map((name) => [name, { kind: 'text' }]))
}

/**
 * Checks a message where nothing determines what it is about: it must be readable for at least one environment.
 * Otherwise the errors are reported for the environment that fits most of it.
 */
function checkAnywhere(context: LinkContext, message: Template, environments: readonly Environment[]): void {
  const known = message.filter((part) => typeof part === 'string' || context.unknownIn(part.expression) === undefined)
  const wanted = partsOf(known).length
  let best: { readonly environment: Environment; readonly fits: number } | undefined
  for (const each of environments) {
    const environment = { ...each, later: true }
    const fits = fittingParts(context, known, environment)
    if (fits === wanted) return
    if (!best || fits > best.fits) best = { environment, fits }
  }
  if (best) linkTemplate(context, known, best.environment)
}

function fittingParts(context: LinkContext, message: Template, environment: Environment): number {
  return partsOf(message).filter((part) => context.readingInSilence(part, { ...environment, inText: true })).length
}

function partsOf(message: Template): readonly Fragment[] {
  return message.flatMap((part) => (typeof part === 'string' ? [] : [part.expression]))
}

/**
 * Collects, by code, the entities whose rules, transitions and grants use it or whose records calls find, with the
 * inputs that are given there.
 */
function codeUses(
  entities: ReadonlyMap<string, Entity>,
  calls: readonly DocumentCall[],
): ReadonlyMap<string, ReadonlyMap<string, RecordTemplate>> {
  const uses = new Map<string, Map<string, RecordTemplate>>()
  const inputTypes = (asks: readonly TransitionInput[]): Environment['input'] =>
    Object.fromEntries(asks.map(({ name, valueType }) => [name.identifier, valueType]))
  const use = (code: string | undefined, record: string): void => useWith(code, record, {})
  const useWith = (code: string | undefined, record: string, input: Environment['input']): void => {
    if (code === undefined) return
    const known = uses.get(code) ?? new Map<string, RecordTemplate>()
    uses.set(code, known.set(record, { record, old: true, input: { ...input, ...known.get(record)?.input } }))
  }
  for (const [identifier, entity] of entities) {
    for (const { otherwise, transition } of entity.rules)
      if (otherwise.kind === 'code') {
        const { asks = [], rows = [] } = entity.transitions.get(transition ?? '') ?? {}
        const states = rows.flatMap(({ to }) => (to === 'stay' ? [] : to))
        useWith(otherwise.code, identifier, { ...targetTypes([...new Set(states)]), ...inputTypes(asks) })
      }
    for (const { otherwise } of entity.grants) use(otherwise, identifier)
    for (const field of entity.fields.values()) use(codeIn(field.otherwise), identifier)
    for (const { rows } of entity.transitions.values()) {
      for (const { to, otherwise, asks, then } of rows) {
        const input = { ...targetTypes(to), ...inputTypes(asks) }
        for (const code of [otherwise, ...asks.map((ask) => codeIn(ask.otherwise)), ...codesOf(then)])
          useWith(code, identifier, input)
      }
    }
    for (const { then } of [...entity.events, ...entity.timers.values()])
      for (const code of codesOf(then)) use(code, identifier)
  }
  for (const { of, finds, takes, rules, steps } of calls) {
    const entity = finds.find((each) => each.name === of)?.entity
    if (entity === undefined) continue
    for (const code of usesOf({ rules, steps })) useWith(code, entity, environmentIn({ finds, takes }).input)
  }
  return uses
}

function codeIn(words: RefusalWords | undefined): string | undefined {
  return words?.kind === 'code' ? words.code : undefined
}

/** Codes that the rules and steps of a call use. */
function usesOf({ rules, steps }: Pick<DocumentCall, 'rules' | 'steps'>): readonly string[] {
  return [...rules.flatMap(({ otherwise }) => (otherwise.kind === 'code' ? [otherwise.code] : [])), ...codesOf(steps)]
}

function codesOf(effects: readonly Effect[]): readonly string[] {
  return effects.flatMap((effect) => {
    if (effect.kind === 'refuse') return [effect.code]
    if (effect.kind === 'for each') return codesOf(effect.effects)
    return effect.kind === 'try' ? codesOf([effect.effect, effect.otherwise]) : []
  })
}
