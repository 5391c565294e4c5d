// Decides who needs two factors, by point 6.
import type { Citation, Model } from '#shared/model/model.ts'
import type { Actor } from '#shared/policy/actor.ts'

/** The line that asks it of this person; undefined: one factor is enough. */
export function secondFactorLine({ accountPolicy }: Model, actor: Actor): Citation | undefined {
  const rule = accountPolicy.secondFactor
  if (rule === undefined || actor.person === null) return undefined
  const isMeant =
    rule.everyone ||
    (rule.administrators && actor.administrator) ||
    rule.roles.some((role) => actor.roles.includes(role))
  return isMeant ? rule.cite : undefined
}
