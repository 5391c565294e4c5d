// Makes the requests of one operation: some that are as it is described, and some that are not.
import type { Description, Operation, Parameter } from './answer-validator.ts'
import type { KnownValues } from './known-values.ts'
import { NO_RECORD } from './known-values.ts'
import { invalidValue, validValue } from './valid-value.ts'

export interface ContractRequest {
  readonly method: string
  readonly url: string
  readonly body?: string | FormData | undefined
  readonly headers: { readonly [name: string]: string }
  /** Does it break the description? Then it is refused. */
  readonly isInvalid: boolean
}

export function makeRequests(
  description: Description,
  path: string,
  method: string,
  known: KnownValues,
): readonly ContractRequest[] {
  const operation = description.paths[path]?.[method] as Operation
  const { parameters = [] } = operation
  const make = (isFull: boolean): ContractRequest => {
    const query = new URLSearchParams(
      parameters
        .filter(({ in: place, required }) => place === 'query' && (isFull || required === true))
        .flatMap(queryValue),
    )
    const headers = Object.fromEntries(
      parameters
        .filter(({ in: place }) => place === 'header' && isFull)
        .flatMap(({ name }) => (HEADERS[name] === undefined ? [] : [[name, HEADERS[name]]])),
    )
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const { schema } = parameters.find((each) => each.in === 'path' && each.name === name) as Parameter
      const value =
        known.forPath(path, name, operation.operationId) ?? String(validValue(schema, known.source(description, false)))
      return encodeURIComponent(value)
    })
    const sent = bodyOf(operation, description, known, isFull)
    const url = query.size === 0 ? filled : `${filled}?${query.toString()}`
    return { method: method.toUpperCase(), url, ...sent, headers: { ...headers, ...sent.headers }, isInvalid: false }
  }
  const plain = make(false)
  return [plain, make(true), ...spoilt(plain, path, operation, description, known)]
}

/** Values that mean something, since the schema of a text does not say what it is. */
function queryValue({ name, schema }: Parameter): readonly [string, string][] {
  if (schema.enum !== undefined) return [[name, String(schema.enum.at(-1))]]
  if (schema.type === 'integer') return [[name, String(Math.max(1, schema.minimum ?? 1))]]
  const value = QUERY[name]
  return value === undefined ? [] : [[name, value]]
}

const QUERY: { readonly [name: string]: string | undefined } = {
  search: 'a',
  sort: '-id',
  filter: 'id != null',
  measure: 'count',
  match: 'id',
}
const HEADERS: { readonly [name: string]: string | undefined } = {
  'Accept-Language': 'de, en;q=0.5',
  Prefer: 'respond-async',
}

function bodyOf(
  { requestBody }: Operation,
  description: Description,
  known: KnownValues,
  isFull: boolean,
): Pick<ContractRequest, 'body' | 'headers'> {
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? []
  if (type === undefined || content === undefined) return { headers: {} }
  if (type === 'multipart/form-data') {
    const form = new FormData()
    form.set('file', new Blob(['a text'], { type: 'text/plain' }), 'a.txt')
    return { body: form, headers: {} }
  }
  const headers = { 'content-type': type }
  if (type !== 'application/json') return { body: 'name,id\n', headers }
  return { body: JSON.stringify(validValue(content.schema, known.source(description, isFull))), headers }
}

function spoilt(
  plain: ContractRequest,
  path: string,
  { parameters = [], requestBody, tags }: Operation,
  description: Description,
  known: KnownValues,
): readonly ContractRequest[] {
  const schema = requestBody?.content['application/json']?.schema
  const wrong = schema && invalidValue(schema, known.source(description, false))
  const mark = plain.url.includes('?') ? '&' : '?'
  return [
    ...(path.startsWith('/api/health/') ? [] : [{ ...plain, url: `${plain.url}${mark}no_such_parameter=1` }]),
    ...(!tags.includes('System') && parameters.some(({ in: place, name }) => place === 'path' && name === 'id')
      ? [{ ...plain, url: path.replaceAll(/\{\w+\}/g, NO_RECORD) }]
      : []),
    ...(wrong === undefined ? [] : [{ ...plain, body: JSON.stringify(wrong) }]),
  ].map((request) => ({ ...request, isInvalid: true }))
}
