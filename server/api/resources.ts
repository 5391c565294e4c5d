// The resources of fixed paths, as a table: a segment that starts with a colon stands for any one, which the resource is made for.
import type { Resource } from './exchange.ts'

export interface Resources {
  readonly [path: string]: Resource | ((value: string) => Resource)
}

/** What stands at a path; a fixed segment wins over one that stands for any. A segment with a slash in it (`%2F`) is no two segments. */
export function resourceIn(resources: Resources, path: readonly string[]): Resource | undefined {
  const { pattern, value } = patternIn(resources, path) ?? {}
  const found = pattern === undefined ? undefined : resources[pattern]
  return typeof found === 'function' ? found(value ?? '') : found
}

/** The table's own word for a path, and the value that it leaves open. */
export function patternIn(
  resources: Resources,
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
