// Makes routes of the document's own calls, which stand in place of standard routes where both do.
import type { DocumentCall } from '#shared/model/7-calls/types.ts'
import type { RunningDocument } from '../../document/current-document.ts'
import type { PathMatch, RouteMatch } from '../routes/path-tree.ts'
import type { ApiRoute, RouteMethod } from '../routes/route.ts'
import { resolvedCallOf } from '../../calls/run-call.ts'
import { callHandler } from './call-handler.ts'
import { matchCalls } from './match-call.ts'

/** The document's call of this method at a path, or what else stands there. */
export function matchWithCalls(
  running: RunningDocument,
  path: readonly string[],
  method: string,
  standard: PathMatch | undefined,
): RouteMatch | undefined {
  const calls = matchCalls(running, path, standard && `/api${standard.path}`)
  if (calls.size === 0) return standard && standardMatch(standard, method)
  const own = calls.get(method)
  const callMethods = [...calls.keys()]
  const methods = [...new Set([...(standard?.methods ?? []), ...callMethods])]
  if (own !== undefined) {
    const route = routeOf(running, own.call)
    return {
      path: route.path,
      gates: route,
      route,
      parameters: Object.fromEntries(own.parameters),
      methods,
      callMethods,
    }
  }
  if (standard !== undefined) return { ...standardMatch(standard, method), methods, callMethods }
  const [other] = calls.values()
  return other && { path: pathOf(other.call), gates: {}, parameters: {}, methods, callMethods }
}

/** Matches the standard route at a path where the document has no call of its own. */
export function standardMatch({ path, gates, routes, methods, parameters }: PathMatch, method: string): RouteMatch {
  const route = Object.hasOwn(routes, method) ? routes[method] : undefined
  return { path, gates: route ?? gates, route, parameters, methods, callMethods: [] }
}

/** Its inputs are read and validated as the document declares them, once it is known that the caller may call it. */
function routeOf(running: RunningDocument, call: DocumentCall): ApiRoute {
  return running.compiled('route of a call', call, () => ({
    method: call.method as RouteMethod,
    path: pathOf(call),
    id: call.path,
    summary: call.does,
    status: call.answer?.status ?? 204,
    allowsOtherParameters: true,
    readsBody: true,
    onlyReads: !resolvedCallOf(running, call).writes,
    handle: callHandler(call),
  }))
}

/** Gives the path of a call, below `/api`. */
function pathOf({ path }: DocumentCall): string {
  return path.slice('/api'.length)
}
