// Runs a tool as the call of the API that it stands for: the same route, policy, commands and refusals.
import { canReadCitations } from '#shared/policy/can-read-citations.ts'
import { Refused } from '../../policy/refused.ts'
import { baseUrlOf } from '../accounts/base-url.ts'
import type { ApiDependencies, RequestContext } from '../request/request-context.ts'
import { createProblem } from '../response/problem.ts'
import type { InnerCall } from '../request/run-inner-request.ts'
import { runInnerRequest } from '../request/run-inner-request.ts'
import { INVALID_PARAMS, RpcError } from './json-rpc.ts'
import type { CallTool } from './list-tools.ts'
import type { ToolResult } from './tool-result.ts'
import { toolResult } from './tool-result.ts'

/** Throws `RpcError` for arguments that the tool does not have. */
export function toolCall(tool: CallTool, input: { readonly [name: string]: unknown }): InnerCall {
  const { shown } = tool
  const rest = new Map(Object.entries(input))
  let path = tool.path
  const query = new URLSearchParams()
  const headers: { [name: string]: string } = {}
  for (const { name, in: place, argument } of tool.parameters) {
    const value = rest.get(argument)
    rest.delete(argument)
    if (value === undefined || value === null) {
      if (place === 'path') throw new RpcError(INVALID_PARAMS, `${shown.name} needs ${argument}.`)
      continue
    }
    const text = parameterText(value)
    if (text === undefined)
      throw new RpcError(INVALID_PARAMS, `${shown.name}: ${argument} is a text, a number or a list of these.`)
    if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(text))
    else if (place === 'query') query.set(name, text)
    else headers[name.toLowerCase()] = text
  }
  const sent = takeBody(tool, rest)
  const [unknown] = rest.keys()
  if (unknown !== undefined) throw new RpcError(INVALID_PARAMS, `${shown.name} has no argument "${unknown}".`)
  const url = query.size === 0 ? path : `${path}?${query.toString()}`
  return { method: tool.method, path: url, ...sent, headers: { ...headers, ...sent.headers } }
}

/** Lists are sent with commas, as the description of the API says. */
function parameterText(value: unknown): string | undefined {
  if (Array.isArray(value)) {
    const items = value.map(parameterText)
    return items.every((item) => item !== undefined) ? items.join(',') : undefined
  }
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined
}

/** Takes the body out of the arguments. */
function takeBody(
  { shown: { name }, method, formats }: CallTool,
  rest: Map<string, unknown>,
): Pick<InnerCall, 'body' | 'bytes' | 'headers'> {
  if (formats === undefined) {
    const body = rest.get('body')
    rest.delete('body')
    return method === 'GET' || body === undefined ? {} : { body }
  }
  const [format, content] = [rest.get('format'), rest.get('content')]
  rest.delete('format')
  rest.delete('content')
  const type = typeof format === 'string' ? formats.get(format) : undefined
  if (type === undefined || typeof content !== 'string')
    throw new RpcError(INVALID_PARAMS, `${name} needs format (${[...formats.keys()].join(', ')}) and content.`)
  const encoding = format === 'xlsx' ? 'base64' : 'utf8'
  return { bytes: Buffer.from(content, encoding), headers: { 'content-type': type } }
}

/** A refusal is a result too, marked as an error, so that the agent can read why. */
export async function runTool(
  dependencies: ApiDependencies,
  context: RequestContext,
  call: InnerCall,
  { isWrapped = false }: { readonly isWrapped?: boolean } = {},
): Promise<ToolResult> {
  const { running, caller, request, requestId } = context
  try {
    const answer = await runInnerRequest(dependencies, context, call)
    const link = call.method === 'GET' ? `${baseUrlOf(request, dependencies.publicUrl)}${call.path}` : undefined
    return await toolResult(answer, { isWrapped, link })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const mayKnow = canReadCitations(running.model, caller.actor)
    const problem = createProblem(error.refusal, error.details, { running, request: requestId, mayKnow })
    // Structured content would have to be as the tool declares it.
    return { content: [{ type: 'text', text: JSON.stringify(problem) }], isError: true }
  }
}
