// What a dashboard counts may take the time that its rows take, where its filter takes about as long for each of them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compileReadPlan } from '../../../server/storage/planner/read-plan.ts'
import { compileSummaryPlan } from '../../../server/storage/planner/summary-plan.ts'
import type { Connection } from '../../../server/storage/sqlite/connection.ts'
import { allRights, conditionOf, helpdesk, NOW, openTemporary, personRow, shapeOf } from './helpdesk.ts'
import type { Opened } from './helpdesk.ts'
import { openReader, recordPlans } from './recorded-plans.ts'

let opened: Opened
let reader: Connection
beforeAll(async () => {
  opened = await openTemporary(helpdesk)
  reader = openReader(opened.directory)
})
afterAll(async () => {
  reader.close()
  await opened.close()
})

test.each([
  [undefined, true],
  ['status in ["new", "open"] and due_at < now', true],
  ['resolved_at != null and resolved_at <= due_at and not (created_at < timestamp("2026-01-01T00:00:00Z"))', true],
  ['assignee.team == me.team and priority == "urgent"', true],
  ['description.matches("((.?){10}){10}x")', false],
  ['status == "new" or assignee.reported_tickets.exists(t, t.status == status)', false],
  ['Ticket.exists(t, t.subject == subject)', false],
])('%s: %s', async (filter, isUnhurried) => {
  const { planning, slowly, unhurried } = await recordPlans(reader)
  const policy = allRights(helpdesk, 'Ticket')
  const others = new Map([...helpdesk.entities.keys()].map((name) => [name, allRights(helpdesk, name)]))
  const shape = {
    otherPolicies: others,
    ...(filter === undefined ? {} : { filter: conditionOf(helpdesk, 'Ticket', filter) }),
  }
  const bindings = { me: personRow('ada'), now: NOW }
  await compileSummaryPlan(planning, { ...shape, policy, measures: [{ kind: 'count' }] }).run(bindings)
  await compileReadPlan(planning, shapeOf(helpdesk, 'Ticket', shape)).count(bindings)
  expect([slowly.length, unhurried.length]).toEqual([2, isUnhurried ? 2 : 0])
})

test('visitors who are not signed in get a second, as before', async () => {
  const { planning, slowly, unhurried } = await recordPlans(reader)
  const policy = allRights(helpdesk, 'Ticket')
  const plan = compileSummaryPlan(planning, { policy, measures: [{ kind: 'count' }] })
  await plan.run({ me: null, now: NOW })
  await plan.run({ me: personRow('ada'), now: NOW })
  expect([slowly.length, unhurried.length]).toEqual([2, 1])
})
