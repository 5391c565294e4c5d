// Invitations: one-time links with which a person signs up and has the roles that whoever invited may give.
import { ADMINISTRATOR, systemActor } from '#shared/decisions/actor.ts'
import { refusal } from '#shared/decisions/8-errors.ts'
import type { Acting, RecordsDependencies } from '../records/dependencies.ts'
import { Refused } from '../records/refused.ts'
import { summariseRecords } from '../records/summarise-records.ts'
import { mayGive } from '../records/work/guard-person.ts'
import { createToken, keyOf } from './token.ts'

const GOOD_FOR_MILLISECONDS = 7 * 24 * 60 * 60 * 1000

export interface Invitation {
  /** Goes into the path, behind a `#`, so that browsers send it to nobody; shown once. */
  readonly invitation: string
  readonly path: string
  readonly roles: readonly string[]
  readonly expires_at: string
}

/** `forPerson`: the invitation is for a person who is recorded already and has no account. */
export async function invite(
  dependencies: RecordsDependencies,
  { actor, now }: Acting,
  roles: readonly string[],
  forPerson: string | undefined,
): Promise<Invitation> {
  const { storage, current } = dependencies
  const { model } = current.running
  const unknown = roles.filter((role) => role !== ADMINISTRATOR && !model.roles.has(role))
  if (unknown.length > 0) {
    throw new Refused(
      refusal(model, 'invalid', {
        errors: unknown.map((role) => ({ field: 'roles', code: 'unknown_role', message: `There is no role ${role}.` })),
      }),
    )
  }
  const invitesNobody = roles.length === 0 && !actor.administrator
  if (
    invitesNobody ||
    !roles.every((role) => mayGive(model, actor, role)) ||
    (forPerson !== undefined && !actor.administrator)
  ) {
    throw new Refused(refusal(model, 'not_allowed', { cites: model.access.grantsCite }))
  }
  if (forPerson !== undefined) {
    const [person, accounts] = [
      await storage.reader.record('Person', forPerson),
      await storage.reader.systemOf('account', forPerson),
    ]
    if (person === undefined || accounts.length > 0) {
      throw new Refused(
        refusal(model, 'invalid', {
          errors: [{ field: 'person', code: 'not_found', message: 'There is no such person without an account.' }],
        }),
      )
    }
  }
  return storeInvitation(dependencies, actor.person?.id ?? null, roles, forPerson, now)
}

/** While there is no administrator, whoever sees the terminal may become it; undefined: there is one. Others may have signed up meanwhile. */
export async function inviteFirst(dependencies: RecordsDependencies, now: string): Promise<Invitation | undefined> {
  const { groups } = await summariseRecords(dependencies, { actor: systemActor, now }, 'Person', {
    measure: 'count',
    filter: `active and ${JSON.stringify(ADMINISTRATOR)} in roles`,
  })
  const isThere = groups.some(({ measures }) => Number(measures['count']) > 0)
  if (isThere) return undefined
  const invitation = await storeInvitation(dependencies, null, [ADMINISTRATOR], undefined, now)
  await replaceFirst(dependencies, keyOf(invitation.invitation), invitation.expires_at)
  return invitation
}

/** Of all starts until then, only the last one's link is good. */
async function replaceFirst({ storage }: RecordsDependencies, link: string, expiresAt: string): Promise<void> {
  await storage.write(async (transaction) => {
    const before = await transaction.system('link', FIRST)
    if (before !== undefined) await transaction.deleteSystem('link', String(before.value['link']))
    await transaction.putSystem('link', { key: FIRST, person: null, expiresAt, value: { kind: 'first', link } })
  })
}

/** No key of a token: those are hashes. */
const FIRST = 'first'

async function storeInvitation(
  { storage }: RecordsDependencies,
  by: string | null,
  roles: readonly string[],
  forPerson: string | undefined,
  now: string,
): Promise<Invitation> {
  const { secret, key } = createToken()
  const expiresAt = new Date(Date.parse(now) + GOOD_FOR_MILLISECONDS).toISOString()
  const value = { kind: 'invitation', roles, ...(forPerson === undefined ? {} : { for: forPerson }), created_at: now }
  await storage.write((transaction) => transaction.putSystem('link', { key, person: by, expiresAt, value }))
  return { invitation: secret, path: `/sign-up#invitation=${secret}`, roles, expires_at: expiresAt }
}
