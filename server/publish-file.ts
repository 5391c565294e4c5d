// Publishes a document into a PostgreSQL database, beside the processes that serve it, and ends.
import { basename } from 'node:path'
import type { Config } from './config.ts'
import { sayChoice } from './document/say-choice.ts'
import { sayWidened } from './document/publish-file.ts'
import { openChosen } from './open-data.ts'
import { readStart, StartRefused } from './read-start.ts'

/** Those processes follow with their next request. */
export async function publishFile(config: Config): Promise<{ readonly output: string; readonly isPublished: boolean }> {
  try {
    const start = await readStart(config)
    const { storage, choice } = await openChosen(config, start, { publishes: 'given' })
    await storage.close()
    const { revision } = choice.running
    const name = basename(start.file)
    const published =
      choice.source === undefined
        ? `${name} is in force already, as revision ${revision}.`
        : `Published revision ${revision}${sayWidened(choice.widened ?? [])}.`
    return { output: [published, ...sayChoice(name, choice)].join('\n'), isPublished: true }
  } catch (error) {
    if (!(error instanceof StartRefused)) throw error
    return { output: error.message, isPublished: false }
  }
}
