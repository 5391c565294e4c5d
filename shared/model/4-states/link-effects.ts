// Links the effects of a transition, an event or a call.
import { typeOfEach, typeOfNamed } from '../is-money.ts'
import * as sayStates from '../../diagnostics/4-states.ts'
import * as say from '../../diagnostics/linking.ts'
import type { Expression, Node } from '../../expressions/node.ts'
import type { Environment } from '../../expressions/schema.ts'
import { BOOLEAN, NULL, TEXT } from '../../expressions/type-rules.ts'
import type { Type } from '../../expressions/type.ts'
import { fieldType } from '../../fields/registry.ts'
import type { EffectDeclaration } from '../../points/4-states/declarations.ts'
import type { Fragment } from '../../text/fragment.ts'
import { spanOf } from '../../text/fragment.ts'
import type { Span } from '../../text/span.ts'
import { RESERVED_NAMES } from '../../text/identifier.ts'
import { blankQuotedTexts } from '../../text/blank-quoted-texts.ts'
import { linkType } from '../3-entities/outline.ts'
import { existingRecords, existsCondition } from './exists-condition.ts'
import { environmentOfSets, expressionsOf } from './effect-expressions.ts'
import type { EffectPlace } from './effect-expressions.ts'
import { linkFields } from './link-field-settings.ts'
import { linkWithLines } from '../7-calls/link-lines.ts'
import {
  reportMissingFields,
  reportMissingInputs,
  reportMissingLines,
  reportMissingOfAccount,
} from './report-missing-values.ts'
import { reportOwnValues } from './report-own-values.ts'
import { targetTypes } from './link-inputs.ts'
import { setsForSure, stateRequirementsOf } from './state-requirements.ts'
import { linkMembers, linkSet } from './link-own-effects.ts'
import { linkNotify } from './link-notify.ts'
import { linkNamed, linkPayload, linkUrl } from './link-template.ts'
import { findTimer } from './link-timers.ts'
import { linkCode } from '../8-errors/link-code.ts'
import type { LinkContext } from '../link-context.ts'
import { findEntity, findField, findName, findState, findTransition, reportUnknown } from '../link-context.ts'
import type { Effect, Name } from '../model.ts'
import type { EntityOutline } from '../outline.ts'

/**
 * Links effects in their order; a name that one defines by `let` is known to those after it. An effect that can't be
 * read has been reported and is left out.
 */
export function linkEffects(
  context: LinkContext,
  place: EffectPlace,
  effects: readonly EffectDeclaration[],
  environment: Environment,
): readonly Effect[] {
  return linkInOrder(context, place, effects, environment).effects
}

/** Links effects like `linkEffects`, and also returns the environment after the last of them. */
export function linkInOrder(
  context: LinkContext,
  place: EffectPlace,
  effects: readonly EffectDeclaration[],
  environment: Environment,
): { readonly effects: readonly Effect[]; readonly environment: Environment } {
  const linked: Effect[] = []
  const unknownNames = new Set<string>()
  let known = environment
  for (const declaration of effects) {
    const effect = linkEffect(context, place, declaration, known)
    const unknown = unknownIn(context, declaration, unknownNames)
    if (unknown !== undefined)
      context.unknowns.push({ point: place.point, name: `An effect that needs ${unknown}`, span: declaration.span })
    else if (effect) linked.push(effect)
    if (effect?.kind === 'create' && effect.name !== undefined)
      known = withName(known, effect.name, { kind: 'record', entity: effect.entity })
    const isNamed = declaration.kind === 'let' || declaration.kind === 'create'
    if (isNamed && declaration.name !== undefined && !effect && unknown === undefined)
      known = withLostName(known, declaration.name)
    // A name whose value can't be known is known all the same, and empty.
    if (declaration.kind !== 'let') continue
    known = withName(known, declaration.name, effect?.kind === 'let' ? typeOfNamed(effect.value) : NULL)
    if (unknown !== undefined) unknownNames.add(declaration.name)
  }
  return { effects: linked, environment: known }
}

/**
 * Finds something that an effect's expressions use and that is not shown. `names` are those defined by earlier
 * effects that could not be known.
 */
function unknownIn(context: LinkContext, effect: EffectDeclaration, names: ReadonlySet<string>): string | undefined {
  for (const source of expressionsOf(effect)) {
    const words = names.size > 0 ? blankQuotedTexts(source.value).matchAll(/(?<![\w.])[A-Za-z_]\w*/g) : []
    const name = [...words].find(([word]) => names.has(word))?.[0]
    const unknown = name ?? context.unknownIn(source)
    if (unknown !== undefined) return unknown
  }
  return undefined
}

/**
 * Returns the environment with one more bare name. The name must not hide an input, which is found in the same place.
 */
function withName(environment: Environment, name: string, type: Type): Environment {
  return { ...environment, bare: { ...environment.bare, [name]: type } }
}

/** Marks a name as lost, unless it is already taken. A name that is taken has been reported and keeps its meaning. */
function withLostName(environment: Environment, name: string): Environment {
  if (Object.hasOwn(environment.bare ?? {}, name)) return environment
  return { ...environment, lost: new Set([...(environment.lost ?? []), name]) }
}

function linkEffect(
  context: LinkContext,
  place: EffectPlace,
  effect: EffectDeclaration,
  environment: Environment,
): Effect | undefined {
  const cite = context.cite(place.point, effect.span)
  const condition = effect.if && context.expression(effect.if, environment, BOOLEAN)
  // A condition that can't be read must not become "always".
  if (effect.if && !condition) return undefined
  const common = { cite, ...(condition ? { if: condition } : {}) }
  const sets = environmentOfSets(place, environment)
  switch (effect.kind) {
    case 'set': {
      const set = linkSet(context, place, effect, environment)
      return set && { ...common, ...set }
    }
    case 'create': {
      const created = findEntity(context, effect.entity)
      if (!created) return undefined
      reportMissingFields(context, effect, created)
      reportMissingLines(context, effect, created)
      const { fields, lines } = linkWithLines(context, created, effect.fields, environment)
      const exists = effect.unlessExists ? existsCondition(created, fields) : undefined
      const { name } = effect
      if (name !== undefined && reportIfTaken(context, environment, name, effect.span)) return undefined
      const found = exists && name !== undefined ? { found: existingRecords(exists) } : {}
      const named = name === undefined ? {} : { name, ...found }
      const entity = created.name.identifier
      return { ...common, kind: 'create', entity, fields, ...lines, ...(exists ? { exists } : {}), ...named }
    }
    case 'update': {
      const found = linkRecords(context, effect.set, sets)
      if (!found) return undefined
      const { entity, records } = found
      const { fields, lines } =
        place.point === 7 && !place.isExample
          ? { fields: linkFields(context, entity, effect.fields, environment), lines: {} }
          : linkWithLines(context, entity, effect.fields, environment)
      reportOwnValues(context, place, found, fields)
      return { ...common, kind: 'update', entity: entity.name.identifier, records, fields, ...lines }
    }
    case 'delete': {
      const found = linkRecords(context, effect.set, sets)
      return found && { ...common, kind: 'delete', entity: found.entity.name.identifier, records: found.records }
    }
    case 'do': {
      const done = linkDo(context, place, effect, environment)
      return done && { ...common, ...done }
    }
    case 'add':
    case 'remove': {
      const changed = linkMembers(context, place, effect, environment)
      return changed && { ...common, ...changed }
    }
    case 'forEach': {
      const items = linkNamed(context, effect.set, sets)
      if (!items) return undefined
      const { type } = items.tree
      if (type.kind !== 'set' && type.kind !== 'list') {
        context.report(say.notRecord(spanOf(effect.set), { expected: 'several, to go through' }))
        return undefined
      }
      if (reportIfTaken(context, environment, effect.variable, effect.span)) return undefined
      const within = withName(environment, effect.variable, typeOfEach(items, type.of))
      const { of } = type
      const each = of.kind === 'record' ? { variable: effect.variable, entity: of.entity } : undefined
      const { effects } = linkInOrder(context, each ? { ...place, each } : place, effect.effects, within)
      if (effects.length < effect.effects.length) return undefined
      return { ...common, kind: 'for each', variable: effect.variable, items, effects }
    }
    case 'try': {
      const first = linkEffect(context, place, effect.effect, environment)
      const otherwise = linkEffect(context, place, effect.otherwise, environment)
      return first && otherwise && { ...common, kind: 'try', effect: first, otherwise }
    }
    case 'let': {
      const value = linkNamed(context, effect.value, sets)
      if (!value || reportIfTaken(context, environment, effect.name, effect.span)) return undefined
      return { ...common, kind: 'let', name: effect.name, value }
    }
    case 'notify': {
      const notified = linkNotify(context, place, effect, environment)
      return notified && { ...common, ...notified }
    }
    case 'refuse':
      return { ...common, kind: 'refuse', code: linkCode(effect.code) }
    case 'send': {
      const within = { ...environment, later: true }
      const url = linkUrl(context, effect.url, within, effect.span)
      const payload = linkPayload(context, effect, within)
      if (!url || (effect.payload && !payload)) return undefined
      return { ...common, kind: 'send', method: effect.method, url, ...(payload ? { payload } : {}) }
    }
    case 'restart': {
      const timer = findTimer(context, place.entity, effect.timer)
      return timer === undefined ? undefined : { ...common, kind: 'restart', timer }
    }
    case 'sign up': {
      const person = context.outline.entities.get('Person')
      const access = linkSignIn(context, effect, environment)
      if (!access || !person) return undefined
      reportMissingOfAccount(context, effect, person)
      return { ...common, kind: 'sign up', ...access, fields: linkFields(context, person, effect.as, environment) }
    }
    case 'sign in': {
      const access = linkSignIn(context, effect, environment)
      return access && { ...common, kind: 'sign in', ...access }
    }
    case 'sign out':
      return { ...common, kind: 'sign out' }
    case 'change password': {
      const current = context.expression(effect.current, environment, TEXT)
      const password = context.expression(effect.password, environment, TEXT)
      return current && password && { ...common, kind: 'change password', current, password }
    }
  }
}

function linkSignIn(
  context: LinkContext,
  { email: address, password: word }: EffectDeclaration & { readonly kind: 'sign in' | 'sign up' },
  environment: Environment,
): { readonly email: Expression; readonly password: Expression } | undefined {
  const email = context.expression(address, environment, TEXT)
  const password = context.expression(word, environment, TEXT)
  return email && password && { email, password }
}

/**
 * Reports a name that is taken or reserved, and says whether it can't stand for anything here. Inputs, and what `let` and `for each`
 * name, lie in one place; below a name that is taken the new value is meant.
 */
function reportIfTaken(
  context: LinkContext,
  { input = {}, bare = {} }: Environment,
  name: string,
  span: Span,
): boolean {
  const taken = Object.hasOwn(input, name) || Object.hasOwn(bare, name)
  if (taken) context.report(say.takenName(span, { name }))
  const isReserved = RESERVED_NAMES.has(name)
  if (isReserved) context.report(say.reservedHere(span, { name }))
  return isReserved
}

/** Links an expression that gives a record, or several of one entity, which get the entity's default order where they have none. */
function linkRecords(
  context: LinkContext,
  source: Fragment,
  environment: Environment,
): { readonly entity: EntityOutline; readonly records: Expression } | undefined {
  const records = context.expression(source, environment)
  if (!records) return undefined
  const { type } = records.tree
  const record = type.kind === 'set' || type.kind === 'list' ? type.of : type
  const entity = record.kind === 'record' ? context.outline.entities.get(record.entity) : undefined
  if (entity)
    return { entity, records: { ...records, tree: inDefaultOrder(context, entity, records.tree, environment) } }
  context.report(say.notRecord(spanOf(source), { expected: 'a record, or several' }))
  return undefined
}

function inDefaultOrder(context: LinkContext, entity: EntityOutline, records: Node, { forReader }: Environment): Node {
  const isOrdered =
    records.type.kind !== 'set' ||
    records.kind === 'input' ||
    (records.kind === 'call' && (records.name === 'first' || records.name === 'page')) ||
    (records.kind === 'each' && (records.operation === 'sort' || records.operation === 'sort_down'))
  if (isOrdered) return records
  const { identifier } = entity.name
  const { span, type } = records
  const variable = 'each_one'
  // The last key first: sorting keeps the order of equals.
  return (entity.declaration?.order ?? []).toReversed().reduce((set: Node, { field: reference, descending }) => {
    const field = entity.fields.get(findField(context, entity, reference) ?? '')
    if (!field) return set
    const record: Node = { kind: 'variable', name: variable, type: { kind: 'record', entity: identifier }, span }
    const key: Node = {
      kind: 'field',
      record,
      entity: identifier,
      field: field.name.identifier,
      type: field.valueType,
      span,
    }
    const operation = descending ? 'sort_down' : 'sort'
    return {
      kind: 'each',
      operation,
      set,
      variable,
      body: forReader === true ? key : context.meanings.resolve(key),
      type,
      span,
    }
  }, records)
}

type LinkedEffect = Omit<Extract<Effect, { readonly kind: 'do' }>, 'cite' | 'if'>

function linkDo(
  context: LinkContext,
  place: EffectPlace,
  effect: EffectDeclaration & { readonly kind: 'do' },
  environment: Environment,
): LinkedEffect | undefined {
  const { on } = effect
  if (!on && environment.record === undefined) {
    context.report(sayStates.doneOnNothing(spanOf(effect.transition), { transition: effect.transition.value }))
    return undefined
  }
  const found = linkRecords(
    context,
    on ?? { ...effect.transition, value: 'this', gaps: [] },
    environmentOfSets(place, environment),
  )
  if (!found) return undefined
  const transition = findTransition(context, found.entity, effect.transition)
  if (transition === undefined) return undefined
  reportMissingInputs(context, effect, found.entity, transition)
  const inputs = new Map([...targetOf(found.entity, transition), ...inputsOf(context, found.entity, transition)])
  const input = effect.input.flatMap(({ name, value }) => {
    const known = [...inputs.values()].map((each) => each.name)
    const asked = inputs.get(findName(name, known, 'field') ?? '')
    if (!asked) {
      reportUnknown(context, 'input', name, effect.transition.value, known)
      return []
    }
    const linked = context.expression(value, environment, asked.type)
    return linked ? [{ name: asked.name.identifier, value: linked, type: asked.type }] : []
  })
  return { kind: 'do', entity: found.entity.name.identifier, transition, records: found.records, input }
}

/** Types of what a transition can be given, by name. */
export function inputTypesOf(
  context: LinkContext,
  entity: EntityOutline,
  transition: string,
): { readonly [name: string]: Type } {
  const given = [...inputsOf(context, entity, transition)].map(([name, { type }]) => [name, type] as const)
  return { ...targetTypes(statesAfter(context, entity, transition)), ...Object.fromEntries(given) }
}

/** Lists the states that a person chooses between where a row leads to several; none if each row leads to one only. */
function statesAfter(context: LinkContext, entity: EntityOutline, transition: string): readonly string[] {
  const rows = entity.transitions.get(transition) ?? []
  const workflow = entity.workflows.find(({ declaration }) => declaration.transitions.some((row) => row === rows[0]))
  const choices = rows.flatMap(({ to }) => (to !== 'stay' && to.length > 1 ? to : []))
  return workflow ? choices.flatMap((state) => findState(context, entity, workflow, state) ?? []) : []
}

type InputTypes = ReadonlyMap<string, { readonly name: Name; readonly type: Type }>

/** Makes the input `to`, which chooses one of the several states that a transition can lead to. */
function targetOf(entity: EntityOutline, transition: string): InputTypes {
  const row = entity.transitions.get(transition)?.find(({ to }) => to !== 'stay' && to.length > 1)
  const name = { label: 'to', identifier: 'to', span: row?.span ?? entity.span }
  return new Map(row ? [['to', { name, type: TEXT }]] : [])
}

/**
 * Lists the inputs that a transition accepts: those that its rows ask for, and fields that it asks for because they
 * are required in the states to which it leads.
 */
export function inputsOf(context: LinkContext, entity: EntityOutline, transition: string): InputTypes {
  const inputs = new Map<string, { readonly name: Name; readonly type: Type }>()
  const rows = entity.transitions.get(transition) ?? []
  for (const workflow of entity.workflows) {
    if (!workflow.declaration.transitions.some((row) => row === rows[0])) continue
    const asking = rows.flatMap((row) => {
      const to = row.to === 'stay' ? [] : row.to
      return to.map((each) => ({ row, state: findState(context, entity, workflow, each) }))
    })
    for (const { state, input } of stateRequirementsOf(context, entity, workflow))
      if (asking.some((each) => each.state === state && !setsForSure(each.row, input.name.identifier)))
        inputs.set(input.name.identifier, { name: input.name, type: input.valueType })
  }
  for (const { asks } of rows) {
    for (const ask of asks) {
      const type = linkType(ask.type, entity, (reference) => findEntity(context, reference)?.name.identifier)
      if (type) inputs.set(ask.name.identifier, { name: ask.name, type: fieldType(type.kind).valueType(type) })
    }
  }
  return inputs
}
