// Finds the routes of a path in a tree of segments; a fixed segment wins over one that stands for any.
import type { ApiRoute, RouteGates } from './route.ts'

/** All that stands at one path. */
export interface PathEntry {
  /** "/tickets/:id". */
  readonly path: string
  readonly gates: RouteGates
  readonly routes: { readonly [method: string]: ApiRoute }
  /** Those of `routes`. */
  readonly methods: readonly string[]
  /** The open segments of the path. */
  readonly open: readonly { readonly name: string; readonly at: number }[]
}

export interface PathMatch extends PathEntry {
  /** The values of the open segments. */
  readonly parameters: { readonly [name: string]: string }
}

/** The route at a path for one method, and the methods that the path has. */
export interface RouteMatch extends Pick<PathMatch, 'path' | 'gates' | 'parameters'> {
  /** Undefined: the method is none of those that there are. */
  readonly route?: ApiRoute | undefined
  readonly methods: readonly string[]
  /** Those of `methods` that belong to calls of the document itself. */
  readonly callMethods: readonly string[]
}

export interface PathTree {
  readonly fixed: Map<string, PathTree>
  open?: PathTree
  entry?: PathEntry
}

/** `concealed`: paths at which nothing stands, and that are refused as those where something does. */
export function buildPathTree(
  routes: readonly ApiRoute[],
  concealed: readonly (RouteGates & { readonly path: string })[] = [],
): PathTree {
  const root: PathTree = { fixed: new Map() }
  for (const { path, ...gates } of concealed) nodeOf(root, path).entry = entryOf(path, gates, {})
  for (const route of routes) {
    const node = nodeOf(root, route.path)
    const { path, gates, routes: others } = node.entry ?? { path: route.path, gates: route, routes: {} }
    // What holds for a method that is not there is what holds for the first that is.
    node.entry = entryOf(path, gates, { ...others, [route.method]: route })
  }
  return root
}

function entryOf(path: string, gates: RouteGates, routes: PathEntry['routes']): PathEntry {
  const open = path
    .split('/')
    .slice(1)
    .flatMap((segment, at) => (segment.startsWith(':') ? [{ name: segment.slice(1), at }] : []))
  return { path, gates, routes, methods: Object.keys(routes), open }
}

function nodeOf(root: PathTree, path: string): PathTree {
  let node = root
  for (const segment of path.split('/').slice(1)) {
    const next = segment.startsWith(':') ? node.open : node.fixed.get(segment)
    const made = next ?? { fixed: new Map() }
    if (segment.startsWith(':')) node.open = made
    else node.fixed.set(segment, made)
    node = made
  }
  return node
}

export function matchPath(tree: PathTree, segments: readonly string[]): PathMatch | undefined {
  const entry = findEntry(tree, segments, 0)
  if (entry === undefined) return undefined
  const parameters: { [name: string]: string } = {}
  for (const { name, at } of entry.open) parameters[name] = segments[at] ?? ''
  return { ...entry, parameters }
}

function findEntry(node: PathTree, segments: readonly string[], at: number): PathEntry | undefined {
  const segment = segments[at]
  if (segment === undefined) return node.entry
  const fixed = node.fixed.get(segment)
  const found = fixed && findEntry(fixed, segments, at + 1)
  return found ?? (node.open && findEntry(node.open, segments, at + 1))
}
