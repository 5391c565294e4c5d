// Finds a call of point 7 by its method and path.
import * as say from '../../diagnostics/7-calls.ts'
import { dependsOnUnknown } from '../../diagnostics/linking.ts'
import type { Reference } from '../../points/declarations.ts'
import { isShown } from '../../points/declarations.ts'
import { spanOf } from '../../text/fragment.ts'
import { nearest } from '../../text/nearest-word.ts'
import type { LinkContext } from '../link-context.ts'

/** Method and path, with a colon for each parameter, whatever that is called. */
export function callShape(title: string): string {
  const [method = '', path = ''] = title.trim().split(/\s+/)
  return `${method.toUpperCase()} ${path.replaceAll(/:[^/]+/g, ':').replace(/(?<=.)\/+$/, '')}`
}

/** Titles of the document's own calls: "GET /api/overdue". */
export function titlesOfCalls({ declarations: { calls } }: LinkContext): readonly string[] {
  return (isShown(calls) ? calls.calls : []).map((call) => `${call.method} ${call.path.value}`)
}

/** The call that is named among the actions of a screen, as point 7 writes it; undefined after it was said that there is none. */
export function findCall(context: LinkContext, reference: Reference): string | undefined {
  const titles = titlesOfCalls(context)
  const span = spanOf(reference)
  const call = reference.value
  const found = titles.find((title) => callShape(title) === callShape(call))
  if (!isShown(context.declarations.calls)) context.report(dependsOnUnknown(span, { unknown: 'Point 7' }))
  else if (found === undefined) context.report(say.unknownCall(span, { call, nearest: nearest(call, titles) }))
  return found
}
