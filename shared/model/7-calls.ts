// Point 7, linked: the document's own calls, with what their paths find, what they take, their steps and their answers.
import * as say from '../diagnostics/7-calls.ts'
import * as sayModel from '../diagnostics/model.ts'
import type { Environment } from '../expressions/schema.ts'
import type { Type } from '../expressions/type.ts'
import { coerceValue } from '../fields/coerce.ts'
import { fieldType } from '../fields/registry.ts'
import type { CallDeclaration, TakenDeclaration } from '../points/7-calls-declarations.ts'
import { isShown } from '../points/declarations.ts'
import { spanOf } from '../text/fragment.ts'
import { RESERVED_NAMES } from '../text/name.ts'
import { nearest } from '../text/nearest.ts'
import { linkType } from './3-entities-outline.ts'
import { writtenValue } from './3-fields.ts'
import { linkInOrder } from './4-effects.ts'
import { linkWho } from './6-who.ts'
import { checkEvents, linkJson } from './7-answers.ts'
import type { Call, CallInput, PathRecord } from './7-calls-types.ts'
import { callShape } from './7-named-calls.ts'
import { findRecords } from './7-paths.ts'
import { linkCallRule, rulesByCall } from './7-rules.ts'
import { type EntitiesByPath, entitiesByPath, reportTakenPath } from './7-standard-calls.ts'
import type { Linking } from './linking.ts'
import { findEntity } from './linking.ts'

/** In the order of the document; of calls that are not shown nothing is built. */
export function linkCalls(linking: Linking): readonly Call[] {
  const { calls } = linking.declarations
  if (!isShown(calls)) return []
  const around: Surroundings = { entities: entitiesByPath(linking), rules: rulesByCall(linking) }
  return calls.calls.flatMap((call) => linkCall(linking, around, call) ?? [])
}

interface Surroundings {
  readonly entities: EntitiesByPath
  readonly rules: ReturnType<typeof rulesByCall>
}

function linkCall(linking: Linking, around: Surroundings, declaration: CallDeclaration): Call | undefined {
  const { method, path, of, does, steps, answer, span } = declaration
  reportTakenPath(linking, around.entities, declaration)
  const entity = of && findEntity(linking, of)
  const finds = findRecords(linking, around.entities, declaration, entity)
  const own = entity && finds.find((each) => each.entity === entity.name.identifier && each.isOwn)?.record
  const records = finds.map((each) => each.record)
  const takes = linkTakes(linking, declaration, records)
  reportDoubledNames(linking, declaration, records, takes)
  const environment = environmentIn({ finds: records, takes }, entity?.name.identifier)
  const who = declaration.who.flatMap((each) => linkWho(linking, each, entity, environment))
  const onCall = around.rules.get(callShape(`${method} ${path.value}`)) ?? []
  const rules = onCall.flatMap(({ rule }) => linkCallRule(linking, rule, environment) ?? [])
  // What is not shown is not built; that it takes what it says is checked all the same.
  if (!steps) return undefined
  const done = linkInOrder(linking, { entity, point: 7 }, steps, environment)
  const body = answer?.body && linkJson(linking, answer.body, done.environment)
  if (answer?.as === 'calendar') checkEvents(linking, body, answer.span)
  return {
    method,
    path: path.value,
    does,
    who,
    finds: records,
    ...(own ? { of: own.name } : {}),
    takes,
    rules,
    steps: done.effects,
    ...(answer ? { answer: { status: answer.status, as: answer.as, ...(body ? { body } : {}) } } : {}),
    cite: linking.cite(7, span),
  }
}

/**
 * What may stand in expressions of a call: the record at hand; bare the records of the path and what is taken, as far as
 * it has one name; `input` with all that is taken. All of it is run by a later version.
 */
export function environmentIn({ finds, takes }: Pick<Call, 'finds' | 'takes'>, record?: string): Environment {
  const input: { [name: string]: Type } = Object.fromEntries(takes.map(({ name, valueType }) => [name, valueType]))
  const bare: { [name: string]: Type } = Object.fromEntries(
    takes.filter(isBare).map(({ name, valueType }) => [name, valueType]),
  )
  for (const { name, entity } of finds) bare[name] = { kind: 'record', entity }
  return { ...(record === undefined ? {} : { record }), input, bare, later: true }
}

function isBare({ name }: CallInput): boolean {
  return !name.includes('.') && !RESERVED_NAMES.has(name)
}

function reportDoubledNames(
  linking: Linking,
  { path }: CallDeclaration,
  records: readonly PathRecord[],
  takes: readonly CallInput[],
): void {
  const names = new Set(takes.filter(isBare).map(({ name }) => name))
  for (const { name } of records) {
    if (names.has(name)) linking.report(sayModel.doubledName(spanOf(path), { what: 'names given here', name }))
    names.add(name)
  }
}

/** What the table says, and the parameters of the path that it does not mention: of the field's type, else text. */
function linkTakes(
  linking: Linking,
  { path, takes, span }: CallDeclaration,
  records: readonly PathRecord[],
): readonly CallInput[] {
  const parameters = [...path.value.matchAll(/:([A-Za-z]\w*)/g)].map(([, name = '']) => name)
  const inputs = takes.map((taken) => linkTaken(linking, taken, parameters))
  const others = parameters.filter((name) => !takes.some((taken) => taken.identifier === name))
  return [
    ...others.map((name): CallInput => {
      const record = records.find((each) => each.parameter === name)
      const field = record && linking.outline.entities.get(record.entity)?.fields.get(record.field)
      const type = field?.type ?? { kind: 'text' as const }
      const valueType = field?.valueType ?? { kind: 'text' as const }
      return { name, written: name, in: 'path', type, valueType, required: true, cite: linking.cite(7, span) }
    }),
    ...inputs,
  ]
}

function linkTaken(linking: Linking, taken: TakenDeclaration, parameters: readonly string[]): CallInput {
  const { name, identifier, required, nameSpan, span } = taken
  if (taken.in === 'path' && !parameters.includes(identifier))
    linking.report(say.unknownParameter(nameSpan, { name, nearest: nearest(name, parameters) }))
  // Nothing points back to what is taken, so that the owner of the type is nobody.
  const nobody = { name: { label: name, identifier: 'Call', span: nameSpan } }
  const type = isShown(taken.type)
    ? linkType(taken.type, nobody, (reference) => findEntity(linking, reference)?.name.identifier)
    : undefined
  const given = type && linkDefault(linking, taken, type)
  return {
    name: identifier,
    written: name,
    in: taken.in,
    ...(type ? { type } : {}),
    valueType: type ? fieldType(type.kind).valueType(type) : { kind: 'null' },
    required,
    ...(given ? { default: given } : {}),
    cite: linking.cite(7, span),
  }
}

function linkDefault(
  linking: Linking,
  { name, default: given }: TakenDeclaration,
  type: NonNullable<CallInput['type']>,
): CallInput['default'] | undefined {
  if (!given) return undefined
  if (given.kind === 'expression') {
    const expression = linking.expression(given.text, { later: true }, fieldType(type.kind).valueType(type))
    return expression && { kind: 'expression', expression }
  }
  const read = coerceValue(writtenValue(given.text, type), { type })
  if ('value' in read) return { kind: 'literal', value: read.value }
  const parameters = { field: `The default of ${name}`, problem: read.problem.message }
  linking.report(sayModel.wrongValue(spanOf(given.text), parameters))
  return undefined
}
