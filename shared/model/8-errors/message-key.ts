// Names the message that a code has in one call of the document.
import type { DocumentCall } from '../7-calls/types.ts'

/** A call without a record at hand has a message of its own: it speaks of what that call takes. */
export function messageKeyOf({ method, path }: Pick<DocumentCall, 'method' | 'path'>): string {
  return `${method} ${path}`
}
