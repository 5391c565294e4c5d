// What the history of a record says of a moment that was changed.
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { FieldChange } from '../../../client/screens/record/history/field-change.tsx'
import { ExactTime } from '../../../client/ui/relative-time.tsx'
import { helpdesk } from '../../helpers/compile-document.ts'

const DAY = 86_400_000

test('a moment is said as the details say it, and reads the same tomorrow', () => {
  const entity = helpdesk().entities.get('Ticket')
  if (!entity) throw new Error('the helpdesk has no tickets')
  const [before, after] = [-5 * DAY, 3 * DAY].map((away) => new Date(Date.now() + away).toISOString())
  const exact = (iso = '') => renderToStaticMarkup(createElement(ExactTime, { iso }))
  const said = renderToStaticMarkup(createElement(FieldChange, { entity, name: 'due_at', change: [before, after] }))
  expect(said.match(/<time.*?<\/time>/g)).toEqual([exact(before), exact(after)])
})
