import { expect, test } from 'vitest'
import { iconsOf } from '../../../client/frame/screen-icon.ts'
import { helpdesk } from '../../helpers/compile-document.ts'

test('no two screens have the same icon, and a calendar keeps its own beside a table of appointments', () => {
  const model = helpdesk()
  const screen = (key: string, shows: object) =>
    ({ key, name: key, route: `/${key}`, for: [], prose: [], shows, cite: { point: 2, line: 1, text: '' } }) as never
  const screens = [
    screen('people', { kind: 'table', entity: 'Person' }),
    screen('colleagues', { kind: 'table', entity: 'Person' }),
    screen('overview', { kind: 'dashboard' }),
    screen('figures', { kind: 'dashboard' }),
    screen('agenda', { kind: 'calendar', entity: 'Ticket', by: 'due_at' }),
    screen('house rules', { kind: 'page' }),
    screen('privacy', { kind: 'page' }),
  ]
  expect(Object.fromEntries(iconsOf(model, screens))).toEqual({
    overview: 'dashboard',
    figures: 'chart',
    agenda: 'calendar',
    'house rules': 'page',
    privacy: 'file',
    people: 'people',
    colleagues: 'person',
  })
})
