// A short name for what a caller may do, beside what follows from records: it stands in every answer, so that a client notices when it changes.
import { hash } from 'node:crypto'
import { rolesKey } from '#shared/decisions/actor.ts'
import type { Actor } from '#shared/decisions/decision.ts'
import type { Caller } from './caller.ts'

/** Worked out once for a person's state: it costs a request next to nothing. It tells what `GET /api/auth/me` tells. Undefined: nobody is signed in. */
export function rightsTag({ actor, enrolling, viewing }: Caller): string | undefined {
  if (enrolling !== undefined) return `${tagOf(enrolling.actor)}-1`
  if (viewing !== undefined) return `${tagOf(actor)}-v`
  return actor.person === null ? undefined : tagOf(actor)
}

const known = new WeakMap<Actor, string>()

function tagOf(actor: Actor): string {
  const found = known.get(actor)
  if (found !== undefined) return found
  const text = JSON.stringify([actor.person?.id, rolesKey(actor)])
  const made = hash('sha256', text, 'base64url').slice(0, 8)
  known.set(actor, made)
  return made
}
