// Merges the paths of the document's own calls with the standard ones: no two are the same to a reader.
import type { PathItem } from './describe-api.ts'
import type { OpenApiOperation } from './route-operation.ts'

interface Paths {
  readonly [path: string]: PathItem
}

/**
 * The document's own call answers where a standard route has the same path and method. Paths that differ only in the
 * names of their parameters are one, with the names that the document gives.
 */
export function mergePaths(standard: Paths, calls: Paths): Paths {
  const names = new Map(
    Object.keys(calls)
      .toReversed()
      .map((path) => [shapeOf(path), path]),
  )
  const merged: { [path: string]: { [method: string]: OpenApiOperation } } = {}
  for (const [path, item] of [...Object.entries(standard), ...Object.entries(calls)]) {
    const name = names.get(shapeOf(path)) ?? path
    const operations = Object.entries(item).map(([method, operation]) => [method, renamed(operation, path, name)])
    merged[name] = { ...merged[name], ...(Object.fromEntries(operations) as PathItem) }
  }
  return merged
}

function shapeOf(path: string): string {
  return path.replaceAll(/\{[^{}]*\}/g, '{}')
}

function renamed(operation: OpenApiOperation, path: string, name: string): OpenApiOperation {
  if (path === name) return operation
  const [before, after] = [parametersOf(path), parametersOf(name)]
  const parameters = operation.parameters?.map((parameter) => {
    const { in: place, name: old = '' } = parameter as { readonly in?: string; readonly name?: string }
    const at = place === 'path' ? before.indexOf(old) : -1
    return at < 0 || old === after[at] ? parameter : { ...parameter, name: after[at], description: `The ${old}.` }
  })
  return parameters === undefined ? operation : { ...operation, parameters }
}

function parametersOf(path: string): readonly string[] {
  return [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name)
}

/** Gives a number to each id that another operation has already: `get_api_tags_name` for `/tags/name` and `/tags/:name`. */
export function numberSameIds(paths: Paths): Paths {
  const taken = new Set<string>()
  const idFor = (wanted: string): string => {
    let id = wanted
    for (let number = 2; taken.has(id); number++) id = `${wanted}_${number}`
    taken.add(id)
    return id
  }
  return Object.fromEntries(
    Object.entries(paths).map(([path, item]) => [
      path,
      Object.fromEntries(
        Object.entries(item).map(([method, operation]) => [
          method,
          { ...operation, operationId: idFor(operation.operationId) },
        ]),
      ),
    ]),
  )
}
