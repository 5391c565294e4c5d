// What the reader is called in the menu and in the banner.
import { expect, test } from 'vitest'
import { actorName } from '../../../client/data/actor-name.ts'
import type { SessionBody } from '../../../shared/protocol/session.ts'
import { compile } from '../../../shared/compile.ts'
import { HELPDESK } from '../../apps/helpdesk.ts'

const { model } = compile(HELPDESK)
if (model === undefined) throw new Error('The helpdesk does not compile.')

const session: SessionBody = {
  person: { id: 'x', name: 'Ann Lee', email: 'ann@example.com', roles: [] },
  roles: [],
  administrator: false,
  signUp: 'closed',
  signIn: [],
  sendsMail: false,
  revision: 'r',
}

test('a person is called by name, also by an administrator who views as that person', () => {
  expect(actorName(model, session)).toBe('Ann Lee')
  expect(actorName(model, { ...session, viewing: { by: 'Ida', as: { person: 'x' } } })).toBe('Ann Lee')
})

test('who views as a role is called by the role, for there is no name', () => {
  const person = { id: '', name: '', email: '', roles: ['Agent'] }
  const viewing = { by: 'Ida', as: { roles: ['Agent', 'Customer'] } }
  expect(actorName(model, { ...session, person, viewing })).toBe('Agent, Customer')
})

test('nobody has no name', () => {
  expect(actorName(model, { ...session, person: null })).toBeUndefined()
})
