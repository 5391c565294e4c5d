// Runs a document on an empty database with a simulated clock, and serves it on a loopback port for verify.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Model } from '#shared/model/model.ts'
import { createApp } from '../app.ts'
import { createProcessorTime } from '../api/request/processor-time.ts'
import { accountRow } from '../auth/account.ts'
import { createPasswords } from '../auth/methods/password/password-hash.ts'
import { openKnownNetworks } from '../auth/rate-limit/known-networks.ts'
import { createBudgets, NO_BOUND } from '../auth/rate-limit/usage-budget.ts'
import { openKeyring } from '../auth/secrets/open-keyring.ts'
import { beginSession } from '../auth/sessions/sessions.ts'
import type { RunningDocument } from '../document/current-document.ts'
import { createWorkProgress } from '../records/background/work-progress.ts'
import { entitiesWithTimers, scanTimers } from '../records/timers/timer-readers.ts'
import { openSandbox } from '../sandbox/open-sandbox.ts'
import type { Storage } from '../storage/storage.ts'
import type { Transaction } from '../storage/transaction.ts'
import { insertRecords, restoreRecords } from './insert-records.ts'
import type { GivenRecord, World } from './world.ts'

export interface VerifiedSystem {
  readonly url: string
  now(): string
  /** The token of a session that begins now. */
  tokenOf(person: string): Promise<string>
  /** Puts records there as they are, whatever the rules say. */
  put(given: readonly GivenRecord[]): Promise<void>
  /** Makes the data what the world holds: what was added goes, `given` from the trash too, and what was changed is as it was. */
  restore(world: World, given: readonly GivenRecord[]): Promise<void>
  /** Plans the timers of all records anew. */
  planTimers(): Promise<void>
  /** Moves the clock forward, and lets happen what falls due until then. */
  moveTo(moment: string): Promise<void>
  close(): Promise<void>
}

export interface SystemOptions {
  readonly wrap?: WrapApp
  /** The folder in which all that it writes lies until it is closed. */
  readonly root?: string
}

/** Stands between the port and the application: a test that breaks the server on purpose wraps it. */
export type WrapApp = (app: ReturnType<typeof createApp>) => Parameters<typeof createServer>[1] & object

export async function openSystem(
  running: RunningDocument,
  startsAt: number,
  { wrap = (app) => app, root = tmpdir() }: SystemOptions = {},
): Promise<VerifiedSystem> {
  const sandbox = await openSandbox(running, startsAt, root)
  const { storage } = sandbox.dependencies
  const directory = mkdtempSync(join(root, 'verbatim-verify-'))
  const clock = { now: () => Date.parse(sandbox.now()), sleepUntil: () => Promise.resolve() }
  // Each look is a minute later: no rate is ever used up.
  let minutes = 0
  const silent = (): void => undefined
  const app = createApp({
    ...sandbox.dependencies,
    clock,
    elapsed: () => (minutes += 1) * 60_000,
    passwords: createPasswords(),
    keyring: await openKeyring(storage, directory, {}, silent),
    knownNetworks: await openKnownNetworks(storage),
    log: { error: silent, warn: silent, info: silent },
    budgets: createBudgets(NO_BOUND),
    processorTime: createProcessorTime(),
    clientDirectory: join(directory, 'no-client'),
    publicUrl: undefined,
    trustedProxies: 0,
    imports: createWorkProgress(),
    undos: createWorkProgress(),
  })
  const server = createServer(wrap(app))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    now: () => sandbox.now(),
    tokenOf: (person) => beginSessionOf(sandbox.dependencies, person, sandbox.now()),
    put: (given) => storage.write((transaction) => insertRecords(transaction, given)),
    restore: (world, given) => storage.write((transaction) => restoreAll(transaction, running.model, world, given)),
    async planTimers() {
      await storage.write(async (transaction) => {
        for (const { name } of entitiesWithTimers(running.model))
          await scanTimers(transaction, name.identifier, sandbox.now(), 'document')
      })
      await sandbox.moveTo(clock.now())
    },
    async moveTo(moment) {
      await sandbox.moveTo(Date.parse(moment))
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await sandbox.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** With both factors, so that a document that asks for two lets them in. */
async function beginSessionOf(
  dependencies: Parameters<typeof beginSession>[1] & { readonly storage: Storage },
  person: string,
  now: string,
): Promise<string> {
  return dependencies.storage.write(async (transaction) => {
    if ((await transaction.systemOf('account', person)).length === 0)
      await transaction.putSystem('account', accountRow(`${person}@example.com`, person, undefined, now))
    return (await beginSession(transaction, dependencies, person, now, undefined, true)).secret
  })
}

const MOST = 10_000

async function restoreAll(
  transaction: Transaction,
  model: Model,
  world: World,
  given: readonly GivenRecord[],
): Promise<void> {
  const changed: GivenRecord[] = []
  let surplus: { readonly entity: string; readonly id: string }[] = []
  await restoreRecords(transaction, given)
  for (const [entity] of model.entities) {
    const ids = new Set(await transaction.idsAfter(entity, '', MOST))
    surplus.push(...[...ids].flatMap((id) => (world.find(entity, id) === undefined ? [{ entity, id }] : [])))
    for (const record of world.all(entity)) {
      const now = ids.has(record.id) ? await transaction.record(entity, record.id) : undefined
      if (now === undefined || Number(now['_version']) !== Number(record['_version'])) changed.push({ entity, record })
    }
  }
  // What was deleted lies in the trash under its id.
  for (const { entity, record } of changed)
    if ((await transaction.record(entity, record.id)) === undefined) await deleteForGood(transaction, entity, record.id)
  for (let rounds = 0; surplus.length > 0 && rounds < 5; rounds++) {
    const left = []
    for (const each of surplus) if (!(await deleteForGood(transaction, each.entity, each.id))) left.push(each)
    surplus = left
  }
  const missing: GivenRecord[] = []
  for (const each of changed) {
    const { id: _id, ...values } = each.record
    if (!(await transaction.update(each.entity, each.record.id, values))) missing.push(each)
  }
  await insertRecords(transaction, missing)
}

/** False where another record still refers to it. */
async function deleteForGood(transaction: Transaction, entity: string, id: string): Promise<boolean> {
  try {
    await transaction.savepoint(() => transaction.delete(entity, id, true))
    await transaction.deleteJobsOf({ entity, record: id })
    return true
  } catch {
    return false
  }
}
