// Derives checks of who may make the calls of point 7: those that the line does not name are refused.
import type { DocumentCall } from '#shared/model/7-calls/types.ts'
import type { Check, Derivation } from './check.ts'
import type { Reader } from './expected-permissions.ts'
import { rolesOf } from './expected-permissions.ts'
import type { Plan } from './plan.ts'
import { joinDerived } from './plan.ts'

export function deriveCalls(plan: Plan): Derivation {
  return joinDerived(
    plan.model.calls.map((call) => {
      const checks = plan.kinds
        .filter((reader) => isNoCaller(plan, call, reader))
        .map((reader) => refusal(call, reader))
      return { checks, notTestable: [{ line: call.cite, why: { says: FOR_EXAMPLES } }] }
    }),
  )
}

/** Administrators are no exception in calls; people that a condition may mean are left out. */
function isNoCaller({ model }: Plan, { who }: DocumentCall, reader: Reader): boolean {
  return who.every((grantee) => {
    if (grantee.kind === 'anyone') return false
    if (reader.person === null) return true
    if (grantee.kind !== 'role' || (model.roles.get(grantee.role)?.onRecords ?? []).length > 0) return false
    return !rolesOf(model, reader).includes(grantee.role)
  })
}

function refusal({ method, path, cite, does, finds, takes }: DocumentCall, reader: Reader): Check {
  const isGet = method === 'GET'
  const isPlain = finds.length === 0 && takes.every(({ required }) => !required)
  return {
    line: cite,
    says: { says: CALL_REFUSED, values: { what: does === '' ? path : does, reader: reader.said } },
    given: [],
    as: reader.person?.id ?? null,
    request: {
      method: method as Check['request']['method'],
      path: path.replaceAll(/:\w+/g, 'x'),
      ...(isGet ? {} : { body: {} }),
    },
    // A wrong input, or a record that is not there, may be refused first.
    expects: { kind: 'refused', statuses: isPlain ? [401, 403] : [400, 401, 403, 404, 422] },
  }
}

const FOR_EXAMPLES = {
  en: 'whether it answers as the document says is for its examples',
  de: 'ob die Antwort zum Dokument passt, zeigen erst seine Beispiele',
}
const CALL_REFUSED = { en: '{what} as {reader}: refused', de: '{what} als {reader}: abgelehnt' }
