// Runs a command in one transaction, under the document in force when its turn comes.
import type { ActorContext, RecordsDependencies } from '../records-dependencies.ts'
import { runCreate } from './run-create.ts'
import { runDelete } from './run-delete.ts'
import { runTransition } from './run-transition.ts'
import { runUpdate } from './run-update.ts'
import { completeHeads } from '../lines/complete-heads.ts'
import { DocumentReplaced } from '../../document/follow-document.ts'
import type { RepeatGuard } from './idempotency.ts'
import { runOnce } from './idempotency.ts'
import { requireConfirmed } from '../messages/unconfirmed-warnings.ts'
import type {
  AnsweredRecord,
  CommandOptions,
  CommandContext,
  RecordCommands,
  WrittenRecord,
} from './command-context.ts'

const COMMANDS: RecordCommands = {
  create: runCreate,
  update: runUpdate,
  delete: runDelete,
  transition: runTransition,
  completeHeads,
}

/** Runs a command in its transaction, under the document that is in force when its turn comes. */
export function runCommand(
  dependencies: RecordsDependencies,
  actorContext: ActorContext,
  options: CommandOptions,
  run: (context: CommandContext) => Promise<WrittenRecord>,
): Promise<AnsweredRecord> {
  const { guard, answer } = options
  const once = (context: CommandContext) =>
    guard === undefined ? run(context) : runOnce(guard, context.transaction, () => run(context))
  const answered = async (
    written: WrittenRecord,
    { transaction, storage }: CommandContext,
  ): Promise<AnsweredRecord> => {
    storage.expectLast?.(transaction)
    return answer === undefined ? written : { ...written, text: await answer(transaction, written) }
  }
  return runInTransaction(dependencies, actorContext, options, once, answered)
}

/**
 * Runs a change of more than one record in one transaction, such as an account and its person. No document writes
 * into the tables of another.
 */
export function runInTransaction<T, Result = T>(
  {
    storage,
    current,
    newId,
    people,
    mail,
    publicUrl,
    changeSet,
    linesAndHeads,
    isSilent,
    unwatched,
  }: RecordsDependencies,
  actorContext: ActorContext,
  options: Pick<CommandOptions, 'confirmed' | 'fromReserve'> & { readonly guard?: RepeatGuard<unknown> },
  run: (context: CommandContext) => Promise<T>,
  last?: (done: T, context: CommandContext) => Promise<Result>,
): Promise<T | Result> {
  return storage.write(
    async (transaction) => {
      const revision = transaction.askRevision()
      const { spent } = actorContext
      // A long command looks at its caller's budget each time that it gives others a turn.
      if (spent !== undefined) transaction.afterTurns(spent.look)
      const context: CommandContext = {
        transaction,
        storage,
        running: current.running,
        newId,
        actorContext,
        changeSet: changeSet ?? newId(actorContext.now),
        unwatched,
        confirmed: actorContext.actor.system ? 'by itself' : (options.confirmed ?? []),
        unconfirmed: [],
        commands: COMMANDS,
        people,
        mail,
        publicUrl,
        isSilent: isSilent === true,
        cascade: { depth: 0, done: { count: 0 } },
        linesAndHeads: linesAndHeads ?? [],
        completedChanges: new Set(),
        createdHeads: new Set(),
        namedAtEnd: new Map(),
        places: new Map(),
        sentMessages: new Set(),
      }
      let done: T
      try {
        done = await run(context)
        if (linesAndHeads === undefined) await completeHeads(context)
        // After all else that may refuse it.
        requireConfirmed(context.unconfirmed)
      } finally {
        // What was found under another document says nothing.
        await requireDocument(revision, current.number)
      }
      return last === undefined ? done : last(done, context)
    },
    { fromReserve: options.fromReserve === true, isRepeatable: options.guard !== undefined },
  )
}

/** Throws where another document is in force than the one under which a command ran, as far as anybody can tell. */
async function requireDocument(revision: () => Promise<number>, number: number): Promise<void> {
  const inForce = await revision().catch(() => number)
  if (inForce !== number) throw new DocumentReplaced('Another process has published the document meanwhile.')
}
