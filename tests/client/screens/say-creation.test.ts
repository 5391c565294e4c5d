import { expect, test } from 'vitest'
import { sayCreation } from '../../../client/screens/form/say-creation.ts'

test('a page called after what is new is sent by a button that says what it does', () => {
  expect(['New claim', 'New cost centre', 'Neuer Antrag'].map(sayCreation)).toEqual([
    'Create claim',
    'Create cost centre',
    'Create Antrag',
  ])
})

test('a page called after what is done keeps its words', () => {
  expect(['Report a problem', 'Newsletter', 'New'].map(sayCreation)).toEqual(['Report a problem', 'Newsletter', 'New'])
})
