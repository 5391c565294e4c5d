// Whose account a call is about: whoever is signed in, even if the second factor is still missing.
import type { Acting } from '../../records/dependencies.ts'
import type { Exchange } from '../exchange.ts'

export function ownAccount({ caller, acting }: Exchange): Acting {
  return { ...acting, actor: caller.enrolling?.actor ?? acting.actor }
}
