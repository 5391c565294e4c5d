// Completes the heads of lines at the end of a command: number of lines, version, rules over lines, history.
import { fieldError } from '#shared/decisions/refusals.ts'
import type { FieldError } from '#shared/decisions/decision.ts'
import type { Entity } from '#shared/model/model.ts'
import { MOST_LINES } from '#shared/protocol/record.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import { entityNamed } from '../../policy/policy.ts'
import type { ChangesToComplete, CommandContext } from '../write/command-context.ts'
import { writeChanges } from '../write/write-changes.ts'
import { rules } from '../followers/rules.ts'
import type { Change } from '../write/change.ts'
import { followChanges } from '../write/followers.ts'
import { placeRefused } from './line-writer.ts'
import { findLines } from './lines-of.ts'
import { requireByHead } from './require-by-head.ts'
import { requireByLines } from './require-by-lines.ts'
import { changeRefusals } from '../messages/unconfirmed-warnings.ts'
import { refusedFields } from '../../policy/refused.ts'

interface TouchedHead {
  readonly entity: string
  readonly id: string
  /** Its lines came, went or changed. */
  readonly areLinesTouched: boolean
}

const ALL: ChangesToComplete = { from: 0, later: new Set() }

/** Completes the heads whose lines this command changed, and new ones. A head may be a line itself, and its head comes then. */
export async function completeHeads(context: CommandContext, { from, later, name } = ALL): Promise<void> {
  const { linesAndHeads, completedChanges } = context
  for (let done = from; done < linesAndHeads.length;) {
    const changes = linesAndHeads.slice(done).filter((change) => !completedChanges.has(change))
    done = linesAndHeads.length
    const written = new Set(linesAndHeads.flatMap(({ id, cause }) => (cause === 'clear' ? [] : [id])))
    const ready = changes.filter((change) => !isOfOneOf(later, change))
    for (const change of ready) {
      completedChanges.add(change)
      await requireByHead(context, change)
    }
    for (const head of touchedHeads(ready)) {
      const place = context.places.get(head.id) ?? ''
      const named = context.namedAtEnd.get(head.id) ?? ((error) => error)
      await changeRefusals(
        context.unconfirmed,
        // A head that is a line itself was sent at a place of its own.
        (error) => named(place === '' ? error : placeRefused(error, place)),
        () => completeHead(context, head, written.has(head.id)),
      ).catch(async (error: unknown) => {
        throw name === undefined ? error : await name(head, error)
      })
      await context.transaction.giveTurn()
    }
  }
}

/** Leaves of a change no more than what completes its heads: many may wait for that. */
export function withoutValues(change: Change): Change {
  const { partOf } = change.entity
  const [before, after] = [change.before, change.after].map((record) =>
    record === null ? null : { id: record.id, ...(partOf !== undefined && { [partOf]: record[partOf] ?? null }) },
  )
  return { ...change, before: before ?? null, after: after ?? null }
}

/** Is it a change of one of these heads, or of a line of one? */
function isOfOneOf(heads: ReadonlySet<string>, { id, entity, before, after }: Change): boolean {
  const ofLine = [before, after].map((line) => (entity.partOf === undefined ? undefined : line?.[entity.partOf]))
  return [id, ...ofLine].some((each) => typeof each === 'string' && heads.has(each))
}

/** Lists each head once: those of lines (of a line that was moved, both), and those that are new or back. */
function touchedHeads(changes: readonly Change[]): readonly TouchedHead[] {
  const heads = new Map<string, TouchedHead>()
  const note = (head: TouchedHead) => {
    if (head.areLinesTouched || !heads.has(head.id)) heads.set(head.id, head)
  }
  for (const { entity, id, cause, before, after } of changes) {
    const { partOf, fields, parts, name } = entity
    const type = partOf === undefined ? undefined : fields.get(partOf)?.type
    if (partOf !== undefined && type?.kind === 'relation')
      for (const line of [before, after]) {
        const head = line?.[partOf]
        if (typeof head === 'string') note({ entity: type.entity, id: head, areLinesTouched: true })
      }
    const isNew = cause === 'create' || cause === 'restore'
    if (isNew && parts.size > 0) note({ entity: name.identifier, id, areLinesTouched: false })
  }
  return [...heads.values()]
}

/** Completes a head, unless it is gone: its lines are gone too then, and their number is not checked. */
async function completeHead(
  context: CommandContext,
  { entity: name, id, areLinesTouched }: TouchedHead,
  isWritten: boolean,
): Promise<void> {
  const entity = entityNamed(context.running.model, name)
  const record = await context.transaction.record(name, id)
  if (record === undefined) return
  await validateNumbers(context, entity, record)
  if (!areLinesTouched) return
  // What was written itself has its new version already.
  const after = isWritten ? record : await writeChanges(context, entity, record, {})
  await requireByLines(context, entity, after)
  const version = Number(after['_version'])
  const change: Change = { entity, id, version, cause: 'lines', before: record, after, changed: [], confirmed: [] }
  if (isWritten) await rules.follow(context, change)
  else await followChanges(context, [change])
}

async function validateNumbers(context: CommandContext, entity: Entity, record: RecordValue): Promise<void> {
  const errors: FieldError[] = []
  for (const [field, part] of entity.parts) {
    const { atLeast, atMost, label } = part
    const { length } = await findLines(context, entity, part, record)
    if (atLeast !== undefined && length < atLeast.count)
      errors.push(fieldError(field, 'too_few_lines', { field: label, least: atLeast.count }, atLeast.cite))
    const most = atMost?.count ?? MOST_LINES
    if (length > most) errors.push(fieldError(field, 'too_many_lines', { field: label, most }, atMost?.cite))
  }
  if (errors.length > 0) throw refusedFields('invalid', errors)
}
