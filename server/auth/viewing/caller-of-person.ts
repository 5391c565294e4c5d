// Gives another person as a caller, with the factors that their latest session has shown.
import type { Model } from '#shared/model/model.ts'
import type { DatabaseHandle } from '../../storage/database-handle.ts'
import type { SystemRow } from '../../storage/system-row.ts'
import type { Caller } from '../caller.ts'
import { withEnrolment } from '../caller.ts'
import { secondFactorLine } from '../second-factor/second-factor-requirement.ts'
import type { Actor } from '#shared/policy/actor.ts'

/** With the session that was proven last; a person without one counts as having shown all their factors. */
export async function callerOfPerson(database: DatabaseHandle, model: Model, actor: Actor): Promise<Caller> {
  const id = actor.person?.id ?? ''
  const [latest] = (await database.systemOf('session', id)).toSorted((a, b) => provenAt(b) - provenAt(a))
  const session = latest === undefined ? undefined : { key: latest.key, secret: '' }
  const isStrong = latest === undefined ? await hasTwoFactors(database, id) : latest.value['strong'] === true
  const whole: Caller = { actor, session, byCookie: false }
  return isStrong ? whole : withEnrolment(whole, actor, secondFactorLine(model, actor))
}

async function hasTwoFactors(database: DatabaseHandle, id: string): Promise<boolean> {
  return (
    (await database.system('second_factor', id)) !== undefined || (await database.systemOf('passkey', id)).length > 0
  )
}

function provenAt({ value }: SystemRow): number {
  return Date.parse(String(value['proven_at']))
}
