// A PostgreSQL server with a synchronous standby, which takes its place when it is killed, and gets a standby of its own.
import { spawnSync } from 'node:child_process'
import { chownSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import type { NoPostgres, RunningServer, ServerPlace } from '../postgres/own-server.ts'
import { makePlace, runServer } from '../postgres/own-server.ts'
import { addressOf } from '../postgres/postgres.ts'

interface Member {
  readonly server: RunningServer
  readonly client: Client
  readonly port: number
  readonly data: string
}

export interface Cluster {
  /** The address of a database at the server that takes writes. */
  addressOf(name: string): string
  query(sql: string): Promise<readonly Record<string, unknown>[]>
  /** Kills the primary, and promotes its standby; resolves when that takes writes. */
  failOver(): Promise<void>
  /** Gives the primary a standby, for which each commit waits from then on. */
  addStandby(): Promise<void>
  stop(): Promise<void>
}

const FIRST_PORT = 5432
const SETTINGS = ['fsync=off', 'jit=off', 'max_connections=300', 'wal_keep_size=256MB']

export async function startCluster(): Promise<Cluster | NoPostgres> {
  const place = makePlace()
  if ('reason' in place) return place
  let count = 0
  let primary = await startMember(place, place.data)
  let standby: Member | undefined

  async function startMember(at: ServerPlace, data: string): Promise<Member> {
    const port = FIRST_PORT + count
    count += 1
    const server = runServer(at, data, SETTINGS, port)
    const client = await server.connect()
    if ('reason' in client) throw new Error(client.reason)
    // It is killed while nobody asks.
    client.on('error', () => {})
    return { server, client, port, data }
  }

  return {
    addressOf: (name) => addressOf(primary, name),
    query: async (sql) => (await primary.client.query<Record<string, unknown>>(sql)).rows,
    async failOver() {
      const [former, next] = [primary, standby]
      if (next === undefined) throw new Error('There is no standby.')
      await former.server.kill()
      await next.client.query('SELECT pg_promote()')
      primary = next
      standby = undefined
      rmSync(former.data, { recursive: true, force: true })
    },
    async addStandby() {
      const data = join(place.directory, `data-${count}`)
      await copyData(place, primary, data)
      standby = await startMember(place, data)
      await primary.client.query(`ALTER SYSTEM SET synchronous_standby_names = 'standby'`)
      await primary.client.query('SELECT pg_reload_conf()')
      const isSynchronous = `SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'`
      while ((await primary.client.query(isSynchronous)).rowCount === 0) await sleep(20)
    },
    async stop() {
      for (const member of [standby, primary]) {
        await member?.client.end().catch(() => {})
        await member?.server.kill()
      }
      rmSync(place.directory, { recursive: true, force: true })
    },
  }
}

/**
 * Copies the data of a running server as pg_basebackup does, which the package leaves out:
 * https://www.postgresql.org/docs/current/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP
 */
async function copyData({ directory, user }: ServerPlace, { client, port, data }: Member, to: string): Promise<void> {
  await client.query(`SELECT pg_backup_start('standby', true)`)
  // Files come and go meanwhile: what is missing is made again from the log.
  spawnSync('cp', ['-R', data, to], { ...user })
  const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)')
  for (const name of ['postmaster.pid', 'postmaster.opts']) rmSync(join(to, name), { force: true })
  for (const name of readdirSync(join(to, 'pg_wal'))) rmSync(join(to, 'pg_wal', name), { recursive: true })
  mkdirSync(join(to, 'pg_wal', 'archive_status'))
  const address = `host=${directory} port=${port} user=postgres application_name=standby`
  const files = [
    ['backup_label', rows[0]?.labelfile ?? ''],
    ['standby.signal', ''],
    ['postgresql.auto.conf', `primary_conninfo = '${address}'\n`],
  ] as const
  for (const [name, text] of files) writeFileSync(join(to, name), text)
  if (user === undefined) return
  for (const name of [...files.map(([file]) => file), 'pg_wal/archive_status'])
    chownSync(join(to, name), user.uid, user.gid)
}
