import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { composePolicy } from '#shared/decisions/policy.ts'
import { waysToCreate } from '#shared/decisions/ways-to-create.ts'
import type { Actor } from '#shared/policy/actor.ts'
import { creatableFields } from '../../../client/screens/form/create-form.tsx'
import { inOrder, offeredFields } from '../../../client/screens/form/offered-fields.ts'
import { compileDocument } from '../../helpers/compile-document.ts'

const text = readFileSync(new URL('../../../shared/documents/applicant-tracking.md', import.meta.url), 'utf8')
const model = compileDocument(text)
const entity = model.entities.get('Application')
if (!entity) throw new Error('there are no applications')
const person = { id: '01900000-0000-7000-8000-000000000001', name: 'Rosa', _version: 1 }
const actor: Actor = { person, roles: ['Recruiter'], administrator: false, system: false }
const ways = waysToCreate(entity, composePolicy(model, actor).entity('Application'))
const creatable = new Set(['candidate', 'job', 'source', 'recommended_by', 'applied_at', 'letter', 'rejected_because'])
const all = creatableFields(entity, creatable)
const namesOf = (fields: typeof all) => fields.map(({ name }) => name.identifier)

test('A form for a new record does not ask for what is required only where it ends', () => {
  const offered = namesOf(offeredFields(entity, all, ways))
  expect(namesOf(all)).toContain('rejected_because')
  // What is required depending on another field may be given.
  expect(offered).toEqual(['candidate', 'job', 'source', 'recommended_by', 'applied_at', 'letter'])
})

test('A form that is opened from a card begins with what is required and what the card shows', () => {
  const ordered = namesOf(inOrder(offeredFields(entity, all, ways), ['candidate', 'letter']))
  expect(ordered).toEqual(['candidate', 'job', 'source', 'applied_at', 'letter', 'recommended_by'])
})
