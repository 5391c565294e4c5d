// Writes a backup in a thread, and sends what came of it.
import { parentPort, workerData } from 'node:worker_threads'
import type { BackupWork } from './data-backup.ts'
import { writeBackup } from './write-backup.ts'

const { file, directory, now } = workerData as BackupWork
const outcome = await writeBackup({ file, directory, withKey: false }, new Date(now))
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(outcome)
