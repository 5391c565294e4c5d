// A call of point 7 where another point names it: `POST /api/articles/:slug/favorite`.
import * as say from '../diagnostics/7-calls.ts'
import { dependsOnUnknown } from '../diagnostics/model.ts'
import type { Reference } from '../points/declarations.ts'
import { isShown } from '../points/declarations.ts'
import { spanOf } from '../text/fragment.ts'
import { nearest } from '../text/nearest.ts'
import type { Linking } from './linking.ts'

export function isCall(reference: Reference): boolean {
  return /^(?:GET|POST|PUT|PATCH|DELETE)\s+\/\S*$/i.test(reference.value)
}

/** Method and path, with a colon for each parameter, whatever that is called. */
export function callShape(title: string): string {
  const [method = '', path = ''] = title.trim().split(/\s+/)
  return `${method.toUpperCase()} ${path.replaceAll(/:[^/]+/g, ':').replace(/(?<=.)\/+$/, '')}`
}

/** Titles of the document's own calls: "GET /api/overdue". */
export function titlesOfCalls({ declarations: { calls } }: Linking): readonly string[] {
  return (isShown(calls) ? calls.calls : []).map((call) => `${call.method} ${call.path.value}`)
}

/** The call that is named among the actions of a screen, as point 7 writes it; undefined after it was said that there is none. */
export function findCall(linking: Linking, reference: Reference): string | undefined {
  const titles = titlesOfCalls(linking)
  const span = spanOf(reference)
  const call = reference.value
  const found = titles.find((title) => callShape(title) === callShape(call))
  if (!isShown(linking.declarations.calls)) linking.report(dependsOnUnknown(span, { unknown: 'Point 7' }))
  else if (found === undefined) linking.report(say.unknownCall(span, { call, nearest: nearest(call, titles) }))
  return found
}
