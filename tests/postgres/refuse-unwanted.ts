// Lets no statement through, in a whole run on PostgreSQL, that needs what other engines of its kind lack.
import { Client } from 'pg'
import { UNWANTED_STATEMENTS } from './unwanted-statements.ts'
import { statementsOf } from './watch-statements.ts'

const MARK = Symbol.for('verbatim refuses unwanted statements')
const known = new Set<string>()

/** Files share their modules: it is put in place once. */
if (!(MARK in Client.prototype)) {
  const query = Client.prototype.query
  Object.assign(Client.prototype, {
    [MARK]: true,
    query(this: Client, ...given: unknown[]) {
      for (const text of statementsOf(given[0])) {
        if (!known.has(text)) refuseUnwanted(text)
        known.add(text)
      }
      return Reflect.apply(query, this, given)
    },
  })
}

function refuseUnwanted(text: string): void {
  const found = Object.entries(UNWANTED_STATEMENTS).find(([, [words]]) => words.test(text))
  if (found !== undefined) throw new Error(`A statement needs ${found[0]}: ${text.slice(0, 500)}`)
}
