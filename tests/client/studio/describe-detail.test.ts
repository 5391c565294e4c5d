// What an entry of the audit says beside its actor, its event and its subject.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describeDetail } from '../../../client/studio/audit/describe-detail.ts'
import { compile } from '../../../shared/compile.ts'

const document = readFileSync(join(import.meta.dirname, '../../../shared/documents/incident-management.md'), 'utf8')
const { model } = compile(document)
if (model === undefined) throw new Error('The document does not compile.')

test('roles are called as people call them', () => {
  expect(describeDetail(model, { before: [], after: ['DutyManager', 'Responder'] })).toBe(
    'no role → Duty manager, Responder',
  )
})

test('a refused call says what was asked, the answer and how often', () => {
  const detail = { method: 'PATCH', path: '/api/incidents/x', status: 403, code: 'not_allowed', times: 20 }
  expect(describeDetail(model, detail)).toBe('PATCH /api/incidents/x: 403 not_allowed, 20 times')
})

test('signing in says by which way, and with which second factor', () => {
  expect(describeDetail(model, { way: 'password', second: 'code' })).toBe('by password and code')
})

test('a token says whether it was made for an administrator', () => {
  const token = { token: 'x', name: 'Script', roles: [] }
  expect(describeDetail(model, { ...token, administrator: true })).toBe('Administrator, Script')
  expect(describeDetail(model, { ...token, administrator: false })).toBe('no role, Script')
})

test('a published document says its revisions, and what it lets people do anew', () => {
  const detail = { from: 'a1', to: 'b2', widened: ['anyone may read Task', 'Agent may delete Task'] }
  expect(describeDetail(model, detail)).toBe('a1 → b2, now anyone may read Task; Agent may delete Task')
})
