// How what happens to a record by itself is named.
import { MantineProvider } from '@mantine/core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { TimerItem } from '#shared/protocol/timers.ts'
import { RecordTimers } from '../../../client/screens/record/record-timers.tsx'

function said(name: string, kind: TimerItem['kind'] = 'transition'): string | undefined {
  const item: TimerItem = {
    ...{ id: '1', kind, name, entity: 'Ticket', record: '1', title: '', problem: null, line: null },
    ...{ dueAt: '2026-11-28T15:56:00.000Z', status: 'due' },
  }
  const list = createElement(RecordTimers, { timers: [item] })
  return />([^<>]*): </.exec(renderToStaticMarkup(createElement(MantineProvider, null, list)))?.[1]
}

test.each([
  ['close', 'Close automatically'],
  ['remind_before', 'Remind before automatically'],
  ['close by itself', 'Close by itself'],
  ['automatically close', 'Automatically close'],
  ['automatic closing', 'Automatic closing'],
  ['von selbst schließen', 'Von selbst schließen'],
  ['automatisch schließen', 'Automatisch schließen'],
])('%s says once that it happens by itself', (name, expected) => {
  expect(said(name)).toBe(expected)
})

test('a timer ends', () => {
  expect(said('decision', 'timer')).toBe('Decision ends')
})
