// Reads what a start needs to know before any data is opened: the document, its clock, the log.
import { basename } from 'node:path'
import pino from 'pino'
import type { Logger } from 'pino'
import { printDiagnostics } from '#shared/diagnostics/code-frame.ts'
import type { Diagnostic } from '#shared/diagnostics/diagnostic.ts'
import { readMoment } from '#shared/expressions/calendar.ts'
import { lineIndex } from '#shared/text/position.ts'
import type { Budgets } from './auth/rate-limit/usage-budget.ts'
import { budgetOf, createBudgets } from './auth/rate-limit/usage-budget.ts'
import { simulatedClock, systemClock } from './clock.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { RunningDocument } from './document/current-document.ts'
import { runDocument } from './document/current-document.ts'
import { directoryFor, HELPDESK } from './document/data-directory.ts'
import { compileOnce } from './document/kept-documents.ts'
import { readDocumentFile } from './document/read-document-file.ts'
import { findStarters } from './stop-when-asked.ts'

/** A sentence that says why nothing can be served. */
export class StartRefused extends Error {}

export interface Start {
  readonly file: string
  readonly text: string
  readonly given: RunningDocument
  readonly diagnostics: readonly Diagnostic[]
  readonly log: Logger
  readonly clock: Clock
  readonly directory: string
  /** The document is named on the command line, or is the one that the data directory belongs to. */
  readonly isNamed: boolean
  readonly budgets: Budgets
  /** Milliseconds of a clock that only goes forward. */
  readonly elapsed: () => number
  readonly starters: ReturnType<typeof findStarters>
}

export async function readStart(config: Config): Promise<Start> {
  const starters = findStarters(config.startedByNpm)
  const file = config.file ?? HELPDESK
  const read = await readDocumentFile(file)
  if ('problem' in read) throw new StartRefused(read.problem)
  const { model, diagnostics } = await compileOnce(read.text)
  if (model === undefined) {
    const errors = diagnostics.filter(({ severity }) => severity === 'error')
    const printed = printDiagnostics(errors, lineIndex(read.text), basename(file))
    throw new StartRefused(`${printed}\n\n${basename(file)} can't run: it has ${count(errors.length, 'error')}.`)
  }
  return {
    file,
    text: read.text,
    given: runDocument(basename(file), read.text, model),
    diagnostics,
    log: pino({ level: config.logLevel, redact: ['headers.authorization', 'headers.cookie'] }),
    clock: clockOf(config, model.settings.timeZone),
    directory: config.data ?? `${directoryFor(file)}${suffixOf(config)}`,
    // Data that is named, and no document: what it holds runs.
    isNamed: config.file !== undefined || (config.data === undefined && config.database === undefined),
    budgets: createBudgets(budgetOf(config.budgetFactor)),
    elapsed: () => performance.now(),
    starters,
  }
}

/** Beside a database, only what is tried lies in the directory. */
function suffixOf({ simulated, database }: Config): string {
  if (database !== undefined) return '-postgres'
  return simulated === undefined ? '' : '-simulated'
}

/** Makes the clock of this start. A moment that the clocks skip counts as the same time after the gap. */
function clockOf({ simulated }: Config, timeZone: string): Clock {
  if (simulated === undefined) return systemClock
  return simulatedClock(Date.parse(readMoment(simulated.start, timeZone) ?? simulated.start), simulated.speed)
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
