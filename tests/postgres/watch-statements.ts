// Notes each statement that this process sends to PostgreSQL.
import { Client } from 'pg'
import { vi } from 'vitest'

/** Texts of the statements from now on, in their order; until `vi.restoreAllMocks()`. */
export function watchStatements(): string[] {
  const sent: string[] = []
  const query = Client.prototype.query
  vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...given: unknown[]) {
    sent.push(...statementsOf(given[0]))
    return Reflect.apply(query, this, given) as never
  })
  return sent
}

/** The texts of what is given to a client: one statement, or several that are sent together. */
export function statementsOf(given: unknown): readonly string[] {
  if (typeof given === 'string') return [given]
  const { text = '', statements } = given as {
    readonly text?: string
    readonly statements?: readonly { readonly text: string }[]
  }
  return statements?.map((statement) => statement.text) ?? [text]
}

/** Refuses what is given to a client, as the server would with this error. */
export function refuse(given: unknown, error: Error): Promise<never> | undefined {
  const { callback } = given as { readonly callback?: (error: Error, answers: readonly never[]) => void }
  if (callback === undefined) return Promise.reject(error)
  queueMicrotask(() => callback(error, []))
  return undefined
}
