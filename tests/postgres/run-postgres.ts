// Starts the PostgreSQL of a run before its tests, with a template of what each database has, where applications are to run on it.
import type { TestProject } from 'vitest/node'
import { preparePostgres } from '../../server/storage/postgres/open-postgres.ts'
import { SERVER_OF_RUN, TEMPLATE } from './databases.ts'
import { addressOf, startPostgres } from './postgres.ts'

export async function setup({ config }: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (config.env['VERBATIM_ENGINE'] !== 'postgres') return undefined
  const server = await startPostgres()
  if ('reason' in server) throw new Error(server.reason)
  try {
    await server.client.query(`DROP DATABASE IF EXISTS ${TEMPLATE}`)
    await server.client.query(`CREATE DATABASE ${TEMPLATE}`)
    await preparePostgres(addressOf(server, TEMPLATE))
  } catch (error) {
    await server.stop()
    throw error
  }
  // Read in the processes of the tests.
  process.env[SERVER_OF_RUN] = addressOf(server, 'postgres')
  return () => server.stop()
}
