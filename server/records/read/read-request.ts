// Plans a read request: fields, expansion and sort within the actor's read policy.
import type { Field, Sort } from '#shared/model/model.ts'
import type { RunningDocument } from '../../document/current-document.ts'
import type { ReadPlan, ReadShape } from '../../storage/query-plans.ts'
import type { Storage } from '../../storage/storage.ts'
import type { ActorContext, ReadUsage } from '../records-dependencies.ts'
import type { Filter } from './filter.ts'
import type { PreparedPolicy } from '../../policy/policy.ts'
import { entityNamed, nothingGranted, policyOf } from '../../policy/policy.ts'
import type { Actor } from '#shared/policy/actor.ts'
import { refused } from '../../policy/refused.ts'

/**
 * Parameters of a read as written in the address: `fields=number,subject`, `expand=assignee,team.lead`,
 * `sort=-priority,due_at`.
 */
export interface ReadRequest {
  readonly fields?: string
  readonly expand?: string
  readonly sort?: string
  readonly search?: boolean
  readonly trash?: boolean
  /** Only what may be exported; then long texts are not left out. */
  readonly exported?: boolean
}

export const DEEPEST_EXPANSION = 3
export const MOST_EXPANDED = 20
const MOST_SORTS = 5

/** Refuses callers who are granted nothing of this entity: 401 or 403. */
export function checkReadable(running: RunningDocument, entity: string, actor: Actor): void {
  if (policyOf(running, actor).entity(entity).read.rows === false) throw nothingGranted(running.model, actor)
}

export function planRead(
  running: RunningDocument,
  storage: Storage,
  entity: string,
  { actor, spent }: ActorContext,
  request: ReadRequest,
  filter: Filter | undefined,
): ReadPlan {
  const policy = policyOf(running, actor)
  const { fields, expand, sort, search, trash, exported } = request
  const key = [fields, expand, sort, search, trash, exported, filter?.shape].join('\n')
  const make = countShape(spent, () => storage.plan(readShapeOf(running, entity, policy, request, filter)))
  return running.keptOn(policy.entity(entity), 'plan', key, make, PLAN_ROOM)
}

/** Wraps `make` so that each plan that it has to make is counted, even if it fails. */
export function countShape<T>(spent: ReadUsage | undefined, make: () => T): () => T {
  return () => {
    if (spent !== undefined) spent.shapes += 1
    return make()
  }
}

/** Plans are kept by what they weigh. */
export const PLAN_ROOM = { bytesOf: ({ bytes }: { readonly bytes: number }): number => bytes }

const PLAIN_PLAN_ROOM = { most: 1_000, ...PLAN_ROOM }

/** The plan that reads one record whole. */
export function planWholeRecord(running: RunningDocument, storage: Storage, entity: string, actor: Actor): ReadPlan {
  const policy = policyOf(running, actor)
  const make = () => storage.plan(readShapeOf(running, entity, policy, {}, undefined))
  return running.keptOn(policy.entity(entity), 'plain plan', '', make, PLAIN_PLAN_ROOM)
}

function readShapeOf(
  running: RunningDocument,
  entity: string,
  policy: PreparedPolicy,
  request: ReadRequest,
  filter: Filter | undefined,
): ReadShape {
  const { read, exported } = policy.entity(entity)
  const { readable } = read
  const offered = request.exported === true ? exported.readable : readable
  const fields = request.fields === undefined ? [...offered] : listOf(request.fields)
  for (const field of fields) checkField(offered, field)
  const paths = request.expand === undefined ? [] : listOf(request.expand).map((path) => path.split('.'))
  if (paths.length > MOST_EXPANDED) throw refused('too_much', { most: MOST_EXPANDED })
  const sort =
    request.sort === undefined
      ? usualSort(running, entity, readable, request)
      : readSort(running, entity, policy, request.sort)
  return {
    policy: read,
    fields,
    ...(request.fields === undefined && request.exported !== true ? {} : { named: true }),
    ...(request.exported === true ? { exported } : {}),
    ...expansionOf(running, entity, policy, paths, 1),
    ...(filter === undefined ? {} : { filter: filter.node }),
    otherPolicies: policy.reads,
    ...(request.search === true ? { search: true } : {}),
    sort,
    ...(request.trash === true ? { trash: true } : {}),
  }
}

function expansionOf(
  running: RunningDocument,
  entity: string,
  policy: PreparedPolicy,
  paths: readonly (readonly string[])[],
  depth: number,
): Pick<ReadShape, 'expand' | 'lines'> {
  if (depth > DEEPEST_EXPANSION && paths.some((path) => path.length > 0))
    throw refused('expanded_too_deep', { most: DEEPEST_EXPANSION })
  const { readable } = policy.entity(entity).read
  const firsts = [...new Set(paths.flatMap(([first]) => (first === undefined ? [] : [first])))]
  const restOf = (field: string) =>
    paths.filter(([first, second]) => first === field && second !== undefined).map((path) => path.slice(1))
  const { fields, parts } = entityNamed(running.model, entity)
  const lines = firsts.flatMap((name) => {
    const part = parts.get(name)
    const of = part && policy.entity(part.entity).read
    // An actor who may not see the head of a line does not learn it here either.
    if (part === undefined || of === undefined || !of.readable.has(part.field)) return []
    const shape: ReadShape = {
      policy: of,
      fields: [...of.readable],
      otherPolicies: policy.reads,
      ...expansionOf(running, part.entity, policy, restOf(name), depth + 1),
      sort: usualSort(running, part.entity, of.readable, {}),
    }
    return [{ name, by: part.field, shape }]
  })
  const relations = firsts.filter((field) => !lines.some(({ name }) => name === field))
  const expand = relations.map((field) => {
    checkField(readable, field)
    const type = fields.get(field)?.type
    if (type?.kind !== 'relation') throw refused('no_relation', { field })
    const related = policy.entity(type.entity).read
    const shape: ReadShape = {
      policy: related,
      fields: [...related.readable],
      ...expansionOf(running, type.entity, policy, restOf(field), depth + 1),
      otherPolicies: policy.reads,
      sort: [],
    }
    return { field, shape }
  })
  return lines.length === 0 ? { expand } : { expand, lines }
}

function readSort(running: RunningDocument, entity: string, policy: PreparedPolicy, text: string): readonly Sort[] {
  const sort = listOf(text).map((part) => {
    const descending = part.startsWith('-')
    const field = descending || part.startsWith('+') ? part.slice(1) : part
    checkPath(running, entity, policy, field.split('.'), 'sorted_too_far')
    return { field, descending }
  })
  if (sort.length > MOST_SORTS) throw refused('sorted_by_too_many', { most: MOST_SORTS })
  return sort
}

/**
 * Checks a path to sort or group by, such as `assignee.name`: each field on the way is one that the actor may read;
 * relations to many lead nowhere.
 */
export function checkPath(
  running: RunningDocument,
  entity: string,
  policy: PreparedPolicy,
  path: readonly string[],
  tooFar: 'sorted_too_far' | 'grouped_too_far',
): Field | undefined {
  if (path.length > DEEPEST_PATH) throw refused(tooFar, { most: DEEPEST_PATH - 1 })
  let at = entity
  for (const [position, field] of path.entries()) {
    checkField(policy.entity(at).read.readable, field)
    const found = entityNamed(running.model, at).fields.get(field)
    const { type, computed } = found ?? {}
    if (position === path.length - 1 && computed?.localised) throw refused('localised_field', { field })
    if (position === path.length - 1) return found
    // What cannot be walked has no fields: the path is refused as one that does not exist.
    if (type?.kind !== 'relation' || type.many) throw refused('unknown_field', { field: path.join('.') })
    at = type.entity
  }
  return undefined
}

const DEEPEST_PATH = 2

/**
 * A sort by what may not be read would tell its order: such a field is left out. Ids tell when records were created, which
 * orders them as well. What is searched for comes newest first.
 */
function usualSort(
  running: RunningDocument,
  entity: string,
  readable: ReadonlySet<string>,
  request: ReadRequest,
): readonly Sort[] {
  if (request.search === true) return []
  const { order, partOf } = entityNamed(running.model, entity)
  const usual = order.flatMap(({ field, descending }) => {
    const known = readable.has(field) ? field : field === 'created_at' ? 'id' : undefined
    return known === undefined ? [] : [{ field: known, descending }]
  })
  return usual.length === 0 && partOf !== undefined ? [{ field: 'id', descending: false }] : usual
}

function listOf(text: string): readonly string[] {
  return [
    ...new Set(
      text
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    ),
  ]
}

/** Refuses a field that may not be read exactly as one that does not exist. */
export function checkField(readable: ReadonlySet<string>, field: string): void {
  if (!readable.has(field)) throw refused('unknown_field', { field })
}
