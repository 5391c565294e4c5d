// Declares the routes of the publication that waits for a moment: read it, schedule one, cancel it.
import { readMoment } from '#shared/expressions/calendar.ts'
import type { ScheduledPublicationBody } from '#shared/protocol/document.ts'
import {
  cancelScheduledPublication,
  readScheduledPublication,
  schedulePublication,
} from '../../records/document/scheduled-publication.ts'
import { refused } from '../../policy/refused.ts'
import { jsonResponse, NO_CONTENT } from '../response/response.ts'
import { parameter } from '../routes/body-schema.ts'
import type { ApiRoute } from '../routes/route.ts'
import { defineRoute } from '../routes/route.ts'
import { SCHEDULED_PUBLICATION } from './administration-answers.ts'
import {
  IF_MATCH,
  MARKDOWN,
  PUBLICATION_QUERY,
  publicationOf,
  requireExamples,
  requireProof,
  TIME,
} from './document-routes.ts'

const FOR_ADMINISTRATORS = { requiresSession: true, offeredTo: 'administrators' } as const
const LONGEST_MOMENT = 40
const A_MOMENT = {
  says: { en: 'a moment such as 2027-01-01T00:00', de: 'ein Zeitpunkt wie 2027-01-01T00:00' },
}

const READ = defineRoute({
  method: 'GET',
  path: '/system/document/scheduled',
  id: 'scheduled_publication',
  response: { schema: SCHEDULED_PUBLICATION },
  status: 200,
  summary: 'The publication that waits for its moment, or that was refused then; null where there is none',
  ...FOR_ADMINISTRATORS,
  handle: async (dependencies, { actorContext }) =>
    jsonResponse(200, {
      scheduled: await readScheduledPublication(dependencies, actorContext),
    } satisfies ScheduledPublicationBody),
})

const SCHEDULE = defineRoute({
  method: 'PUT',
  path: '/system/document/scheduled',
  id: 'schedule_publication',
  response: { schema: SCHEDULED_PUBLICATION },
  status: 200,
  time: TIME,
  summary: 'Publish a document at a moment; by a session that was proven in the last hour',
  ...FOR_ADMINISTRATORS,
  headers: [IF_MATCH],
  query: {
    at: parameter({
      description: 'The moment (RFC 3339); without an offset it is meant in the time zone of the application.',
      maxLength: LONGEST_MOMENT,
    }),
    ...PUBLICATION_QUERY,
  },
  textBody: MARKDOWN,
  handle: async (dependencies, context, { body, query }) => {
    await requireProof(dependencies, context)
    const text = String(body)
    const dueAt = readMoment(query.at ?? '', dependencies.current.running.model.settings.timeZone)
    if (dueAt === null) throw refused('bad_request', { parameter: 'at', expected: A_MOMENT })
    await requireExamples(dependencies, context, text, query)
    const options = publicationOf(dependencies, context, query)
    await schedulePublication(dependencies, context.actorContext, { ...options, text, dueAt })
    return jsonResponse(200, {
      scheduled: await readScheduledPublication(dependencies, context.actorContext),
    } satisfies ScheduledPublicationBody)
  },
})

const CANCEL = defineRoute({
  method: 'DELETE',
  path: '/system/document/scheduled',
  id: 'cancel_scheduled_publication',
  status: 204,
  summary: 'Cancel the publication that waits, where there is one',
  ...FOR_ADMINISTRATORS,
  handle: async (dependencies, { actorContext }) => {
    await cancelScheduledPublication(dependencies, actorContext)
    return NO_CONTENT
  },
})

export const SCHEDULED_ROUTES: readonly ApiRoute[] = [READ, SCHEDULE, CANCEL]
