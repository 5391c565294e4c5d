// Notes each statement that this process sends to PostgreSQL.
import { Client } from 'pg'
import { vi } from 'vitest'

/** Texts of the statements from now on, in their order; until `vi.restoreAllMocks()`. */
export function watchStatements(): string[] {
  const sent: string[] = []
  const query = Client.prototype.query
  vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...given: unknown[]) {
    const [first] = given as [string | { readonly text: string }]
    sent.push(typeof first === 'string' ? first : first.text)
    return Reflect.apply(query, this, given) as never
  })
  return sent
}
