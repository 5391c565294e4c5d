// Declares the routes of calendars that are subscribed to: list, create and revoke addresses, and read one.
import { matchScreenRoute } from '#shared/decisions/2-screens.ts'
import type { Screen } from '#shared/model/model.ts'
import {
  findSubscribedCalendar,
  issueCalendarAddress,
  listCalendarAddresses,
  revokeCalendarAddress,
} from '../../auth/tokens/calendar-addresses.ts'
import { resolvedCallOf } from '../../calls/run-call.ts'
import { renderScreenCalendar } from '../../calls/screen-calendar.ts'
import { refused } from '../../policy/refused.ts'
import { CALENDAR_ADDRESSES, NEW_CALENDAR_ADDRESS } from './account-answers.ts'
import { baseUrlOf } from './base-url.ts'
import type { ApiDependencies, RequestContext } from '../request/request-context.ts'
import { readPathSegments } from '../request/request-url.ts'
import { runInnerRequest } from '../request/run-inner-request.ts'
import type { ApiResponse } from '../response/response.ts'
import { jsonResponse, NO_CONTENT } from '../response/response.ts'
import { object, text } from '../routes/body-schema.ts'
import type { ApiRoute } from '../routes/route.ts'
import { defineRoute } from '../routes/route.ts'

const CALENDAR_TYPE = 'text/calendar; charset=utf-8'

const LIST = defineRoute({
  method: 'GET',
  path: '/auth/calendars',
  id: 'calendars',
  summary: 'Your addresses of calendars, without their secrets',
  status: 200,
  response: { schema: CALENDAR_ADDRESSES },
  requiresSession: true,
  handle: async (dependencies, { actorContext }) =>
    jsonResponse(200, { items: await listCalendarAddresses(dependencies, actorContext) }),
})

const CREATE = defineRoute({
  method: 'POST',
  path: '/auth/calendars',
  id: 'create_calendar',
  summary: 'Make a secret address at which calendar programs read a calendar as you see it',
  status: 201,
  response: { schema: NEW_CALENDAR_ADDRESS },
  requiresSession: true,
  body: object({
    path: text({
      title: 'the path of a calendar, such as /plan, or of a call that answers one, such as /api/rooms/1/calendar',
      pattern: '^/',
      maxLength: 1_000,
    }),
  }),
  handle: async (dependencies, context, { body: { path } }) => {
    // Who may not read it learns so now.
    await readCalendar(dependencies, context, path)
    const { secret, ...item } = await issueCalendarAddress(dependencies, context.actorContext, path)
    return jsonResponse(201, { ...item, address: `/api/system/calendars/${secret}/calendar.ics` })
  },
})

const REVOKE = defineRoute({
  method: 'DELETE',
  path: '/auth/calendars/:id',
  id: 'end_calendar',
  summary: 'End an address of a calendar',
  status: 204,
  requiresSession: true,
  handle: async (dependencies, { actorContext }, { parameters: { id } }) => {
    if (!(await revokeCalendarAddress(dependencies, actorContext, id))) throw refused('not_found')
    return NO_CONTENT
  },
})

/** Nothing but the address decides who reads: a session or a token that is shown besides counts for nothing. */
const READ = defineRoute({
  method: 'GET',
  path: '/system/calendars/:secret/calendar.ics',
  id: 'read_calendar',
  summary: 'The calendar of a secret address, as its person may see it now',
  status: 200,
  tag: 'Calendars',
  response: { type: 'text/calendar', schema: { type: 'string' } },
  handle: async (dependencies, context, { parameters: { secret } }) => {
    const { actorContext } = context
    const found = await findSubscribedCalendar(dependencies, secret, actorContext.now)
    if (found === undefined) throw refused('not_found')
    const { actor, path } = found
    const caller = { actor, session: undefined, byCookie: false }
    const { session: _, byToken: __, ...rest } = actorContext
    return readCalendar(dependencies, { ...context, caller, actorContext: { ...rest, actor } }, path)
  },
})

export const CALENDAR_ROUTES: readonly ApiRoute[] = [LIST, CREATE, REVOKE, READ]

async function readCalendar(
  dependencies: ApiDependencies,
  context: RequestContext,
  path: string,
): Promise<ApiResponse> {
  if (isCalendarCall(dependencies, context, path))
    return runInnerRequest(dependencies, context, { method: 'GET', path })
  const screen = findCalendarScreen(context, path)
  if (screen === undefined) throw refused('not_found')
  const base = baseUrlOf(context.request, dependencies.publicUrl)
  const body = await renderScreenCalendar(dependencies, context.actorContext, screen, base)
  return { status: 200, body, type: CALENDAR_TYPE }
}

function findCalendarScreen({ running }: RequestContext, path: string): Screen | undefined {
  const route = matchScreenRoute(running.model, path.split('?')[0] ?? '')
  return route?.kind === 'screen' && route.screen.shows.kind === 'calendar' ? route.screen : undefined
}

/** Only a call of the document that answers a calendar, and changes nothing. */
function isCalendarCall({ matchRoute }: ApiDependencies, { running }: RequestContext, path: string): boolean {
  const segments = path.startsWith('/api/') ? readPathSegments(path.split('?')[0] ?? '') : undefined
  const match = segments && matchRoute(running, segments, 'GET')
  if (match?.route === undefined || !match.callMethods.includes('GET')) return false
  const call = running.model.calls.find((each) => each.method === 'GET' && each.path === `/api${match.path}`)
  return call?.answer?.as === 'calendar' && !resolvedCallOf(running, call).writes
}
