// Runs a call and undoes it before anybody sees it: the very decision that the call would get, without its effect.
import type { Caller } from '../../auth/caller.ts'
import { requireRequestLeft } from '../../auth/count-request.ts'
import type { Untried } from '../../auth/dependencies.ts'
import { undoWrites } from '../../records/explain/undo-writes.ts'
import type { Examine } from '../../records/explain/undo-writes.ts'
import { createOnce } from '../../records/once.ts'
import { Refused } from '../../records/refused.ts'
import { refusedByStorage } from '../../records/work/refused-by-storage.ts'
import type { ApiDependencies, Exchange } from '../exchange.ts'
import { makeInnerRequest } from '../request/inner-request.ts'
import { runCall } from '../request/run-call.ts'
import type { ExplainedCall } from './explained-call.ts'

export type Tried =
  | { readonly status: number; readonly refused?: Refused }
  /** What it came to, up to where a secret would be tried or a provider asked. */
  | { readonly untried: Untried }

/** Called where a call was refused within its transaction, before that is undone; `made`: the id of the first record that it made. */
export type ExamineCall = (...about: [...Parameters<Examine>, made: string | undefined]) => Promise<void>

/** `exchange`: of the call that asks for it; `caller`: who would make the explained one. */
export async function tryCall(
  dependencies: ApiDependencies,
  { request, requestId, address, running, acting }: Exchange,
  caller: Caller,
  call: ExplainedCall,
  examine: ExamineCall = async () => {},
): Promise<Tried> {
  let made: string | undefined
  const examined: Examine = (reader, refused) => examine(reader, refused, made)
  const dry = dryDependencies(dependencies, examined, (id) => (made ??= id))
  const asked = {
    request: makeInnerRequest(call, request),
    method: call.method,
    url: call.path,
    requestId,
    address,
    now: acting.now,
    running,
  }
  try {
    const { status } = await runCall(dry, asked, async (resource) => {
      requireRequestLeft(dry, resource, caller, address)
      return caller
    })
    return { status }
  } catch (thrown) {
    if (thrown instanceof LeftUntried) return { untried: thrown.what }
    const error = refusedByStorage(running.model, thrown) ?? thrown
    if (!(error instanceof Refused)) throw error
    return { status: error.refusal.status, refused: error }
  }
}

class LeftUntried extends Error {
  readonly what: Untried

  constructor(what: Untried) {
    super(`not tried: ${what}`)
    this.what = what
  }
}

/** Nothing is written, sent, counted or asked of anybody outside. */
function dryDependencies(dependencies: ApiDependencies, examine: Examine, onId: (id: string) => void): ApiDependencies {
  const leaveUntried = (what: Untried): never => {
    throw new LeftUntried(what)
  }
  const { attempts, challenges, knownPlaces, keyring, passwords, mail } = dependencies
  const dry: ApiDependencies = {
    ...dependencies,
    storage: undoWrites(dependencies.storage, examine),
    attempts: { ...attempts, count: attempts.exceeded, giveBack: () => {}, forget: () => {} },
    knownPlaces: { ...knownPlaces, add: () => {} },
    challenges: { ...challenges, use: () => true },
    // A key that is not there yet is not made for a trial.
    keyring: { ...keyring, seal: () => '' },
    passwords: { ...passwords, hash: async () => '', verify: async () => leaveUntried('secret') },
    mail: mail && { send: async () => {}, wake: () => {} },
    leaveUntried,
    newId(now) {
      const id = dependencies.newId(now)
      onId(id)
      return id
    },
  }
  return { ...dry, once: createOnce(dry) }
}
