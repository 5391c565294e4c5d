// Which roles the account page says that its person has.
import { expect, test } from 'vitest'
import { sayOwnRoles } from '../../../client/account/say-roles.ts'
import { helpdesk } from '../../helpers/compile-document.ts'

test('the account page says all roles, also those of an administrator, in one form', () => {
  const say = (roles: readonly string[]) =>
    sayOwnRoles(helpdesk(), { roles, administrator: roles.includes('Administrator') })
  expect(say([])).toBe('You have no role here yet.')
  expect(say(['Agent'])).toBe('Role: Agent')
  expect(say(['Administrator'])).toBe('Role: Administrator')
  expect(say(['Manager', 'Administrator'])).toBe('Roles: Administrator, Manager')
})
