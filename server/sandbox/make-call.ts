// Makes a call of point 7 as a step of an example, without HTTP.
import type { DocumentCall } from '#shared/model/7-calls/types.ts'
import { requireCaller } from '../calls/decide-call.ts'
import { readCallValues } from '../calls/call-values.ts'
import type { ResolvedCall } from '../calls/resolve-call.ts'
import type { CallInputSource, CallOptions } from '../calls/run-call.ts'
import { resolvedCallOf, runReadOnlyCall, writeCall } from '../calls/run-call.ts'
import type { ActorContext } from '../records/records-dependencies.ts'
import type { Sandbox } from './open-sandbox.ts'

/** Values in JSON form, by name. */
export interface CallValues {
  readonly parameters: { readonly [name: string]: unknown }
  /** Their names are those of the request. */
  readonly inputs: { readonly [name: string]: unknown }
}

/** Thrown by a call that examples can't make. */
export class NotMade extends Error {}

/** The host that calls are made at, where an example gives none. */
const HOST = 'localhost'

/** Returns what the call answers, parsed; undefined: nothing. Throws `Refused`. */
export async function makeCall(
  { running, dependencies }: Sandbox,
  actorContext: ActorContext,
  call: DocumentCall,
  values: CallValues,
  confirmed: readonly string[],
): Promise<unknown> {
  requireCaller(call, actorContext.actor)
  const resolved = resolvedCallOf(running, call)
  if (resolved.notRun !== undefined) throw new NotMade('This version does not run this call.')
  const given = requestOf(call, values)
  const options = { confirmed, prepareAccess: refuseAccess(resolved) }
  const answer = resolved.writes
    ? (await writeCall(dependencies, actorContext, resolved, given, options)).answer
    : await runReadOnlyCall(dependencies, actorContext, resolved, given, confirmed)
  return answer.body === undefined ? undefined : JSON.parse(answer.body)
}

/** Refuses steps that sign in or out, after all that may refuse the call before a password is looked at. */
function refuseAccess({ access }: ResolvedCall): CallOptions['prepareAccess'] {
  return async (reading, names) => {
    for (const step of access) {
      const [isMet] =
        step.if === undefined
          ? [true]
          : await readCallValues(reading, 'document', { of: step, part: 'if' }, [step.if.tree], names)
      if (isMet === true)
        throw new NotMade('Nothing refuses it; examples sign nobody up, in or out, and change no password.')
    }
    return { access: { run: () => Promise.resolve({ person: null }) }, succeed: () => Promise.resolve() }
  }
}

function requestOf({ takes }: DocumentCall, { parameters, inputs }: CallValues): CallInputSource {
  const query = new URLSearchParams()
  const headers = new Map([['host', HOST]])
  const body: JsonObject = {}
  for (const { in: place, written } of takes) {
    const value = inputs[written]
    if (value === undefined) continue
    if (place === 'body') put(body, written.split('.'), value)
    else if (value === null) continue
    else if (place === 'header') headers.set(written.toLowerCase(), textOf(value))
    else if (place === 'query') query.set(written, textOf(value))
  }
  const path = new Map(Object.entries(parameters).map(([name, value]) => [name, textOf(value)]))
  return { path, query, header: (name) => headers.get(name), body }
}

interface JsonObject {
  [name: string]: unknown
}

function put(object: JsonObject, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) object[name] = value
  else put((object[name] ??= {}) as JsonObject, rest, value)
}

/** Writes a value as text, which all is outside a body; lists with commas. */
function textOf(value: unknown): string {
  return [value].flat().map(String).join(',')
}
