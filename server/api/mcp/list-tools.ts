// Makes a tool of each call on records that the caller may do: per entity and verb, and per transition.
import type { RunningDocument } from '../../document/current-document.ts'
import { policyOf } from '../../policy/policy.ts'
import type { OpenApiOperation } from '../openapi/route-operation.ts'
import { describeApi } from '../openapi/describe-api.ts'
import { isObject } from './json-rpc.ts'
import type { Actor } from '#shared/policy/actor.ts'

export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: object
  readonly annotations: { readonly readOnlyHint: boolean; readonly destructiveHint?: boolean }
}

export interface CallTool extends Tool {
  readonly method: string
  /** "/api/tickets/{id}". */
  readonly path: string
  /** Place of each argument in the request. */
  readonly parameters: readonly { readonly name: string; readonly in: 'path' | 'query' | 'header' }[]
}

/** Kept per set of roles, as long as the document. */
export function callTools(running: RunningDocument, actor: Actor): ReadonlyMap<string, CallTool> {
  return policyOf(running, actor).keepLatest('tools', new Set(), () => makeTools(running, actor))
}

function makeTools(running: RunningDocument, actor: Actor): ReadonlyMap<string, CallTool> {
  const description = describeApi(running, actor, [])
  const { schemas } = description.components as { readonly schemas: Schemas }
  const tools = new Map<string, CallTool>()
  for (const [path, item] of Object.entries(description.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      const tool = makeTool(method.toUpperCase(), path, operation, schemas)
      tools.set(tool.name, tool)
    }
  }
  return tools
}

interface Schemas {
  readonly [name: string]: object
}

interface ParameterObject {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly description?: string
  readonly schema: object
}

function makeTool(method: string, path: string, operation: OpenApiOperation, schemas: Schemas): CallTool {
  const parameters = (operation.parameters ?? []) as readonly ParameterObject[]
  const body = bodySchema(operation)
  const properties = {
    ...Object.fromEntries(
      parameters.map(({ name, schema, description }) => [
        argumentName(name),
        description === undefined ? schema : { ...schema, description },
      ]),
    ),
    ...(body === undefined ? {} : { body }),
  }
  const isBodyRequired = (operation.requestBody as { readonly required?: boolean })?.required === true
  const required = [
    ...parameters.filter((each) => each.required === true).map(({ name }) => argumentName(name)),
    ...(isBodyRequired ? ['body'] : []),
  ]
  const definitions = referencedSchemas(body, schemas)
  const inputSchema = {
    type: 'object',
    properties,
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
    ...(Object.keys(definitions).length === 0 ? {} : { $defs: definitions }),
  }
  return {
    name: operation.operationId,
    title: operation.summary,
    description: operation.description ?? `${operation.summary} (${method} ${path}).`,
    inputSchema: withLocalReferences(inputSchema) as object,
    annotations:
      method === 'GET' ? { readOnlyHint: true } : { readOnlyHint: false, destructiveHint: method === 'DELETE' },
    method,
    path,
    parameters: parameters.map(({ name, in: place }) => ({ name, in: place })),
  }
}

/** `If-Match` is given as `if_match`. */
export function argumentName(parameter: string): string {
  return parameter.toLowerCase().replaceAll('-', '_')
}

function bodySchema(operation: OpenApiOperation): object | undefined {
  const content = (operation.requestBody as { readonly content?: { readonly [type: string]: { schema: object } } })
    ?.content
  return content?.['application/json']?.schema
}

/** The schemas that are named in this one, and in those: a tool stands for itself. */
function referencedSchemas(schema: object | undefined, schemas: Schemas): Schemas {
  const found: { [name: string]: object } = {}
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit)
    if (!isObject(value)) return
    for (const [key, member] of Object.entries(value)) {
      const name = key === '$ref' && typeof member === 'string' ? member.split('/').at(-1) : undefined
      const referenced = name === undefined ? undefined : schemas[name]
      if (name === undefined || referenced === undefined) visit(member)
      else if (found[name] === undefined) {
        found[name] = referenced
        visit(referenced)
      }
    }
  }
  visit(schema)
  return found
}

function withLocalReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withLocalReferences)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) =>
      key === '$ref' && typeof member === 'string'
        ? [key, `#/$defs/${member.split('/').at(-1)}`]
        : [key, withLocalReferences(member)],
    ),
  )
}
