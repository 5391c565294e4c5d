import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { RelativeAndExactTime } from '../../../client/ui/relative-time.tsx'

function said(milliseconds: number): number {
  const iso = new Date(Date.now() + milliseconds).toISOString()
  return renderToStaticMarkup(createElement(RelativeAndExactTime, { iso })).split('<time').length - 1
}

test('how far away a moment is stands before it, but beyond a month the date is said once', () => {
  expect([said(3_600_000), said(40 * 86_400_000)]).toEqual([2, 1])
})
