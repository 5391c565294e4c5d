// Compares the descriptions of two APIs, and says which changes may stop programs from working.
import type { ApiDescription } from '../api/openapi/describe-api.ts'
import type { DocumentCall } from '#shared/model/7-calls/types.ts'
import type { Model } from '#shared/model/model.ts'
import type { CallChange } from '#shared/protocol/plan.ts'
import { writtenAlike } from './written-alike.ts'

interface Schema {
  readonly $ref?: string
  readonly type?: unknown
  readonly format?: unknown
  readonly enum?: readonly unknown[]
  readonly properties?: { readonly [name: string]: Schema }
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly allOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
}

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly required?: boolean }[]
  readonly requestBody?: Body
  readonly responses?: { readonly [status: string]: Body }
}

interface Body {
  readonly content?: { readonly [type: string]: { readonly schema?: Schema } }
}

const DEEPEST = 4
/** Programs that don't know of what is more go on. */
const HARMLESS: ReadonlySet<CallChange['change']> = new Set(['new', 'takes', 'answers'])

/** `before` and `after`: the description of the API for one who may do everything. */
export function compareCalls(before: ApiDescription, after: ApiDescription): readonly CallChange[] {
  const [was, is] = [operationsOf(before), operationsOf(after)]
  const changes: CallChange[] = []
  for (const [call, operation] of is) {
    const former = was.get(call)
    if (former === undefined) changes.push({ call, isBreaking: false, change: 'new' })
    else changes.push(...compareOperation(call, [before, former], [after, operation]))
  }
  for (const call of was.keys()) if (!is.has(call)) changes.push({ call, isBreaking: true, change: 'gone' })
  return changes.toSorted((one, other) => Number(other.isBreaking) - Number(one.isBreaking))
}

/** Finds the calls of point 7 that other people may make than before. */
export function compareCallers({ calls: before }: Model, { calls: after }: Model): readonly CallChange[] {
  const nameOf = ({ method, path }: DocumentCall): string => `${method} ${path}`
  const known = new Map(before.map((call) => [nameOf(call), writtenAlike(call.who)]))
  return after.flatMap((call): readonly CallChange[] => {
    const former = known.get(nameOf(call))
    const isSame = former === undefined || former === writtenAlike(call.who)
    return isSame ? [] : [{ call: nameOf(call), isBreaking: true, change: 'callers' }]
  })
}

function operationsOf({ paths }: ApiDescription): ReadonlyMap<string, Operation> {
  return new Map(
    Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => [
        `${method.toUpperCase()} ${path}`,
        operation as unknown as Operation,
      ]),
    ),
  )
}

type OperationOfApi = readonly [description: ApiDescription, operation: Operation]

function compareOperation(
  call: string,
  [before, was]: OperationOfApi,
  [after, is]: OperationOfApi,
): readonly CallChange[] {
  const [asked, askedNow] = [membersOf(before, was.requestBody), membersOf(after, is.requestBody)]
  const [answered, answeredNow] = [membersOf(before, answerOf(was)), membersOf(after, answerOf(is))]
  const changes: CallChange[] = []
  const add = (change: CallChange['change'], member: string) =>
    void changes.push({ call, isBreaking: !HARMLESS.has(change), change, member })
  for (const [name, { isRequired, kind }] of askedNow) {
    const former = asked.get(name)
    if (isRequired && former?.isRequired !== true) add('needs', name)
    else if (former === undefined) add('takes', name)
    else if (former.kind !== kind) add('takes otherwise', name)
  }
  for (const name of asked.keys()) if (!askedNow.has(name)) add('takes no', name)
  for (const [name, { kind }] of answeredNow) {
    const former = answered.get(name)
    if (former === undefined) add('answers', name)
    else if (former.kind !== kind) add('answers otherwise', name)
  }
  for (const name of answered.keys()) if (!answeredNow.has(name)) add('answers no', name)
  return changes
}

function answerOf({ responses = {} }: Operation): Body | undefined {
  const status = Object.keys(responses).find((each) => each.startsWith('2'))
  return status === undefined ? undefined : responses[status]
}

interface Member {
  readonly isRequired: boolean
  /** Type and format of the value, as JSON. */
  readonly kind: string
}

/** The members of a JSON body by their paths: `subject`, `items[].subject`. */
function membersOf(description: ApiDescription, body: Body | undefined): ReadonlyMap<string, Member> {
  const members = new Map<string, Member>()
  const schema = body?.content?.['application/json']?.schema
  if (schema) gather(description, schema, '', DEEPEST, members)
  return members
}

function gather(
  description: ApiDescription,
  written: Schema,
  path: string,
  depth: number,
  members: Map<string, Member>,
): void {
  const schema = resolve(description, written)
  for (const part of [...(schema.allOf ?? []), ...(schema.anyOf ?? [])]) gather(description, part, path, depth, members)
  if (depth === 0) return
  if (schema.items) gather(description, schema.items, `${path}[]`, depth - 1, members)
  for (const [name, value] of Object.entries(schema.properties ?? {})) {
    const place = path === '' ? name : `${path}.${name}`
    const kind = JSON.stringify([value.type ?? null, value.format ?? null])
    members.set(place, { isRequired: schema.required?.includes(name) === true, kind })
    // A record that is put in place of its id has calls of its own.
    if (value.anyOf === undefined && value.$ref === undefined) gather(description, value, place, depth - 1, members)
  }
}

function resolve({ components }: ApiDescription, schema: Schema): Schema {
  const name = schema.$ref?.replace('#/components/schemas/', '')
  if (name === undefined) return schema
  const { schemas } = components as { readonly schemas: { readonly [name: string]: Schema } }
  return schemas[name] ?? {}
}
