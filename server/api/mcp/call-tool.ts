// Runs a tool as the call of the API that it stands for: the same route, policy, commands and refusals.
import { canReadCitations } from '#shared/policy/can-read-citations.ts'
import { Refused } from '../../policy/refused.ts'
import type { ApiDependencies, RequestContext } from '../request/request-context.ts'
import { createProblem } from '../response/problem.ts'
import type { InnerCall } from '../request/run-inner-request.ts'
import { runInnerRequest } from '../request/run-inner-request.ts'
import { INVALID_PARAMS, isObject, RpcError } from './json-rpc.ts'
import type { CallTool } from './list-tools.ts'
import { argumentName } from './list-tools.ts'

/** A refusal is a result too, marked as an error, so that the agent can read why. */
export interface ToolResult {
  readonly content: readonly { readonly type: 'text'; readonly text: string }[]
  readonly structuredContent?: object
  readonly isError?: boolean
}

/** Throws `RpcError` for arguments that the tool does not have. */
export function toolCall(tool: CallTool, input: { readonly [name: string]: unknown }): InnerCall {
  const rest = new Map(Object.entries(input))
  let path = tool.path
  const query = new URLSearchParams()
  const headers: { [name: string]: string } = {}
  for (const parameter of tool.parameters) {
    const value = rest.get(argumentName(parameter.name))
    rest.delete(argumentName(parameter.name))
    if (value === undefined || value === null) {
      if (parameter.in === 'path') throw new RpcError(INVALID_PARAMS, `${tool.name} needs ${parameter.name}.`)
      continue
    }
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
      throw new RpcError(INVALID_PARAMS, `${tool.name}: ${argumentName(parameter.name)} is a text or a number.`)
    if (parameter.in === 'path') path = path.replace(`{${parameter.name}}`, encodeURIComponent(String(value)))
    else if (parameter.in === 'query') query.set(parameter.name, String(value))
    else headers[parameter.name.toLowerCase()] = String(value)
  }
  const body = rest.get('body')
  rest.delete('body')
  const [unknown] = rest.keys()
  if (unknown !== undefined) throw new RpcError(INVALID_PARAMS, `${tool.name} has no argument "${unknown}".`)
  return {
    method: tool.method,
    path: query.size === 0 ? path : `${path}?${query.toString()}`,
    ...(tool.method === 'GET' || body === undefined ? {} : { body }),
    headers,
  }
}

export async function runTool(
  dependencies: ApiDependencies,
  context: RequestContext,
  call: InnerCall,
): Promise<ToolResult> {
  const { running, caller, requestId } = context
  try {
    const { body, cached } = await runInnerRequest(dependencies, context, call)
    return resultOf(body ?? cached?.text ?? '{"done":true}')
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const mayKnow = canReadCitations(running.model, caller.actor)
    const problem = createProblem(error.refusal, error.details, {
      running,
      request: requestId,
      mayKnow,
    })
    return { ...resultOf(JSON.stringify(problem)), isError: true }
  }
}

function resultOf(text: string): ToolResult {
  const value = JSON.parse(text) as unknown
  return { content: [{ type: 'text', text }], ...(isObject(value) ? { structuredContent: value } : {}) }
}
