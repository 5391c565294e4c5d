// The resources of fixed paths, as a table: a segment that starts with a colon stands for any one, which the resource is made for.
import type { Resource } from './exchange.ts'

export interface Resources {
  readonly [path: string]: Resource | ((value: string) => Resource)
}

/** What stands at a path; a fixed segment wins over one that stands for any. A segment with a slash in it (`%2F`) is no two segments. */
export function resourceIn(resources: Resources, path: readonly string[]): Resource | undefined {
  if (path.some((segment) => segment.includes('/'))) return undefined
  const fixed = path.join('/')
  const found = Object.hasOwn(resources, fixed) ? resources[fixed] : undefined
  if (typeof found === 'object') return found
  for (const [at, value] of path.entries()) {
    const pattern = path.with(at, ':id').join('/')
    const make = Object.hasOwn(resources, pattern) ? resources[pattern] : undefined
    if (typeof make === 'function') return make(value)
  }
  return undefined
}
