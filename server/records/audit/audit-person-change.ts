// Audits changes of a person that bear on policy: roles, activity, address, creation, deletion.
import type { HistoryEntry } from '../../storage/history-entry.ts'
import type { CommandContext } from '../write/command-context.ts'
import { appendAudit } from './append-audit.ts'

/** Audits a change of a person, however the record was changed: by a call, a transition, an effect or sample data. */
export async function auditPersonChange(
  { transaction, actorContext, running }: CommandContext,
  { record, event, changes }: Pick<HistoryEntry, 'record' | 'event' | 'changes'>,
): Promise<void> {
  const about = {
    at: actorContext.now,
    by: actorContext.actor.person?.id ?? null,
    subject: record,
    revision: running.revision,
  }
  if (event === 'created')
    return appendAudit(transaction, {
      ...about,
      event: 'person_created',
      detail: { roles: rolesOf(changes['roles']?.[1]) },
    })
  if (event === 'deleted') return appendAudit(transaction, { ...about, event: 'person_removed', detail: {} })
  if (event === 'restored') return appendAudit(transaction, { ...about, event: 'person_restored', detail: {} })
  const { roles, active, email } = changes
  if (roles !== undefined) {
    const detail = { before: rolesOf(roles[0]), after: rolesOf(roles[1]) }
    await appendAudit(transaction, { ...about, event: 'roles_changed', detail })
  }
  if (active !== undefined) {
    const what = active[1] === false ? 'person_deactivated' : 'person_activated'
    await appendAudit(transaction, { ...about, event: what, detail: {} })
  }
  if (email !== undefined) await appendAudit(transaction, { ...about, event: 'email_changed', detail: {} })
}

function rolesOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : []
}
