// Makes a tool of each call on records that the caller may do: per entity and verb, and per transition.
import type { RunningDocument } from '../../document/current-document.ts'
import { policyOf } from '../../policy/policy.ts'
import type { OpenApiOperation } from '../openapi/route-operation.ts'
import { describeApi } from '../openapi/describe-api.ts'
import type { NamedSchemas } from '../openapi/named-schemas.ts'
import { IMPORT_ROUTES } from '../records/import/import-routes.ts'
import type { Actor } from '#shared/policy/actor.ts'
import { fileFormats, jsonBody, resultSchema, selfContained, withoutNestedRecords } from './tool-schemas.ts'

export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: object
  /** Schema of the structured result; absent: the result is a text or a file. */
  readonly outputSchema?: object
  readonly annotations: { readonly readOnlyHint: boolean; readonly destructiveHint?: boolean }
}

export interface CallTool {
  readonly shown: Tool
  readonly method: string
  /** "/api/tickets/{id}". */
  readonly path: string
  /** Place of each argument in the request. */
  readonly parameters: readonly ToolParameter[]
  /** Media types of the file that the call takes as its body, by the name of the format; absent: its body is JSON. */
  readonly formats?: ReadonlyMap<string, string> | undefined
  /** True if the answer is no JSON object: the structured result holds it as `result`. */
  readonly isWrapped: boolean
}

interface ToolParameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  /** `If-Match` is given as `if_match`. */
  readonly argument: string
}

/** Kept per set of roles, as long as the document. */
export function callTools(running: RunningDocument, actor: Actor): ReadonlyMap<string, CallTool> {
  return policyOf(running, actor).keepLatest('tools', new Set(), () => makeTools(running, actor))
}

function makeTools(running: RunningDocument, actor: Actor): ReadonlyMap<string, CallTool> {
  const description = describeApi(running, actor, IMPORT_ROUTES)
  const { schemas } = description.components as { readonly schemas: NamedSchemas }
  const answered = withoutNestedRecords(schemas)
  const tools = new Map<string, CallTool>()
  for (const [path, item] of Object.entries(description.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      const tool = makeTool(method.toUpperCase(), path, operation, { schemas, answered })
      tools.set(tool.shown.name, tool)
    }
  }
  return tools
}

interface ParameterObject {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly description?: string
  readonly schema: object
}

interface ToolSchemas {
  /** Those that a body names. */
  readonly schemas: NamedSchemas
  /** Those that an answer names. */
  readonly answered: NamedSchemas
}

function makeTool(
  method: string,
  path: string,
  operation: OpenApiOperation,
  { schemas, answered }: ToolSchemas,
): CallTool {
  const described = (operation.parameters ?? []) as readonly ParameterObject[]
  const formats = fileFormats(operation)
  const body = jsonBody(operation)
  const own = formats === undefined ? {} : fileArguments(formats)
  const taken = new Set([...Object.keys(own), ...(body === undefined ? [] : ['body'])])
  const parameters = described.map((parameter) => ({ ...parameter, argument: freeName(parameter, taken) }))
  const properties = {
    ...Object.fromEntries(
      parameters.map(({ argument, schema, description }) => [
        argument,
        description === undefined ? schema : { ...schema, description },
      ]),
    ),
    ...(body === undefined ? {} : { body: body.schema }),
    ...own,
  }
  const required = [
    ...parameters.filter((each) => each.required === true).map(({ argument }) => argument),
    ...(body?.isRequired === true ? ['body'] : []),
    ...Object.keys(own),
  ]
  const inputSchema = {
    type: 'object',
    properties,
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  }
  const result = resultSchema(operation, answered)
  const shown = {
    name: operation.operationId,
    title: operation.summary,
    description: operation.description ?? `${operation.summary} (${method} ${path}).`,
    inputSchema: selfContained(inputSchema, schemas),
    ...(result === undefined ? {} : { outputSchema: result.schema }),
    annotations:
      method === 'GET' ? { readOnlyHint: true } : { readOnlyHint: false, destructiveHint: method === 'DELETE' },
  }
  return {
    shown,
    method,
    path,
    parameters: parameters.map(({ name, in: place, argument }) => ({ name, in: place, argument })),
    formats,
    isWrapped: result?.isWrapped === true,
  }
}

/** Adds the name of an argument to those that are taken. */
function freeName({ name, in: place }: ParameterObject, taken: Set<string>): string {
  const plain = name.toLowerCase().replaceAll(/[^a-z\d_.]/g, '_')
  const argument = taken.has(plain) ? `${place}_${plain}` : plain
  taken.add(argument)
  return argument
}

function fileArguments(formats: ReadonlyMap<string, string>): { readonly [name: string]: object } {
  return {
    format: { type: 'string', enum: [...formats.keys()], description: 'What the content is.' },
    content: { type: 'string', description: 'The file as text; a workbook (xlsx) in Base64.' },
  }
}
