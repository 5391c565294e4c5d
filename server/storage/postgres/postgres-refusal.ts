// Says in one sentence why a PostgreSQL database can't be opened, and what to do about it.
import { DatabaseError } from 'pg'
import { SchemaForbidden, StorageBusy, StorageRefused } from '../storage-error.ts'

/** `url`: of the database; its password is never said. */
export function refusalOf(url: string, error: unknown): StorageRefused {
  const { user, host, database } = partsOf(url)
  const code = codeOf(error)
  switch (code) {
    case 'ECONNREFUSED':
    case 'ECONNRESET':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'ENOENT':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'ETIMEDOUT':
      return new StorageRefused(`No PostgreSQL server answers at ${host} (${code}). DATABASE_URL says where it is.`)
    // Invalid authorization, and invalid password.
    case '28000':
    case '28P01':
      return new StorageRefused(
        `The PostgreSQL server at ${host} does not let ${user} in: the name, the password or the server's pg_hba.conf is wrong.`,
      )
    case '3D000':
      return new StorageRefused(`The PostgreSQL server at ${host} has no database ${database}: createdb ${database}`)
    case '42501':
      return new StorageRefused(
        `${user} may not do what is needed in the database ${database} (${reasonOf(error)}). Start once as the role that owns the tables, or make it the owner: ALTER DATABASE ${database} OWNER TO ${user}`,
      )
    // A table or another relation is there already.
    case '42P07':
      return new StorageRefused(
        `The database ${database} holds tables of something else (${reasonOf(error)}). Give Verbatim a database of its own: createdb NAME`,
      )
    default:
      return new StorageRefused(`The PostgreSQL database can't be opened: ${reasonOf(error)}.`)
  }
}

function partsOf(url: string): { readonly user: string; readonly host: string; readonly database: string } {
  const { username, hostname, port, pathname, searchParams } = new URL(url)
  const host = searchParams.get('host') ?? hostname
  return {
    user: username === '' ? 'this account' : decodeURIComponent(username),
    host: port === '' ? host : `${host}:${port}`,
    database: decodeURIComponent(pathname.slice(1)),
  }
}

/** A name stands for several addresses, of each of which an error tells. */
function codeOf(error: unknown): string | undefined {
  if (error instanceof StorageBusy || error instanceof SchemaForbidden) return codeOf(error.cause)
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error
  if (first instanceof DatabaseError) return first.code
  if (!(first instanceof Error)) return undefined
  if ('code' in first && typeof first.code === 'string') return first.code
  // The driver has no code for it.
  return first.message.includes('timeout') ? 'ETIMEDOUT' : undefined
}

function reasonOf(error: unknown): string {
  const reason = error instanceof Error && error.message !== '' ? error.message : String(error)
  return reason.replace(/\.$/, '')
}
