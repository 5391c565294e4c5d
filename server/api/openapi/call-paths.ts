// Describes the document's own calls, as far as somebody like the caller may make them.
import { mayEverCall } from '../../calls/decide-call.ts'
import type { CallInput, DocumentCall, JsonTemplateNode } from '#shared/model/7-calls/types.ts'
import type { Type } from '#shared/expressions/type.ts'
import type { RunningDocument } from '../../document/current-document.ts'
import { entityNamed } from '../../policy/policy.ts'
import { recordAtHand } from '../../calls/record-at-hand.ts'
import { takesVersion } from '../../calls/resolve-call.ts'
import { resolvedCallOf } from '../../calls/run-call.ts'
import { descriptionOf } from './json-schemas.ts'
import { writeLines } from './line-schemas.ts'
import { schemaOf } from '#shared/fields/coerce-value.ts'
import type { Effect, FieldSetting, Model } from '#shared/model/model.ts'
import type { Actor } from '#shared/policy/actor.ts'
import { IDEMPOTENCY_KEY, IF_MATCH } from '../records/record-parameters.ts'
import type { PathItem } from './describe-api.ts'
import type { OpenApiOperation } from './route-operation.ts'
import { PROBLEMS } from './route-operation.ts'

export function callPaths(running: RunningDocument, actor: Actor): { readonly [path: string]: PathItem } {
  const paths: { [path: string]: { [method: string]: OpenApiOperation } } = {}
  for (const call of running.model.calls) {
    if (!call.path.startsWith('/api/') || !mayEverCall(call, actor)) continue
    const path = call.path.replaceAll(/:([A-Za-z]\w*)/g, '{$1}')
    const item = (paths[path] ??= {})
    item[call.method.toLowerCase()] = operationOf(running, call, linesTaken(running, actor, call))
  }
  return paths
}

/** Builds the schemas of the lines that a step takes from an input and gives to a head, by the name of the input. */
function linesTaken(running: RunningDocument, actor: Actor, call: DocumentCall): SchemasOfInputs {
  const own = recordAtHand(call)?.entity
  const schemas = (name: string, settings: readonly FieldSetting[], verb: 'create' | 'update'): SchemasOfInputs => {
    const written = writeLines(running, actor, entityNamed(running.model, name), verb)
    return new Map(
      settings.flatMap(({ field, value: { tree } }) => {
        const schema = written[field]
        return tree.kind === 'input' && schema !== undefined ? [[tree.name, schema] as const] : []
      }),
    )
  }
  return new Map(
    call.steps.flatMap(withInnerSteps).flatMap((step) => {
      if (step.kind === 'create' && step.lines) return [...schemas(step.entity, step.lines, 'create')]
      return step.kind === 'set' && step.isLines && own !== undefined ? [...schemas(own, [step], 'update')] : []
    }),
  )
}

function withInnerSteps(step: Effect): readonly Effect[] {
  if (step.kind === 'for each') return step.effects.flatMap(withInnerSteps)
  return step.kind === 'try' ? [step.effect, step.otherwise].flatMap(withInnerSteps) : [step]
}

type SchemasOfInputs = ReadonlyMap<string, object>

function operationOf(running: RunningDocument, call: DocumentCall, lines: SchemasOfInputs): OpenApiOperation {
  const { model } = running
  const { method, path, does, takes, answer } = call
  const parameters = takes.filter((each) => each.in !== 'body' && !isOfHttp(each)).map(parameterOf)
  const written = method === 'GET' ? [] : [{ ...IDEMPOTENCY_KEY, in: 'header' }]
  const inputs = takes.filter((each) => each.in === 'body')
  const isForAnyone = call.who.some(({ kind }) => kind === 'anyone')
  return {
    operationId: `${method}_${path}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_'),
    summary: does.split('\n')[0] || `${method} ${path}`,
    ...(does.includes('\n') ? { description: does } : {}),
    tags: ['Calls'],
    security: [{ cookie: [] }, { bearer: [] }, ...(isForAnyone ? [{}] : [])],
    parameters: [
      ...parameters,
      ...written,
      ...(takesVersion(resolvedCallOf(running, call)) ? [{ ...IF_MATCH, in: 'header' }] : []),
    ],
    ...(inputs.length === 0
      ? {}
      : {
          requestBody: {
            required: inputs.some(({ required }) => required),
            content: {
              'application/json': { schema: bodySchema(inputs, '', { lines, isOpen: call.ignoresUnknown === true }) },
            },
          },
        }),
    responses: { [answer?.status ?? 204]: responseOf(answer), ...problemsOf(model) },
  }
}

/** Reports whether the input is a header that each client sends by itself. */
function isOfHttp({ in: place, written }: CallInput): boolean {
  return place === 'header' && OF_HTTP.has(written.toLowerCase())
}

const OF_HTTP: ReadonlySet<string> = new Set(['accept', 'authorization', 'content-type', 'cookie', 'host', 'origin'])

/** Several values stand in one parameter, with commas: a parameter that comes twice is refused. */
function parameterOf(input: CallInput): object {
  const { written, in: place, required } = input
  const schema = schemaOfInput(input)
  const style =
    place === 'query' && 'type' in schema && schema.type === 'array' ? { style: 'form', explode: false } : {}
  return { name: written, in: place, required: place === 'path' || required, ...style, schema }
}

function schemaOfInput({ type, in: place, nullable, default: initial }: CallInput): object {
  const given = type === undefined ? {} : { ...schemaOf({ type }), ...descriptionOf({ type }) }
  const isEmptiable = nullable && place === 'body' && type !== undefined
  const schema = isEmptiable ? { anyOf: [given, { type: 'null' }] } : given
  return initial?.kind === 'literal' ? { ...schema, default: initial.value } : schema
}

interface BodyOptions {
  readonly lines: SchemasOfInputs
  /** Are members that the call does not take left unread? */
  readonly isOpen: boolean
}

function bodySchema(inputs: readonly CallInput[], prefix: string, options: BodyOptions): object {
  const names = [...new Set(inputs.map(({ written }) => written.slice(prefix.length).split('.')[0] ?? ''))]
  const below = (name: string): readonly CallInput[] =>
    inputs.filter(({ written }) => written.startsWith(`${prefix}${name}.`))
  const own = (name: string): CallInput | undefined => inputs.find(({ written }) => written === `${prefix}${name}`)
  const isRequired = (name: string): boolean =>
    own(name)?.required === true || below(name).some(({ required }) => required)
  const required = names.filter(isRequired)
  const properties = names.map((name) => {
    const input = own(name)
    const schema = input ? (options.lines.get(input.name) ?? schemaOfInput(input)) : undefined
    return [name, schema ?? bodySchema(below(name), `${prefix}${name}.`, options)] as const
  })
  return {
    type: 'object',
    additionalProperties: options.isOpen,
    ...(required.length === 0 ? {} : { required }),
    properties: Object.fromEntries(properties),
  }
}

function responseOf(answer: DocumentCall['answer']): object {
  if (answer?.body === undefined) return { description: 'Done.' }
  if (answer.as === 'calendar')
    return { description: 'A calendar.', content: { 'text/calendar': { schema: { type: 'string' } } } }
  return { description: 'Done.', content: { 'application/json': { schema: schemaOfJson(answer.body) } } }
}

/** Describes the problem responses, in the document's own form if it has one. */
function problemsOf({ callSettings: { answers } }: Model): object {
  if (answers === undefined) return PROBLEMS
  const content = { 'application/json': { schema: schemaOfJson(answers) } }
  return { '4XX': { description: 'Refused.', content } }
}

function schemaOfJson(json: JsonTemplateNode): object {
  switch (json.kind) {
    case 'object': {
      const properties = json.members.map(({ name, value }) => [name, schemaOfJson(value)] as const)
      return { type: 'object', properties: Object.fromEntries(properties) }
    }
    case 'list':
      return { type: 'array' }
    case 'literal':
      return { const: json.value }
    case 'expression':
      return schemaOfType(json.expression.tree.type)
  }
}

function schemaOfType(type: Type): object {
  switch (type.kind) {
    case 'set':
    case 'list':
      return { type: 'array', items: schemaOfType(type.of) }
    case 'object': {
      const properties = Object.entries(type.fields).map(([name, of]) => [name, schemaOfType(of)] as const)
      return { type: ['object', 'null'], properties: Object.fromEntries(properties) }
    }
    case 'json':
    case 'null':
      return {}
    case 'boolean':
    case 'integer':
    case 'number':
      return { type: [type.kind, 'null'] }
    default:
      return { type: ['string', 'null'] }
  }
}
