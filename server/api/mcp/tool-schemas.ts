// Builds the schemas of tools from the description of the API; each holds the schemas that it names.
import { EXPORT_TYPES } from '../records/export/export-handler.ts'
import type { OpenApiOperation } from '../openapi/route-operation.ts'
import type { NamedSchemas } from '../openapi/named-schemas.ts'
import { nameIn, schemasNamedIn } from '../openapi/named-schemas.ts'
import { isObject } from './json-rpc.ts'

interface Content {
  readonly [type: string]: { readonly schema?: object }
}

const JSON_TYPE = 'application/json'

export function jsonBody({
  requestBody,
}: OpenApiOperation): { readonly schema: object; readonly isRequired: boolean } | undefined {
  const { content, required } = (requestBody ?? {}) as { readonly content?: Content; readonly required?: boolean }
  const schema = content?.[JSON_TYPE]?.schema
  return schema === undefined ? undefined : { schema, isRequired: required === true }
}

/** Lists the formats of the file that the operation takes as its body, with their media types. */
export function fileFormats({ requestBody }: OpenApiOperation): ReadonlyMap<string, string> | undefined {
  const { content = {} } = (requestBody ?? {}) as { readonly content?: Content }
  const formats = Object.keys(content).flatMap((type) => {
    const format = FORMATS.get(type)
    return format === undefined ? [] : [[format, type] as const]
  })
  return formats.length === 0 ? undefined : new Map(formats)
}

const FORMATS: ReadonlyMap<string, string> = new Map([
  ...Object.entries(EXPORT_TYPES).map(([format, type]) => [type.split(';', 1)[0] ?? type, format] as const),
  ['text/tab-separated-values', 'tsv'],
])

/**
 * Builds the schema of the structured result. An answer without a body becomes `DONE`; one that is no JSON object is
 * wrapped, since a structured result is an object.
 */
export function resultSchema(
  { responses }: OpenApiOperation,
  schemas: NamedSchemas,
): { readonly schema: object; readonly isWrapped: boolean } | undefined {
  const answers = Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([, response]) => (response as { readonly content?: Content }).content)
  if (answers.some((content) => content !== undefined && content[JSON_TYPE] === undefined)) return undefined
  const kinds = answers.map((content) => content?.[JSON_TYPE]?.schema ?? DONE_SCHEMA)
  const isWrapped = !kinds.every((each) => isOfObjects(each, schemas))
  const [first = DONE_SCHEMA] = kinds
  const answer = kinds.length === 1 ? resolved(first, schemas) : { anyOf: kinds }
  const schema = isWrapped
    ? { type: 'object', required: ['result'], properties: { result: answer } }
    : { type: 'object', ...answer }
  return { schema: selfContained(schema, schemas), isWrapped }
}

/** The structured result of a call that answers without a body. */
export const DONE = { done: true } as const

const DONE_SCHEMA = { type: 'object', required: ['done'], properties: { done: { const: true } } }

function resolved(schema: object, schemas: NamedSchemas): object {
  const name = nameIn(schema)
  return (name === undefined ? undefined : schemas[name]) ?? schema
}

function isOfObjects(schema: object, schemas: NamedSchemas): boolean {
  const { type, anyOf } = resolved(schema, schemas) as { readonly type?: unknown; readonly anyOf?: readonly object[] }
  return anyOf === undefined ? type === 'object' : anyOf.every((each) => isOfObjects(each, schemas))
}

/**
 * Describes records within records as objects only: else each tool would hold the schemas of all entities that
 * relations lead to, and clients take seconds to read them.
 */
export function withoutNestedRecords(schemas: NamedSchemas): NamedSchemas {
  const shorten = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shorten)
    if (!isObject(value)) return value
    const name = nameIn(value)
    if (name !== undefined && !name.startsWith('system.')) return { type: 'object' }
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, shorten(member)]))
  }
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, shorten(schema) as object]))
}

/** Adds as `$defs` the schemas that this one names, and those that they name. */
export function selfContained(schema: object, schemas: NamedSchemas): object {
  const found = schemasNamedIn(schema, schemas)
  const $defs = Object.keys(found).length === 0 ? {} : { $defs: found }
  return withLocalReferences({ ...schema, ...$defs }) as object
}

function withLocalReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withLocalReferences)
  if (!isObject(value)) return value
  const name = nameIn(value)
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) =>
      key === '$ref' && name !== undefined ? [key, `#/$defs/${name}`] : [key, withLocalReferences(member)],
    ),
  )
}
