// Reads, writes and claims the rows of the job table.
import type { CommandExecutor, Executor, SqlRow, SqlValue } from '../executor.ts'
import type { Job, JobClaim, JobKind, NewJob } from '../job.ts'
import type { StorageDialect } from '../storage-dialect.ts'

/** Entities by number and back: a job stays with its entity when that is renamed. */
export interface JobEntities {
  numberOf(entity: string): number
  nameOf(number: number): string
}

const COLUMNS = 'number, kind, entity, record, key, due_at, tries, problem, is_dead, value, queue'

/** Condition that a job is the first of its queue. The others wait until it has left the queue. */
const IS_FIRST =
  '(queue IS NULL OR NOT EXISTS (SELECT 1 FROM job AS earlier WHERE earlier.queue = job.queue AND earlier.number < job.number))'

export async function isJobDue(executor: Executor, kind: JobKind, now: string): Promise<boolean> {
  const sql = `SELECT 1 FROM job WHERE kind = ? AND due_at <= ? AND (leased_until IS NULL OR leased_until <= ?) AND ${IS_FIRST} ORDER BY due_at LIMIT 1`
  return (await executor.get(sql, [kind, now, now])) !== undefined
}

export async function hasDeadJobs(executor: Executor, kind: JobKind): Promise<boolean> {
  return (await executor.get('SELECT 1 FROM job WHERE kind = ? AND is_dead = 1 LIMIT 1', [kind])) !== undefined
}

/** Reads the moment at which the next job falls due, among those without a lease. */
export async function readNextDue(executor: Executor, kind: JobKind): Promise<string | undefined> {
  const sql = `SELECT due_at FROM job WHERE kind = ? AND due_at IS NOT NULL AND leased_until IS NULL AND ${IS_FIRST} ORDER BY due_at LIMIT 1`
  const row = await executor.get(sql, [kind])
  return row && String(row[0])
}

/** A job that somebody else claimed meanwhile keeps that lease. `to` is null: nobody holds them from here on. */
export async function changeLeases(
  executor: Executor,
  jobs: readonly number[],
  from: string,
  to: string | null,
): Promise<void> {
  const sql = 'UPDATE job SET leased_until = ? WHERE number = ? AND leased_until = ?'
  for (const number of jobs) await executor.run(sql, [to, number, from])
}

/** The soonest first; a try is counted before it is made. `lock`: passes by rows that others claim at the same time. */
export async function claimJobs(
  executor: Executor,
  entities: Pick<JobEntities, 'nameOf'>,
  kind: JobKind,
  { now, leasedUntil, limit, lock = '' }: JobClaim & { readonly lock?: string },
): Promise<readonly Job[]> {
  const due = `SELECT number FROM job WHERE kind = ? AND due_at <= ? AND (leased_until IS NULL OR leased_until <= ?) AND ${IS_FIRST} ORDER BY due_at, number LIMIT ? + 0 ${lock}`
  const sql = `WITH due AS MATERIALIZED (${due}) UPDATE job SET leased_until = ?, tries = tries + 1 WHERE number IN (SELECT number FROM due) RETURNING ${COLUMNS}`
  const rows = await executor.all(sql, [kind, now, now, limit, leasedUntil])
  const jobs = rows.map((row) => readJob(entities, row))
  return jobs.toSorted((a, b) => compareMoments(a.dueAt, b.dueAt) || a.number - b.number)
}

function compareMoments(a: string | null, b: string | null): number {
  return a === b ? 0 : (a ?? '') < (b ?? '') ? -1 : 1
}

export async function readNewestJobs(
  executor: Executor,
  entities: JobEntities,
  kind: JobKind,
  limit: number,
): Promise<readonly Job[]> {
  const sql = `SELECT ${COLUMNS} FROM job WHERE kind = ? ORDER BY number DESC LIMIT ? + 0`
  return (await executor.all(sql, [kind, limit])).map((row) => readJob(entities, row))
}

/** `dead`: those that were given up, the newest first; `due`: those with a moment, the soonest first. */
export async function readJobsBy(
  executor: Executor,
  entities: JobEntities,
  kind: JobKind,
  which: 'dead' | 'due',
  limit: number,
): Promise<readonly Job[]> {
  const condition = which === 'dead' ? 'is_dead = 1 ORDER BY number DESC' : 'due_at IS NOT NULL ORDER BY due_at, number'
  const sql = `SELECT ${COLUMNS} FROM job WHERE kind = ? AND ${condition} LIMIT ? + 0`
  return (await executor.all(sql, [kind, limit])).map((row) => readJob(entities, row))
}

export async function readJobNumbered(
  executor: Executor,
  entities: JobEntities,
  number: number,
): Promise<Job | undefined> {
  const row = await executor.get(`SELECT ${COLUMNS} FROM job WHERE number = ?`, [number])
  return row && readJob(entities, row)
}

export async function readJobNamed(
  executor: Executor,
  entities: JobEntities,
  kind: JobKind,
  key: string,
): Promise<Job | undefined> {
  const sql = `SELECT ${COLUMNS} FROM job WHERE kind = ? AND key = ? AND record IS NULL`
  const row = await executor.get(sql, [kind, key])
  return row && readJob(entities, row)
}

export async function readJobsOf(
  executor: Executor,
  entities: JobEntities,
  kind: JobKind,
  about: { readonly entity: string; readonly record: string },
): Promise<readonly Job[]> {
  const sql = `SELECT ${COLUMNS} FROM job WHERE entity = ? AND record = ? AND kind = ?`
  return (await executor.all(sql, [entities.numberOf(about.entity), about.record, kind])).map((row) =>
    readJob(entities, row),
  )
}

/** Writes a job, in place of the one with its kind, record and key, under a new number: who holds that one changes nothing more. */
export async function putJob(
  executor: CommandExecutor,
  { renumbered }: StorageDialect,
  entities: JobEntities,
  job: NewJob,
): Promise<void> {
  const { kind, about, key } = job
  const entity = about === null ? null : entities.numberOf(about.entity)
  const values = [kind, entity, about?.record ?? null, key, ...stateOf(job)]
  if (renumbered !== undefined) {
    const place = about === null ? '(kind, key) WHERE record IS NULL AND key IS NOT NULL' : OF_RECORD
    await executor.post(`${INSERT} ON CONFLICT ${place} DO UPDATE SET number = ${renumbered}, ${REPLACED}`, values)
    return
  }
  // What has the same kind, record and key is unique, and leaves. Mostly there is none, and to look for it first costs half as much again.
  const ifNew = `${INSERT} ON CONFLICT DO NOTHING`
  if ((await executor.run(ifNew, values)) > 0) return
  const [place, of] = about === null ? ['record IS NULL', []] : ['entity = ? AND record = ?', [entity, about.record]]
  await executor.run(`DELETE FROM job WHERE kind = ? AND key = ? AND ${place}`, [kind, key, ...of])
  await executor.run(ifNew, values)
}

const STATE = ['due_at', 'tries', 'problem', 'is_dead', 'value', 'queue']
const INSERT = `INSERT INTO job (kind, entity, record, key, ${STATE.join(', ')}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
/** The columns of the unique index of jobs about records. */
const OF_RECORD = '(entity, record, kind, key) WHERE record IS NOT NULL'
const REPLACED = ['leased_until = NULL', ...STATE.map((name) => `${name} = excluded.${name}`)].join(', ')

/** Changes a job and ends its lease. */
export async function changeJob(executor: Executor, job: Job): Promise<boolean> {
  const sql =
    'UPDATE job SET due_at = ?, tries = ?, problem = ?, is_dead = ?, value = ?, queue = ?, leased_until = NULL WHERE number = ?'
  return (await executor.run(sql, [...stateOf(job), job.number])) > 0
}

export async function deleteJob(executor: Executor, number: number): Promise<boolean> {
  return (await executor.run('DELETE FROM job WHERE number = ?', [number])) > 0
}

export async function deleteJobsOf(
  executor: CommandExecutor,
  entities: JobEntities,
  about: { readonly entity: string; readonly record: string },
): Promise<void> {
  const sql = 'DELETE FROM job WHERE entity = ? AND record = ?'
  await executor.post(sql, [entities.numberOf(about.entity), about.record])
}

/**
 * Ends all leases of these kinds at the start of the server, so that a lease of a process that is gone holds nothing
 * up.
 */
export async function releaseJobs(executor: Executor, kinds: readonly JobKind[]): Promise<void> {
  // All kinds in one walk: leases have no index, and there may be a timer for each record.
  const marks = kinds.map(() => '?').join(', ')
  await executor.run(`UPDATE job SET leased_until = NULL WHERE leased_until IS NOT NULL AND kind IN (${marks})`, kinds)
}

function stateOf({ dueAt, tries, problem, isDead, value, queue }: NewJob): readonly SqlValue[] {
  return [dueAt, tries, problem, isDead ? 1 : 0, JSON.stringify(value), queue ?? null]
}

function readJob(entities: Pick<JobEntities, 'nameOf'>, row: SqlRow): Job {
  const [number, kind, entity, record, key, dueAt, tries, problem, isDead, value, queue] = row
  const text = (one: unknown): string | null => (one === null ? null : String(one))
  return {
    number: Number(number),
    kind: String(kind) as JobKind,
    about: record === null ? null : { entity: entities.nameOf(Number(entity)), record: String(record) },
    key: text(key),
    dueAt: text(dueAt),
    tries: Number(tries),
    problem: text(problem),
    isDead: Number(isDead) === 1,
    value: JSON.parse(String(value)) as Job['value'],
    ...(queue === null ? {} : { queue: String(queue) }),
  }
}
