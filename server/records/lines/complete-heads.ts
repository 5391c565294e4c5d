// Completes the heads of lines at the end of a command: number of lines, version, rules over lines, history.
import { fieldError } from '#shared/decisions/refusals.ts'
import type { FieldError } from '#shared/decisions/decision.ts'
import type { Entity } from '#shared/model/model.ts'
import { MOST_LINES } from '#shared/protocol/record.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import { entityNamed } from '../../policy/policy.ts'
import type { CommandContext } from '../command/command-context.ts'
import { invalid } from '../command/command-context.ts'
import { validateRules } from '../command/validate-rules.ts'
import { writeChanges } from '../command/write-changes.ts'
import { writeHistory } from '../command/write-history.ts'
import { findLines } from './lines-of.ts'
import type { TouchedHead } from './touched-heads.ts'
import { touchHeads } from './touched-heads.ts'

/** Those of which something is left to do; a head may be a line itself, and its head comes then. */
export async function completeHeads(context: CommandContext): Promise<void> {
  for (;;) {
    const next = [...context.heads.values()].find((head) => head.areLinesTouched || !head.isCounted)
    if (next === undefined) return
    await completeHead(context, next)
  }
}

/** With a head that is gone its lines are gone too, and nothing is asked of their number. */
async function completeHead(context: CommandContext, head: TouchedHead): Promise<void> {
  const { areLinesTouched } = head
  head.areLinesTouched = false
  head.isCounted = true
  const entity = entityNamed(context.running.model, head.entity)
  const record = await context.transaction.record(head.entity, head.id)
  if (record === undefined) return
  await validateNumbers(context, entity, record)
  if (!areLinesTouched) return
  const written = head.isRaised ? record : await writeChanges(context, entity, record, {})
  const change = { created: false, changed: [], lines: true }
  const confirmed = await validateRules(context, entity, { record: written, old: record }, change)
  if (head.isRaised) return
  head.isRaised = true
  const version = Number(written['_version'])
  await writeHistory(context, entity, { record: head.id, version, event: 'changed', changes: {}, confirmed })
  touchHeads(context.heads, entity, written)
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
  if (errors.length > 0) throw invalid(context, errors)
}
