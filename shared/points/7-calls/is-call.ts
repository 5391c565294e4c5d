// Tells a call ("POST /api/loans/:id/extend") from the name of a transition.
import type { Reference } from '../declarations.ts'

export function isCall(reference: Reference): boolean {
  return /^(?:GET|POST|PUT|PATCH|DELETE)\s+\/\S*$/i.test(reference.value)
}
