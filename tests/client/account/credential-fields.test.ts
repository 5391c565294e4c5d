// What the prompt for proof asks to be typed, by what the person has and what is at stake.
import { expect, test } from 'vitest'
import { credentialFieldsOf } from '../../../client/account/reauthentication/credential-fields.ts'

const none = { first: false, second: false }
const ways = (...kinds: readonly ('password' | 'passkey' | 'code' | 'link')[]) => kinds.map((kind) => ({ kind }))

test('one factor is asked for where one is enough: the password, or a code for those who prefer it', () => {
  const either = { asksForBoth: false, byCode: false }
  expect(credentialFieldsOf({ methods: ways('password'), shown: none }, either)).toMatchObject({
    fields: ['password'],
    canSwitch: false,
  })
  const both = { methods: ways('password', 'code'), shown: none }
  expect(credentialFieldsOf(both, either)).toMatchObject({ fields: ['password'], canSwitch: true })
  expect(credentialFieldsOf(both, { ...either, byCode: true })).toMatchObject({ fields: ['code'], canSwitch: true })
  expect(credentialFieldsOf({ methods: ways('code', 'link'), shown: none }, either)).toMatchObject({ fields: ['code'] })
  expect(credentialFieldsOf({ methods: ways('passkey', 'link'), shown: none }, either)).toMatchObject({ fields: [] })
})

test('both factors are asked for where the second is at stake, but for what was shown just now', () => {
  const both = { asksForBoth: true, byCode: false }
  const has = ways('password', 'code')
  expect(credentialFieldsOf({ methods: has, shown: none }, both).fields).toEqual(['password', 'code'])
  expect(credentialFieldsOf({ methods: has, shown: { first: true, second: false } }, both).fields).toEqual(['code'])
  expect(credentialFieldsOf({ methods: has, shown: { first: false, second: true } }, both).fields).toEqual(['password'])
  expect(credentialFieldsOf({ methods: ways('passkey', 'password'), shown: none }, both).fields).toEqual([])
})

test('who has no password signs in again elsewhere first, and gives the code then', () => {
  const both = { asksForBoth: true, byCode: false }
  const has = ways('code', 'link')
  expect(credentialFieldsOf({ methods: has, shown: none }, both)).toMatchObject({ fields: [], isFirstElsewhere: true })
  expect(credentialFieldsOf({ methods: has, shown: { first: true, second: false } }, both)).toMatchObject({
    fields: ['code'],
    isFirstElsewhere: false,
  })
})
