// Says who could do a transition, as the document grants it: to administrators, who know all of it.
import { sayGrantee, sayNobody } from '#shared/decisions/say-grantee.ts'
import type { Model, TransitionRow } from '#shared/model/model.ts'
import type { Actor } from '#shared/policy/actor.ts'
import { sayRemedy } from '#shared/refusals/remedies.ts'
import { joinByOr } from '#shared/text/phrase.ts'
import type { Doers } from '../../refusals/explain/explain-missing.tsx'

/** Undefined where a condition without words says who. */
export function doersOf(model: Model, rows: readonly TransitionRow[], { roles: held }: Actor): Doers | undefined {
  const { language } = model.settings
  const grantees = rows.filter(({ from }) => from !== 'new record').flatMap(({ who }) => who)
  const said = grantees.flatMap((who) => sayGrantee(model, who) ?? [])
  const names = [...new Map(said.map((name) => [JSON.stringify(name), name])).values()]
  if (names.length === 0) return grantees.length > 0 ? undefined : { sentence: sayNobody(model, rows), roles: [] }
  const roles = grantees.flatMap((who) => (who.kind === 'role' && !held.includes(who.role) ? [who.role] : []))
  return {
    sentence: sayRemedy(language, 'who_can', { who: joinByOr(names) }),
    roles: [...new Set(roles)].map((role) => model.roles.get(role)?.name.label ?? role),
  }
}
