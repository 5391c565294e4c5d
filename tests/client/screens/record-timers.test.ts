// How what happens to a record by itself is named.
import { MantineProvider } from '@mantine/core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { TimerItem } from '#shared/protocol/timers.ts'
import { RecordTimers } from '../../../client/screens/record/record-timers.tsx'

function said(name: string, kind: TimerItem['kind'] = 'transition'): string | undefined {
  const item: TimerItem = {
    id: '1',
    kind,
    name,
    entity: 'Ticket',
    record: '1',
    title: '',
    problem: null,
    line: null,
    dueAt: '2026-11-28T15:56:00.000Z',
    status: 'due',
  }
  const list = createElement(RecordTimers, { timers: [item] })
  return />([^<>]*) </.exec(renderToStaticMarkup(createElement(MantineProvider, null, list)))?.[1]
}

test.each([
  ['close', 'Automatic: Close,'],
  ['remind_before', 'Automatic: Remind before,'],
])('%s is named as it is written, and said to be automatic', (name, expected) => {
  expect(said(name)).toBe(expected)
})

test('a timer is named as it is written', () => {
  expect(said('decision warning', 'timer')).toBe('Decision warning:')
})
