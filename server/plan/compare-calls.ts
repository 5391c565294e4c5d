// Compares the descriptions of two APIs, and says which changes may stop programs from working.
import type { ApiDescription } from '../api/openapi/describe-api.ts'
import type { CallChange } from '#shared/protocol/plan.ts'

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

export function compareCalls(before: ApiDescription, after: ApiDescription): readonly CallChange[] {
  const [was, is] = [operationsOf(before), operationsOf(after)]
  const changes: CallChange[] = []
  for (const [call, operation] of is) {
    const former = was.get(call)
    if (former === undefined) changes.push({ call, isBreaking: false, change: 'is new' })
    else changes.push(...compareOperation(call, [before, former], [after, operation]))
  }
  for (const call of was.keys()) if (!is.has(call)) changes.push({ call, isBreaking: true, change: 'is gone' })
  return changes.toSorted((one, other) => Number(other.isBreaking) - Number(one.isBreaking))
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
  const add = (isBreaking: boolean, change: string) => void changes.push({ call, isBreaking, change })
  for (const [name, { isRequired, kind }] of askedNow) {
    const former = asked.get(name)
    if (isRequired && former?.isRequired !== true) add(true, `needs ${name}`)
    else if (former === undefined) add(false, `takes ${name}`)
    else if (former.kind !== kind) add(true, `takes ${name} in another form`)
  }
  for (const name of asked.keys()) if (!askedNow.has(name)) add(true, `takes no ${name}`)
  for (const [name, { kind }] of answeredNow) {
    const former = answered.get(name)
    if (former === undefined) add(false, `answers ${name}`)
    else if (former.kind !== kind) add(true, `answers ${name} in another form`)
  }
  for (const name of answered.keys()) if (!answeredNow.has(name)) add(true, `answers no ${name}`)
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
