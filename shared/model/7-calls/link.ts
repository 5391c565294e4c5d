// Links point 7: calls with their path records, inputs, steps and responses.
import { sayPhrase } from '../../text/phrase.ts'
import * as say from '../../diagnostics/7-calls.ts'
import * as sayModel from '../../diagnostics/linking.ts'
import type { Environment } from '../../expressions/schema.ts'
import type { Type } from '../../expressions/type.ts'
import { coerceValue } from '../../fields/coerce-value.ts'
import { fieldType } from '../../fields/registry.ts'
import { asGiven } from '../../fields/sequence.ts'
import type { CallDeclaration, CallInputDeclaration } from '../../points/7-calls/declarations.ts'
import { isShown } from '../../points/declarations.ts'
import { spanOf } from '../../text/fragment.ts'
import { RESERVED_NAMES } from '../../text/identifier.ts'
import { nearest } from '../../text/nearest-word.ts'
import { linkType } from '../3-entities/outline.ts'
import { literalValue } from '../3-entities/literal-value.ts'
import { linkInOrder } from '../4-states/link-effects.ts'
import { linkGrantees } from '../6-roles/link-grantee.ts'
import { checkEvents, linkJson } from './link-json.ts'
import type { DocumentCall, CallInput, PathRecord } from './types.ts'
import { callShape } from './find-call.ts'
import { findPathRecords } from './find-path-records.ts'
import { linkCallRule, rulesByCall } from './link-call-rules.ts'
import { type EntitiesByPath, outlineEntitiesByPath, reportOccupiedPath } from './standard-calls.ts'
import type { LinkContext } from '../link-context.ts'
import { findEntity } from '../link-context.ts'

/** Links the calls in the order of the document. Nothing is built from calls that are not shown. */
export function linkCalls(context: LinkContext): readonly DocumentCall[] {
  const { calls } = context.declarations
  if (!isShown(calls)) return []
  const around: CallContext = { entities: outlineEntitiesByPath(context), rules: rulesByCall(context) }
  return calls.calls.flatMap((call) => linkCall(context, around, call) ?? [])
}

interface CallContext {
  readonly entities: EntitiesByPath
  readonly rules: ReturnType<typeof rulesByCall>
}

function linkCall(context: LinkContext, around: CallContext, declaration: CallDeclaration): DocumentCall | undefined {
  const { method, path, of, does, ignoresUnknown = false, steps, answer, span } = declaration
  reportOccupiedPath(context, around.entities, declaration)
  const entity = of && findEntity(context, of)
  const finds = findPathRecords(context, around.entities, declaration, entity)
  const own = entity && finds.find((each) => each.entity === entity.name.identifier && each.isOwn)?.record
  const records = finds.map((each) => each.record)
  const takes = linkTakes(context, declaration, records)
  reportDoubledNames(context, declaration, records, takes)
  const environment = environmentIn({ finds: records, takes }, entity?.name.identifier)
  const who = declaration.who.flatMap((each) => linkGrantees(context, each, entity, environment))
  const onCall = around.rules.get(callShape(`${method} ${path.value}`)) ?? []
  const rules = onCall.flatMap(({ rule }) => linkCallRule(context, rule, environment) ?? [])
  // What is not shown is not built; that it takes what it says is checked all the same.
  if (!steps) return undefined
  const done = linkInOrder(context, { entity, point: 7 }, steps, environment)
  const body = answer?.body && linkJson(context, answer.body, { ...done.environment, forReader: true })
  if (answer?.as === 'calendar') checkEvents(context, body, answer.span)
  return {
    method,
    path: path.value,
    does,
    who,
    finds: records,
    ...(own ? { of: own.name } : {}),
    ...(ignoresUnknown ? { ignoresUnknown } : {}),
    takes,
    rules,
    steps: done.effects,
    ...(answer ? { answer: { status: answer.status, as: answer.as, ...(body ? { body } : {}) } } : {}),
    cite: context.cite(7, span),
  }
}

/**
 * Makes the environment for expressions of a call: the current record, the path's records and the inputs of a single
 * name as bare names, and `input` with all inputs. All of it is run by a later version.
 */
export function environmentIn({ finds, takes }: Pick<DocumentCall, 'finds' | 'takes'>, record?: string): Environment {
  const input: { [name: string]: Type } = Object.fromEntries(takes.map(({ name, valueType }) => [name, valueType]))
  const bare: { [name: string]: Type } = Object.fromEntries(
    takes.filter(isBare).map(({ name, valueType }) => [name, valueType]),
  )
  for (const { name, entity } of finds) bare[name] = { kind: 'record', entity }
  const sent = new Set(takes.map(({ name }) => name))
  return { ...(record === undefined ? {} : { record }), input, bare, sent, later: true }
}

function isBare({ name }: CallInput): boolean {
  return !RESERVED_NAMES.has(name.split('.')[0] ?? '')
}

function reportDoubledNames(
  context: LinkContext,
  { path }: CallDeclaration,
  records: readonly PathRecord[],
  takes: readonly CallInput[],
): void {
  const names = new Set(takes.filter((each) => isBare(each) && !each.name.includes('.')).map(({ name }) => name))
  for (const { name } of records) {
    if (names.has(name)) context.report(sayModel.takenName(spanOf(path), { name }))
    names.add(name)
  }
}

/**
 * Links the inputs from the table, and the parameters of the path that it does not mention. Those have the type of
 * their field, or text where there is none.
 */
function linkTakes(
  context: LinkContext,
  { path, takes, span }: CallDeclaration,
  records: readonly PathRecord[],
): readonly CallInput[] {
  const parameters = [...path.value.matchAll(/:([A-Za-z]\w*)/g)].map(([, name = '']) => name)
  const inputs = takes.map((taken) => linkTaken(context, taken, parameters))
  const others = parameters.filter((name) => !takes.some((taken) => taken.identifier === name))
  return [
    ...others.map((name): CallInput => {
      const record = records.find((each) => each.parameter === name)
      const field = record && context.outline.entities.get(record.entity)?.fields.get(record.field)
      const type = field ? asGiven(field.type) : { kind: 'text' as const }
      const valueType = field?.valueType ?? { kind: 'text' as const }
      const cite = context.cite(7, span)
      return { name, written: name, in: 'path', type, valueType, required: true, nullable: false, cite }
    }),
    ...inputs,
  ]
}

function linkTaken(context: LinkContext, taken: CallInputDeclaration, parameters: readonly string[]): CallInput {
  const { name, identifier, required, nullable, nameSpan, span } = taken
  if (taken.in === 'path' && !parameters.includes(identifier))
    context.report(say.unknownParameter(nameSpan, { name, nearest: nearest(name, parameters) }))
  // Nothing points back to what is taken, so that the owner of the type is nobody.
  const nobody = { name: { label: name, identifier: 'Call', span: nameSpan } }
  const type = isShown(taken.type)
    ? linkType(taken.type, nobody, (reference) => findEntity(context, reference)?.name.identifier)
    : undefined
  const given = type && linkDefault(context, taken, type)
  return {
    name: identifier,
    written: name,
    in: taken.in,
    ...(type ? { type } : {}),
    valueType: type ? fieldType(type.kind).valueType(type) : { kind: 'null' },
    required,
    nullable,
    ...(given ? { default: given } : {}),
    cite: context.cite(7, span),
  }
}

function linkDefault(
  context: LinkContext,
  { name, default: given }: CallInputDeclaration,
  type: NonNullable<CallInput['type']>,
): CallInput['default'] | undefined {
  if (!given) return undefined
  if (given.kind === 'expression') {
    const expression = context.expression(
      given.text,
      { later: true, forReader: true },
      fieldType(type.kind).valueType(type),
    )
    return expression && { kind: 'expression', expression }
  }
  const read = coerceValue(literalValue(given.text, type), { type })
  if ('value' in read) return { kind: 'literal', value: read.value }
  const parameters = { field: `The default of ${name}`, problem: sayPhrase(read.problem, 'en') }
  context.report(sayModel.wrongValue(spanOf(given.text), parameters))
  return undefined
}
