// Calls the tools that an agent of somebody has, and says which results are not as they are declared.
import type { ValidateFunction } from 'ajv/dist/2020.js'
import type { Description } from './answer-validator.ts'
import { createAjv } from './answer-validator.ts'
import { ask } from './ask.ts'
import { KnownValues } from './known-values.ts'
import type { Somebody } from './shipped-api.ts'
import type { Schema } from './valid-value.ts'
import { validValue } from './valid-value.ts'

interface Tool {
  readonly name: string
  readonly inputSchema: Schema & { readonly $defs?: { readonly [name: string]: Schema } }
  readonly outputSchema?: Schema
  readonly annotations: { readonly readOnlyHint: boolean }
}

interface Result {
  readonly content: readonly { readonly type: string; readonly text?: string; readonly resource?: object }[]
  readonly structuredContent?: object
  readonly isError?: boolean
}

export interface WalkedTools {
  readonly wrong: readonly string[]
  /** Names of the tools that gave what they are for. */
  readonly done: readonly string[]
}

/** `isLeftOut`: of these tools only the schemas are looked at. */
export async function walkTools(
  url: string,
  somebody: Somebody,
  isLeftOut: (tool: string) => boolean,
): Promise<WalkedTools> {
  const [wrong, done]: [string[], string[]] = [[], []]
  const token = await somebody.signIn()
  if (token === undefined) return { wrong, done }
  const read = async (path: string): Promise<string> => (await ask(url, token, { method: 'GET', url: path })).text
  const ajv = createAjv()
  const known = new KnownValues()
  const description = JSON.parse(await read('/api/openapi.json')) as Description
  await known.learn(description, read)
  const paths = new Map(
    Object.entries(description.paths).flatMap(([path, item]) =>
      Object.values(item).map(({ operationId }) => [operationId, path] as const),
    ),
  )
  const { tools } = (await rpc(url, token, 'tools/list', {})) as { readonly tools: readonly Tool[] }
  const names = tools.map(({ name }) => name)
  if (new Set(names).size < names.length) wrong.push(`${somebody.name}: two tools have one name`)
  for (const tool of tools) {
    const { name, inputSchema, outputSchema, annotations } = tool
    const say = (problem: string): unknown => wrong.push(`${somebody.name}: ${name}: ${problem}`)
    if (!/^[\w.-]{1,64}$/.test(name)) say('the name is none')
    if (outputSchema !== undefined && outputSchema.type !== 'object') say('the output is no object')
    if (isLeftOut(name)) continue
    const input = argumentsOf(tool, names, known, paths.get(name) ?? '')
    const accepts = ajv.compile(inputSchema)
    if (!accepts(input)) say(`${JSON.stringify(input)} does not fit the input: ${JSON.stringify(accepts.errors)}`)
    const result = (await rpc(url, token, 'tools/call', { name, arguments: input })) as Result
    const problem = problemOf(result, outputSchema && ajv.compile(outputSchema))
    if (problem !== undefined) say(problem)
    if (result.isError !== true) done.push(name)
    else if (annotations.readOnlyHint && !MAY_BE_REFUSED.test(name)) say(`it is refused: ${result.content[0]?.text}`)
  }
  return { wrong, done }
}

/** Tools that are refused where there is no record, or no import. */
const MAY_BE_REFUSED = /^(?:read_|history_|get_|why_not|explain)/

function argumentsOf(
  { name, inputSchema: schema }: Tool,
  others: readonly string[],
  known: KnownValues,
  path: string,
): object {
  const idOf = (entity: string | undefined): string => known.idOf(entity)
  const resolve = (reference: string): Schema => schema.$defs?.[reference.split('/').at(-1) ?? ''] ?? {}
  const input = validValue(schema, { resolve, idOf, isFull: false }) as object
  if (name === 'explain') return { tool: others.find((other) => other.startsWith('list_')) }
  if (name === 'why_not') {
    const entity = others.find((other) => other.startsWith('read_'))?.slice('read_'.length)
    return { entity, id: known.idOf(entity) }
  }
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, parameter = '']) => {
    const value = known.forPath(path, parameter, name)
    return value === undefined ? [] : [[parameter.toLowerCase(), value] as const]
  })
  const file = name.startsWith('import_') ? { mode: 'read', content: `id,name\n${known.idOf(undefined)},a\n` } : {}
  return { ...input, ...file, ...Object.fromEntries(inPath) }
}

function problemOf(
  { content, structuredContent, isError }: Result,
  declares: ValidateFunction | undefined,
): string | undefined {
  const [first] = content
  if (first === undefined) return 'it gives nothing'
  if (isError === true) {
    const { code, status } = JSON.parse(first.text ?? '') as { readonly code?: string; readonly status?: number }
    return code === undefined || status === undefined || status >= 500 ? `it fails: ${first.text}` : undefined
  }
  if (declares === undefined)
    return structuredContent === undefined && (first.text ?? first.resource) !== undefined
      ? undefined
      : 'it gives no data'
  return declares(structuredContent) ? undefined : `the result is not as declared: ${JSON.stringify(declares.errors)}`
}

/** The result of a method; an error of the protocol is thrown. */
async function rpc(url: string, token: string, method: string, params: object): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const headers = { 'content-type': 'application/json' }
  const { text } = await ask(url, token, { method: 'POST', url: '/api/mcp', body, headers })
  const { result } = JSON.parse(text) as { readonly result?: unknown }
  if (result === undefined) throw new Error(`${method} ${JSON.stringify(params)}: ${text}`)
  return result
}
