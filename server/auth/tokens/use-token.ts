// What an API token may do: what was chosen for it, as far as its person still has it; and when it was last used.
import type { Actor } from '#shared/decisions/decision.ts'
import type { Model } from '#shared/model/model.ts'
import type { RecordsDependencies } from '../../records/dependencies.ts'
import { rolesIn } from '../../records/work/guard-person.ts'
import { StorageFull } from '../../storage/storage.ts'
import type { SystemRow } from '../../storage/storage.ts'

/** Last used is told to the hour: one write an hour at most. */
const NOTED_EVERY_MILLISECONDS = 60 * 60 * 1000

/** `chosen`: the token's row; `actor`: its person with all that he may do now. */
export function actorOfToken(model: Model, actor: Actor, chosen: SystemRow['value'] | undefined): Actor {
  const included = new Set(rolesIn(chosen?.['roles']).flatMap((role) => model.roles.get(role)?.includes ?? []))
  const roles = actor.roles.filter((role) => included.has(role))
  const administrator = actor.administrator && chosen?.['administrator'] === true
  // The document may ask for `me.roles`: they are those of the token.
  const person = actor.person && {
    ...actor.person,
    roles: rolesIn(actor.person['roles']).filter((role) =>
      model.roles.has(role) ? included.has(role) : administrator,
    ),
  }
  return { person, roles, administrator, system: actor.system }
}

export async function noteUse({ storage }: RecordsDependencies, row: SystemRow, now: string): Promise<void> {
  const before = Date.parse(String(row.value['last_used_at'] ?? ''))
  if (Date.parse(now) - before < NOTED_EVERY_MILLISECONDS) return
  try {
    await storage.write(async (transaction) => {
      const present = await transaction.system('token', row.key)
      if (present !== undefined)
        await transaction.putSystem('token', { ...present, value: { ...present.value, last_used_at: now } })
    })
  } catch (error) {
    // A full disk is no reason to refuse a read: it is noted the next time.
    if (!(error instanceof StorageFull)) throw error
  }
}
