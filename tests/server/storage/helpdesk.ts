// The helpdesk's model with rows of one's own, for tests of the storage.
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compile } from '#shared/compile.ts'
import { readExpression } from '#shared/expressions/checker.ts'
import type { Node } from '#shared/expressions/node.ts'
import type { Schema } from '#shared/expressions/schema.ts'
import type { Model } from '#shared/model/model.ts'
import { fragment } from '#shared/text/fragment.ts'
import { openData, removeData } from '../../postgres/open-data.ts'
import type { SqliteStorageOptions } from '../../../server/storage/sqlite/sqlite-storage.ts'
import type { ReadShape } from '../../../server/storage/query-plans.ts'
import type { Storage } from '../../../server/storage/storage.ts'
import type { ReadPolicy } from '#shared/policy/read-policy.ts'

export const NOW = '2026-11-21T05:00:00.000Z'

export function compileModel(text: string): Model {
  const { model, diagnostics } = compile(text)
  if (!model) throw new Error(diagnostics.map((each) => each.message).join('\n'))
  return model
}

export const helpdesk = compileModel(
  readFileSync(new URL('../../../shared/documents/helpdesk.md', import.meta.url), 'utf8'),
)

export interface Opened {
  readonly storage: Storage
  readonly directory: string
  close(): Promise<void>
}

/** A storage in a directory of its own, removed when it is closed. */
export async function openTemporary(model: Model, options: Partial<SqliteStorageOptions> = {}): Promise<Opened> {
  const directory = mkdtempSync(join(tmpdir(), 'verbatim-storage-'))
  const runTwice = process.env['VERBATIM_RETRIES'] === '1'
  const storage = await openData({ directory, model, revision: 'r1', now: () => NOW, runTwice, ...options })
  const close = async () => {
    await storage.close()
    await removeData(directory)
  }
  return { storage, directory, close }
}

/** Everything of an entity. */
export function allRights(model: Model, entity: string): ReadPolicy {
  const fields = [...(model.entities.get(entity)?.fields.keys() ?? [])]
  return { entity, rows: true, fields: fields.map((field) => ({ field, when: true })) }
}

export function shapeOf(model: Model, entity: string, shape: Partial<ReadShape> = {}): ReadShape {
  const rights = shape.policy ?? allRights(model, entity)
  return { policy: rights, fields: rights.fields.map((field) => field.field), expand: [], sort: [], ...shape }
}

export function personRow(id: string, more: { readonly [field: string]: unknown } = {}) {
  return {
    id,
    name: id,
    email: `${id}@example.org`,
    roles: ['Customer'],
    active: true,
    picture: null,
    team: null,
    phone: null,
    ...standard(NOW),
    ...more,
  }
}

export function ticketRow(number: number, more: { readonly [field: string]: unknown } = {}) {
  const at = new Date(Date.parse('2026-01-01T00:00:00Z') + number * 60_000).toISOString()
  return {
    id: `t-${String(number).padStart(6, '0')}`,
    number: `HD-${String(number).padStart(5, '0')}`,
    subject: `Subject ${number}`,
    description: `Something about the printer number ${number} happened again`,
    status: ['new', 'open', 'waiting', 'resolved', 'closed'][number % 5],
    priority: ['low', 'normal', 'high', 'urgent'][number % 4],
    requester: 'ada',
    assignee: null,
    team: null,
    tags: [],
    due_at: at,
    attachments: null,
    resolution: null,
    resolved_at: null,
    hours_to_resolve: null,
    internal_note: null,
    ...standard(at),
    ...more,
  }
}

function standard(at: string) {
  return { _version: 1, created_at: at, created_by: null, updated_at: at, updated_by: null }
}

/** A condition over records of the entity, as its text says. */
export function conditionOf(model: Model, entity: string, text: string): Node {
  const schema: Schema = {
    entities: [...model.entities.keys()],
    member(owner, name) {
      const field = model.entities.get(owner)?.fields.get(name)
      const reverse = model.entities.get(owner)?.reverses.get(name)
      return field ? { kind: 'field', type: field.valueType } : reverse && { kind: 'reverse', ...reverse }
    },
    members: (owner) => [...(model.entities.get(owner)?.fields.keys() ?? [])],
    limit: (name) => model.limits.get(name)?.type,
    limits: [...model.limits.keys()],
    rolesOf: (name) => [name],
    roles: [],
  }
  const { expression, diagnostics } = readExpression(fragment(text), schema, { record: entity }, { kind: 'boolean' })
  if (!expression) throw new Error(diagnostics.map((each) => each.message).join('\n'))
  return expression.tree
}
