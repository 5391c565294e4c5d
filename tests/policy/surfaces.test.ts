// Every call that the router knows is asked by the proof of the policy, or by a test that bears its tag.
// @module-tag P01
// @module-tag P07
import { expect, test } from 'vitest'
import { listSurfaces } from '../helpers/list-surfaces.ts'
import { LIST_QUERY } from '../../server/api/records/record-parameters.ts'
import { LIST_SURFACES } from './surfaces/list-surfaces.ts'
import { PROVEN_CALLS } from './surfaces/proven-calls.ts'
import { RECORD_SURFACES } from './surfaces/record-surfaces.ts'

/** Calls that look at no record. */
const OF_NO_RECORDS = ['GET /health/live', 'GET /health/ready']

test('every call of the router is asked by the proof, or has a test that bears its tag', () => {
  const known = [...Object.keys(RECORD_SURFACES), ...PROVEN_CALLS, ...OF_NO_RECORDS]
  expect(known.toSorted()).toEqual(listSurfaces().toSorted())
})

test('the proof asks with every parameter of a list', () => {
  expect(
    Object.keys(LIST_SURFACES)
      .filter((name) => name !== 'plain')
      .toSorted(),
  ).toEqual(Object.keys(LIST_QUERY).toSorted())
})
