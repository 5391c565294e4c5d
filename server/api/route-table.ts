// Finds the route of a fixed path in a table; a segment with a colon stands for any value.
import type { ApiRoute } from './request/request-context.ts'

export interface RouteTable {
  readonly [path: string]: ApiRoute | ((value: string) => ApiRoute)
}

/** What stands at a path; a fixed segment wins over one that stands for any. A segment with a slash in it (`%2F`) is no two segments. */
export function findRoute(resources: RouteTable, path: readonly string[]): ApiRoute | undefined {
  const { pattern, value } = patternIn(resources, path) ?? {}
  const found = pattern === undefined ? undefined : resources[pattern]
  return typeof found === 'function' ? found(value ?? '') : found
}

/** The table's own word for a path, and the value that it leaves open. */
export function patternIn(
  resources: RouteTable,
  path: readonly string[],
): { readonly pattern: string; readonly value?: string } | undefined {
  if (path.some((segment) => segment.includes('/'))) return undefined
  const fixed = path.join('/')
  if (Object.hasOwn(resources, fixed) && typeof resources[fixed] === 'object') return { pattern: fixed }
  for (const [at, value] of path.entries()) {
    const pattern = path.with(at, ':id').join('/')
    if (Object.hasOwn(resources, pattern) && typeof resources[pattern] === 'function') return { pattern, value }
  }
  return undefined
}
