// Serves agents by the Model Context Protocol (streamable HTTP, no sessions): tools and resources.
import { entitiesByPath } from '../records/entity-paths.ts'
import { RPC_ANSWER } from '../system-answers.ts'
import { NO_CONTENT } from '../response/response.ts'
import type { ApiDependencies, RequestContext } from '../request/request-context.ts'
import type { ApiRoute } from '../routes/route.ts'
import { defineRoute } from '../routes/route.ts'
import type { ToolResult } from './tool-result.ts'
import { runTool, toolCall } from './call-tool.ts'
import { listDocumentResources, readDocumentResource } from './document-resources.ts'
import type { RpcRequest } from './json-rpc.ts'
import { INVALID_PARAMS, isObject, METHOD_NOT_FOUND, RPC_MESSAGE, RpcError, rpcError, rpcResult } from './json-rpc.ts'
import { EXPLAIN, WHY_NOT } from './explaining-tools.ts'
import type { CallTool, Tool } from './list-tools.ts'
import { callTools } from './list-tools.ts'
import { refused } from '../../policy/refused.ts'
import type { RunningDocument } from '../../document/current-document.ts'
import type { Actor } from '#shared/policy/actor.ts'

/** Revisions of the protocol, the newest first. The one of 2025-03-26 demands batches, which the others have no more. */
const PROTOCOL_VERSIONS = ['2025-11-25', '2025-06-18']

const MCP = defineRoute({
  method: 'POST',
  path: '/mcp',
  id: 'mcp',
  response: { schema: RPC_ANSWER },
  summary: 'The Model Context Protocol, for agents',
  status: 200,
  requiresSession: true,
  refusesForeignSites: true,
  allowedWhileViewing: true,
  otherResponses: { 202: { description: 'Taken: a notification has no response.', isEmpty: true } },
  body: RPC_MESSAGE,
  handle: async (dependencies, context, { body: { method, params = {}, id } }) => {
    checkVersion(context)
    if (id === undefined) return { ...NO_CONTENT, status: 202 }
    try {
      return rpcResult(id, await respond(dependencies, context, { method, params, id }))
    } catch (error) {
      if (error instanceof RpcError) return rpcError(id, error)
      throw error
    }
  },
})

export const MCP_ROUTES: readonly ApiRoute[] = [MCP]

function checkVersion({ request }: RequestContext): void {
  const version = request.headers['mcp-protocol-version']
  if (version !== undefined && !PROTOCOL_VERSIONS.includes(String(version)))
    throw refused('unknown_protocol', { known: PROTOCOL_VERSIONS.join(', ') })
}

async function respond(
  dependencies: ApiDependencies,
  context: RequestContext,
  { method, params }: RpcRequest,
): Promise<object> {
  const { running, actorContext } = context
  switch (method) {
    case 'initialize':
      return initialize(context, params)
    case 'ping':
      return {}
    case 'tools/list':
      return { tools: listTools(running, actorContext.actor) }
    case 'tools/call':
      return callTool(dependencies, context, params)
    case 'resources/list':
      return { resources: listDocumentResources(running, actorContext.actor) }
    case 'resources/templates/list':
      return { resourceTemplates: [] }
    case 'resources/read':
      return readDocumentResource(running, actorContext.actor, dependencies.fixedRoutes, params['uri'])
    default:
      throw new RpcError(METHOD_NOT_FOUND, `There is no method ${method}.`)
  }
}

/** The tools that explain are offered where there is a record to read. */
function listTools(running: RunningDocument, actor: Actor): readonly Tool[] {
  const tools = callTools(running, actor)
  const isReadable = [...entitiesByPath(running).values()].some(({ name }) => tools.has(`read_${name.identifier}`))
  return [...[...tools.values()].map(({ shown }) => shown), ...(isReadable ? [EXPLAIN, WHY_NOT] : [])]
}

function initialize({ running }: RequestContext, { protocolVersion }: RpcRequest['params']): object {
  const isKnown = typeof protocolVersion === 'string' && PROTOCOL_VERSIONS.includes(protocolVersion)
  return {
    protocolVersion: isKnown ? protocolVersion : PROTOCOL_VERSIONS[0],
    capabilities: { tools: {}, resources: {} },
    serverInfo: { name: 'verbatim', title: running.model.name, version: running.revision },
    instructions: `You act in ${running.model.name} with the permissions of the person whose token you use. A refusal names the sentence of the document that caused it; why_not says what stands against a transition before you try it.`,
  }
}

async function callTool(
  dependencies: ApiDependencies,
  context: RequestContext,
  params: RpcRequest['params'],
): Promise<ToolResult> {
  const { name, arguments: input = {} } = params
  if (typeof name !== 'string' || !isObject(input))
    throw new RpcError(INVALID_PARAMS, 'A call of a tool has a name and an object of arguments.')
  const tools = callTools(context.running, context.actorContext.actor)
  if (name === 'explain') {
    const of = isObject(input['arguments']) ? input['arguments'] : {}
    const call = toolCall(toolNamed(tools, argument('explain', input, 'tool')), of)
    return runTool(dependencies, context, {
      method: 'POST',
      path: '/api/system/explain',
      body: { call },
      headers: {},
    })
  }
  if (name === 'why_not') {
    const read = toolNamed(tools, `read_${argument('why_not', input, 'entity')}`)
    return runTool(dependencies, context, toolCall(read, { id: input['id'], may: 'yes' }))
  }
  const tool = toolNamed(tools, name)
  return runTool(dependencies, context, toolCall(tool, input), tool)
}

function argument(tool: string, input: { readonly [name: string]: unknown }, name: string): string {
  const value = input[name]
  if (typeof value !== 'string') throw new RpcError(INVALID_PARAMS, `${tool} needs ${name}.`)
  return value
}

function toolNamed(tools: ReadonlyMap<string, CallTool>, name: string): CallTool {
  const tool = tools.get(name)
  if (tool === undefined) throw new RpcError(INVALID_PARAMS, `There is no tool ${name} for you.`)
  return tool
}
