// Decides whether an actor may do a transition of a record, and which row applies.
import type { Node } from '../expressions/node.ts'
import type { Value } from '../expressions/value.ts'
import { readValue } from '../expressions/read-value.ts'
import { convertToJson } from '../fields/convert-to-json.ts'
import { coerceValue, isEmptyValue } from '../fields/coerce-value.ts'
import { mapNode, someNode } from '../expressions/walk.ts'
import type { Entity, TransitionInput, Model, Transition, TransitionRow } from '../model/model.ts'
import { labelFor } from '../text/label.ts'
import { quoteName } from '../text/language.ts'
import { anyOf, foldRoles } from '../policy/fold-conditions.ts'
import { choiceError } from './3-entities.ts'
import { canReadCitations } from '../policy/can-read-citations.ts'
import type { QuotedRemedy } from './say-grantee.ts'
import { sayGrantee, sayNobody, sayWhen } from './say-grantee.ts'
import { joinByOr } from '../text/phrase.ts'
import { rewordable } from '../refusals/catalogue.ts'
import { sayRemedy } from '../refusals/remedies.ts'
import type { Decision, FieldError, Refusal } from './decision.ts'
import type { Evaluator } from './evaluator.ts'
import { fieldError, makeRefusal, valueError } from './refusals.ts'
import type { Actor } from '../policy/actor.ts'
import { granteeCondition } from '../policy/permissions.ts'

type RecordFields = { readonly [field: string]: unknown }

export type TransitionDecision =
  | { readonly allowed: true; readonly row: TransitionRow; readonly to: readonly string[] }
  /** `asks`: the inputs of all rows, of which only those of the refusing row are required. */
  | {
      readonly allowed: false
      readonly refusal: Refusal
      readonly asks: readonly TransitionInput[]
      /** Refused for who the actor is, before any input is read? */
      readonly isForbidden: boolean
    }
  | Extract<Decision, { readonly allowed: 'not knowable' }>

export interface PreparedTransition {
  readonly transition: Transition
  /** All that has to be evaluated, on the record as it is before the transition. */
  readonly nodes: readonly Node[]
  /** May an actor with these roles do it on some record? If not, it is not shown to them. */
  readonly possible: boolean
  /** May they create a record by it? */
  readonly creates: boolean
  /**
   * `record`: as it is before. `input`: what was given, or `'to come'`: then conditions on it count as met.
   * Checked in this order: permitted (403), in a state for it (409), condition met (the row's own code).
   */
  decide(asked: {
    readonly record: RecordFields
    readonly evaluate: Evaluator
    readonly input: 'given' | 'to come'
  }): TransitionDecision
}

/**
 * Worked out once per transition and roles; the caller keeps it as long as the model. On the document's authority (`do close
 * on parent`) no actor is checked.
 */
export function prepareTransition(
  model: Model,
  entity: Entity,
  transition: Transition,
  actor: Actor,
  authority: 'person' | 'document' = 'person',
): PreparedTransition {
  const rows = transition.rows.map((row): PreparedRow => {
    const who = authority === 'document' || granteesCondition(row, actor)
    const when = row.when ? foldRoles(row.when.tree, actor) : true
    const meant = actor.system || authority === 'document' ? false : amongMeant(row, actor)
    const asksIfRefused = othersOptional(transition.asks, row.asks)
    return {
      row,
      who,
      when,
      meant,
      asksIfRefused,
      asksInput: typeof when !== 'boolean' && someNode(when, (node) => node.kind === 'input'),
    }
  })
  return {
    transition,
    nodes: rows.flatMap(({ who, when, meant }) => [who, when, meant].filter((node) => typeof node !== 'boolean')),
    possible: rows.some(isPossible),
    creates: rows.some((each) => each.row.from === 'new record' && isPossible(each)),
    decide: (asked) =>
      decide(model, entity, transition, { rows, readsCitations: canReadCitations(model, actor) }, asked),
  }
}

function isPossible({ who, when }: PreparedRow): boolean {
  return who !== false && when !== false
}

/** The system does what is to happen by itself, and nothing else. */
function granteesCondition(row: TransitionRow, actor: Actor): Node | boolean {
  if (actor.system) return row.after !== undefined || row.who.length === 0
  return anyOf(row.who.map((each) => granteeCondition(each, actor)).filter((each) => each !== false))
}

/** Is the actor one of those who get the code of the row, as the condition in its `who` refuses them? */
function amongMeant({ meant = [] }: TransitionRow, actor: Actor): Node | boolean {
  if (actor.person === null) return false
  return anyOf(meant.map((each) => granteeCondition(each, actor)).filter((each) => each !== false))
}

interface PreparedRows {
  readonly rows: readonly PreparedRow[]
  /** May a refusal quote the document to them? */
  readonly readsCitations: boolean
}

interface PreparedRow {
  readonly row: TransitionRow
  readonly who: Node | boolean
  readonly when: Node | boolean
  readonly meant: Node | boolean
  readonly asksInput: boolean
  readonly asksIfRefused: readonly TransitionInput[]
}

/** Requires the row's own inputs only: people who are refused by a row are not asked first for what another one, perhaps of other people, needs. */
function othersOptional(all: readonly TransitionInput[], own: readonly TransitionInput[]): readonly TransitionInput[] {
  const names = new Set(own.map(({ name }) => name.identifier))
  return all.map((ask) => (names.has(ask.name.identifier) ? ask : { ...ask, required: false }))
}

function decide(
  model: Model,
  entity: Entity,
  transition: Transition,
  { rows, readsCitations }: PreparedRows,
  { record, evaluate, input }: Parameters<PreparedTransition['decide']>[0],
): TransitionDecision {
  const state = stateFor(transition, record)
  const refuse = (
    code: string,
    nearest: PreparedRow | undefined,
    more: { state?: string; remedy?: string } = {},
  ): Extract<TransitionDecision, { readonly allowed: false }> => ({
    allowed: false,
    refusal: makeRefusal(code, {}, { entity: entity.name.identifier, cites: nearest?.row.cite, ...more }),
    asks: nearest?.asksIfRefused ?? transition.asks,
    isForbidden: permitted.length === 0,
  })
  const evaluated = rows.map((each) => ({
    ...each,
    permitted: ask(evaluate, each.who),
    fits: fitsState(each.row, state),
  }))
  const permitted = evaluated.filter((each) => each.permitted !== false)
  const isSaid = (each: (typeof evaluated)[number]): boolean =>
    each.permitted === false && ask(evaluate, each.meant) === true
  if (permitted.length === 0) {
    const own = evaluated.filter(isSaid)
    const nearest = [...own, ...evaluated].find((each) => each.fits) ?? own[0] ?? evaluated[0]
    const code = nearest && isSaid(nearest) ? nearest.row.otherwise : undefined
    return refuse(code ?? 'not_allowed', nearest, readsCitations ? sayWho(model, nearest?.row) : {})
  }
  const fitting = permitted.filter((each) => each.fits)
  if (fitting.length === 0) {
    // In this state it can be done, by somebody else: the row says so where it has a code for those that it means.
    const own = evaluated.find((each) => each.fits && isSaid(each))
    if (own?.row.otherwise !== undefined) return { ...refuse(own.row.otherwise, own), isForbidden: true }
    return refuse('conflict', permitted[0], {
      state,
      remedy: sayFrom(
        model,
        entity,
        transition,
        permitted.map(({ row }) => row),
      ),
    })
  }
  for (const each of fitting) {
    if (each.permitted === undefined) return { allowed: 'not knowable' }
    const met = each.asksInput && input === 'to come' ? true : ask(evaluate, each.when)
    if (met === undefined) return { allowed: 'not knowable' }
    if (met) return { allowed: true, row: each.row, to: each.row.to === 'stay' ? [state] : each.row.to }
  }
  const refusing =
    evaluated.find(
      (each) => each.fits && each.row.otherwise !== undefined && (each.permitted !== false || isSaid(each)),
    ) ?? fitting[0]
  const row = refusing?.row
  const named = readsCitations ? row?.when : undefined
  // Where no condition may be named, it reads like a wrong state: the two must look alike.
  const code = named === undefined ? 'conflict' : 'condition_unmet'
  return refuse(row?.otherwise ?? code, refusing, { state, ...(named && sayWhen(model, named.tree, named)) })
}

/** Met, not met (false or unknown), or not knowable here. */
function ask(evaluate: Evaluator, condition: Node | boolean): boolean | undefined {
  if (typeof condition === 'boolean') return condition
  const answer = evaluate(condition)
  return answer === undefined ? undefined : answer === true
}

function fitsState(row: TransitionRow, state: string): boolean {
  return row.from === 'any' || (row.from !== 'new record' && row.from.includes(state))
}

/** The state that a record is in for a transition; empty where it is not known here. */
export function stateFor({ field }: Transition, record: RecordFields): string {
  return String(record[field] ?? '')
}

/** Is there a row that leads on from the state that the record is in, for anybody? */
export function leadsFrom(transition: Transition, record: RecordFields): boolean {
  const state = stateFor(transition, record)
  return transition.rows.some((row) => fitsState(row, state))
}

/** The transitions that one with these roles could do from the states that the record is in, conditions aside. */
export function transitionsFrom(entity: Entity, record: RecordFields, actor: Actor): readonly Transition[] {
  return [...entity.transitions.values()].filter((transition) => {
    const state = stateFor(transition, record)
    return transition.rows.some((row) => fitsState(row, state) && granteesCondition(row, actor) !== false)
  })
}

/**
 * Reads the input of a transition and checks it against the inputs that its row requests. Returns all errors at once,
 * and values in JSON form.
 */
export function readTransitionInput(
  asks: readonly TransitionInput[],
  body: unknown,
  defaults: { readonly [name: string]: unknown } = {},
): { readonly input: { readonly [name: string]: unknown }; readonly errors: readonly FieldError[] } {
  const given =
    typeof body === 'object' && body !== null && !Array.isArray(body)
      ? (body as { readonly [name: string]: unknown })
      : {}
  const input: { [name: string]: unknown } = {}
  const errors: FieldError[] = []
  for (const ask of asks) {
    const name = ask.name.identifier
    const isGiven = Object.hasOwn(given, name)
    // Where its default is not known here, the server fills it in.
    if (!isGiven && ask.default !== undefined && !Object.hasOwn(defaults, name)) continue
    const read = coerceValue(isGiven ? given[name] : ownValue(defaults, name), ask)
    if ('problem' in read) errors.push(valueError(name, ask.name.label, read.problem, ask.cite))
    else if (ask.required === true && isEmptyValue(read.value, ask.type)) errors.push(requiredInput(ask))
    else input[name] = read.value
  }
  for (const name of Object.keys(given)) {
    if (!asks.some((ask) => ask.name.identifier === name)) errors.push(fieldError(name, 'not_asked', { field: name }))
  }
  return { input, errors }
}

/** Lists the expressions of the defaults, for inputs that are not given. */
export function inputDefaultNodes(asks: readonly TransitionInput[]): readonly Node[] {
  return asks.flatMap(({ default: given }) => (given?.kind === 'expression' ? [given.expression.tree] : []))
}

/** Lists the expressions by which inputs are validated: when they are required, and which records may be chosen. */
export function inputNodes(asks: readonly TransitionInput[]): readonly Node[] {
  return asks.flatMap(({ required, chooseFrom }) => [
    ...(typeof required === 'object' ? [required.tree] : []),
    ...(chooseFrom ? [chooseFrom.tree] : []),
  ])
}

/** Inputs that are empty where their condition requires them. What is not knowable here is not complained about. */
export function missingInputs(
  asks: readonly TransitionInput[],
  input: { readonly [name: string]: unknown },
  evaluate: Evaluator,
): readonly FieldError[] {
  return asks.flatMap((ask) =>
    typeof ask.required === 'object' &&
    isEmptyValue(ownValue(input, ask.name.identifier), ask.type) &&
    evaluate(ask.required.tree) === true
      ? [requiredInput(ask)]
      : [],
  )
}

function requiredInput({ name, cite }: TransitionInput): FieldError {
  return fieldError(name.identifier, 'required', { field: labelFor(name.label) }, cite)
}

/** Computes the defaults of inputs that were not given, in JSON form. Also used for the fields of a new record. */
export function defaultInputs(
  asks: readonly Pick<TransitionInput, 'name' | 'valueType' | 'default'>[],
  given: { readonly [name: string]: unknown },
  evaluate: Evaluator,
): { readonly [name: string]: unknown } {
  const values = asks.flatMap(({ name, valueType, default: own }) => {
    if (own === undefined || Object.hasOwn(given, name.identifier)) return []
    if (own.kind === 'literal') return [[name.identifier, own.value] as const]
    const value = evaluate(own.expression.tree)
    return value === undefined ? [] : [[name.identifier, convertToJson(value, valueType)] as const]
  })
  return Object.fromEntries(values)
}

/** Inputs that are none of those that may be chosen. */
export function wrongInputChoices(
  model: Model,
  entity: string,
  asks: readonly TransitionInput[],
  input: { readonly [name: string]: unknown },
  evaluate: Evaluator,
): readonly FieldError[] {
  return asks.flatMap(({ name, type, chooseFrom, otherwise, cite }) => {
    if (!chooseFrom || isEmptyValue(ownValue(input, name.identifier), type) || evaluate(chooseFrom.tree) === true)
      return []
    const about = { entity, field: name.identifier }
    return [
      choiceError(
        model,
        about,
        { name, cite, ...(otherwise && { otherwise }) },
        asOfField(chooseFrom.words ?? chooseFrom.tree, about),
      ),
    ]
  })
}

/** The condition in terms of a field of the record, as those on fields stand. */
function asOfField(tree: Node, { entity, field }: { readonly entity: string; readonly field: string }): Node {
  return mapNode(tree, (node) => {
    if (node.kind !== 'input' || node.name !== field) return node
    const { type, span } = node
    return {
      kind: 'field',
      record: { kind: 'this', type: { kind: 'record', entity }, span },
      entity,
      field,
      type,
      span,
    }
  })
}

/** Converts the given inputs to the values that expressions see under `input`. */
export function inputValues(
  asks: readonly TransitionInput[],
  input: { readonly [name: string]: unknown },
): { readonly [name: string]: Value } {
  return Object.fromEntries(
    asks.map(({ name, valueType }) => [
      name.identifier,
      readValue(ownValue(input, name.identifier) ?? null, valueType),
    ]),
  )
}

/** Inputs may be named like what every object has (`constructor`). */
function ownValue(values: { readonly [name: string]: unknown }, name: string): unknown {
  return Object.hasOwn(values, name) ? values[name] : undefined
}

/** 422 for inputs that are wrong; where the document has a code for all that is, its own. */
export function wrongInput(model: Model, errors: readonly FieldError[]): Refusal {
  const cites = errors.find((error) => error.cites)?.cites
  const [first] = errors
  const isOwn = first !== undefined && model.errors.has(first.name) && rewordable(first.name) === undefined
  return isOwn && errors.every((error) => error.name === first.name)
    ? makeRefusal(first.name, {}, { errors, cites, entity: first.entity })
    : makeRefusal('invalid', {}, { errors, cites })
}

/** Nothing where some of them are described by what has no words. */
function sayWho(model: Model, row: TransitionRow | undefined): QuotedRemedy {
  const who = row?.who ?? []
  const { language } = model.settings
  if (who.length === 0) return { remedy: sayNobody(model, row ? [row] : []) }
  const said = who.map((each) => sayGrantee(model, each))
  const [only] = who
  // "You can do this when you are among its helpers": a condition that names nobody may have words all the same.
  if (said[0] === undefined && who.length === 1 && only?.kind === 'condition')
    return sayWhen(model, only.condition.tree, only.condition)
  return said.includes(undefined)
    ? {}
    : { remedy: sayRemedy(language, 'who_can', { who: joinByOr(said.filter((each) => each !== undefined)) }) }
}

function sayFrom(
  { settings }: Model,
  { workflows }: Entity,
  { name: step, field }: Transition,
  rows: readonly TransitionRow[],
): string {
  const words = new Set(rows.flatMap(({ from }) => (typeof from === 'string' ? [] : from)))
  if (words.size === 0) return sayRemedy(settings.language, 'from_new')
  const { language } = settings
  const names = [...words].map((word) =>
    quoteName(labelFor(workflows.get(field)?.states.find((state) => state.word === word)?.label ?? word), language),
  )
  return sayRemedy(language, 'from_states', {
    step: quoteName(labelFor(step.label), language),
    states: joinByOr(names),
  })
}
