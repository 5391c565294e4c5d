// Gives each data directory of the tests a database of its own, where applications run on PostgreSQL.
import { createHash } from 'node:crypto'
import { Client } from 'pg'

/** The variable with the address of the server that `run-postgres.ts` started. */
export const SERVER_OF_RUN = 'VERBATIM_POSTGRES'
export const TEMPLATE = 'verbatim_template'

const made = new Set<string>()

/** The address of the database that stands for a directory; an empty one where there was none. */
export async function databaseOf(directory: string): Promise<string> {
  const name = nameOf(directory)
  if (!made.has(name)) await ask(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`)
  made.add(name)
  const address = new URL(serverOfRun())
  address.pathname = `/${name}`
  return String(address)
}

/** Gives a directory the database of another one, which nobody uses meanwhile, as it is now. */
export async function copyDatabaseOf(directory: string, copy: string): Promise<void> {
  const [from, to] = [nameOf(directory), nameOf(copy)]
  await ask(`CREATE DATABASE ${to} TEMPLATE ${from} STRATEGY FILE_COPY`)
  made.add(to)
}

export async function dropDatabaseOf(directory: string): Promise<void> {
  if (made.delete(nameOf(directory))) await ask(`DROP DATABASE ${nameOf(directory)} WITH (FORCE)`)
}

function nameOf(directory: string): string {
  return `test_${createHash('sha256').update(directory).digest('hex').slice(0, 24)}`
}

function serverOfRun(): string {
  const url = process.env[SERVER_OF_RUN]
  if (url === undefined) throw new Error('No PostgreSQL was started for this run: give it `--mode postgres`.')
  return url
}

async function ask(statement: string): Promise<void> {
  const client = new Client({ connectionString: serverOfRun() })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
