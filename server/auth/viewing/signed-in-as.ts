// Somebody else as a caller: with what that person has shown, as far as there is a session.
import type { Actor } from '#shared/decisions/decision.ts'
import type { Model } from '#shared/model/model.ts'
import type { Reader, SystemRow } from '../../storage/storage.ts'
import type { Caller } from '../caller.ts'
import { asEnrolled } from '../caller.ts'
import { secondFactorLine } from '../second-factor/requirement.ts'

/** With the session that was proven last; whoever has none would show all the factors that he has. */
export async function signedInAs(reader: Reader, model: Model, actor: Actor): Promise<Caller> {
  const id = actor.person?.id ?? ''
  const [latest] = (await reader.systemOf('session', id)).toSorted((a, b) => provenAt(b) - provenAt(a))
  const session = latest === undefined ? undefined : { key: latest.key, secret: '' }
  const isStrong = latest === undefined ? await hasTwoFactors(reader, id) : latest.value['strong'] === true
  const whole: Caller = { actor, session, byCookie: false }
  return isStrong ? whole : asEnrolled(whole, actor, secondFactorLine(model, actor))
}

async function hasTwoFactors(reader: Reader, id: string): Promise<boolean> {
  return (await reader.system('second_factor', id)) !== undefined || (await reader.systemOf('passkey', id)).length > 0
}

function provenAt({ value }: SystemRow): number {
  return Date.parse(String(value['proven_at']))
}
