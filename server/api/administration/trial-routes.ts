// Declares the routes of trials for administrators: start one, look at it, move its clock, throw it away.
import type { OwnTrialBody, Trials } from '#shared/protocol/trial.ts'
import { nothingGrantedCitation } from '#shared/policy/account-citations.ts'
import { mayView } from '../../auth/viewing/view-as.ts'
import { LARGEST_DOCUMENT } from '../../document/read-document-file.ts'
import { refused } from '../../policy/refused.ts'
import { requireWithoutErrors } from '../../records/document/publish-as-person.ts'
import type { ApiDependencies, RequestContext } from '../request/request-context.ts'
import { jsonResponse, NO_CONTENT } from '../response/response.ts'
import { either, integer, object, oneOf, parameter, text, truth } from '../routes/body-schema.ts'
import type { ApiRoute } from '../routes/route.ts'
import { defineRoute } from '../routes/route.ts'
import { noteEvent } from './note-event.ts'
import { OWN_TRIAL, TRIAL, TRIAL_ACTOR, TRIAL_MESSAGES, TRIAL_PEOPLE } from './administration-answers.ts'

const FOR_ADMINISTRATORS = { requiresSession: true, offeredTo: 'administrators', status: 200 } as const
/** A slow line may take its time with 5 MB, and a large database with its copy. */
const TIME = { body: 600_000, response: 600_000 } as const

const READ = defineRoute({
  method: 'GET',
  path: '/system/trial',
  id: 'trial',
  response: { schema: OWN_TRIAL },
  summary: 'Your trial of a draft: its clock, how much it would have sent, when it ends; null where you have none',
  ...FOR_ADMINISTRATORS,
  handle: async (dependencies, context) =>
    jsonResponse(200, {
      trial: await trialsOf(dependencies, context).read(authorOf(context)),
    } satisfies OwnTrialBody),
})

const START = defineRoute({
  method: 'POST',
  path: '/system/trial',
  id: 'start_trial',
  response: { schema: TRIAL },
  time: TIME,
  summary:
    'Try a document below /studio/try for an hour, on data of its own; nothing is sent, and your last trial ends',
  ...FOR_ADMINISTRATORS,
  query: {
    data: {
      ...oneOf('copy', 'sample', 'empty'),
      description: 'A copy of the data, the sample of the document, or a person of each role and nothing else.',
    },
  },
  textBody: { type: 'text/markdown', most: LARGEST_DOCUMENT },
  handle: async (dependencies, context, { body, query: { data = 'empty' } }) => {
    const trials = trialsOf(dependencies, context)
    const { actor, now } = context.actorContext
    const { model } = dependencies.current.running
    if (data === 'copy' && !mayView(model, actor))
      throw refused('not_allowed', {}, { cites: nothingGrantedCitation(model, actor) })
    await requireWithoutErrors(String(body))
    const author = {
      id: authorOf(context),
      name: String(actor.person?.['name']),
      email: String(actor.person?.['email']),
    }
    const trial = await trials.start(author, { text: String(body), data, now, origin: originOf(dependencies, context) })
    await noteEvent(dependencies, context, { event: 'trial_started', detail: { data, until: trial.endsAt } })
    return jsonResponse(200, trial)
  },
})

const END = defineRoute({
  method: 'DELETE',
  path: '/system/trial',
  id: 'end_trial',
  summary: 'Throw your trial away, with all that was written in it',
  ...FOR_ADMINISTRATORS,
  status: 204,
  handle: async (dependencies, context) => {
    const wasThere = await trialsOf(dependencies, context).end(authorOf(context), 'thrown away')
    if (wasThere) await noteEvent(dependencies, context, { event: 'trial_ended', detail: { why: 'thrown away' } })
    return NO_CONTENT
  },
})

const PEOPLE = defineRoute({
  method: 'GET',
  path: '/system/trial/people',
  id: 'trial_people',
  response: { schema: TRIAL_PEOPLE },
  summary: 'People as whom you can go on in your trial, 50 at most; on a copy no other administrators',
  ...FOR_ADMINISTRATORS,
  query: { search: parameter({ description: 'Part of a name or an address.' }) },
  handle: async (dependencies, context, { query: { search = '' } }) =>
    jsonResponse(200, await trialsOf(dependencies, context).people(authorOf(context), search)),
})

const MESSAGES = defineRoute({
  method: 'GET',
  path: '/system/trial/messages',
  id: 'trial_messages',
  response: { schema: TRIAL_MESSAGES },
  summary:
    'Mail and webhooks that your trial would have sent, 50 at most, newest first; how many there were, and are kept',
  ...FOR_ADMINISTRATORS,
  query: { before: integer({ description: 'Only messages with a lower number.' }) },
  handle: async (dependencies, context, { query: { before = Number.MAX_SAFE_INTEGER } }) =>
    jsonResponse(200, await trialsOf(dependencies, context).messages(authorOf(context), before)),
})

const ACT_AS = defineRoute({
  method: 'POST',
  path: '/system/trial/actor',
  id: 'act_in_trial',
  response: { schema: TRIAL_ACTOR },
  summary: 'Go on in your trial as a person, as somebody made up with a role, or as nobody who is signed in',
  ...FOR_ADMINISTRATORS,
  body: either(object({ person: text() }), either(object({ role: text() }), object({ nobody: truth() }))),
  handle: async (dependencies, context, { body }) => {
    const trials = trialsOf(dependencies, context)
    const author = authorOf(context)
    const actor = 'nobody' in body ? ({ nobody: true } as const) : body
    const person = await trials.actAs(author, actor)
    if (person !== null && person !== author && trials.dataOf(author) === 'copy')
      await noteEvent(dependencies, context, {
        event: 'trial_viewed',
        subject: 'person' in actor ? person : null,
        detail: 'role' in actor ? { roles: [actor.role] } : {},
      })
    return jsonResponse(200, { person })
  },
})

const MOVE = defineRoute({
  method: 'POST',
  path: '/system/trial/clock',
  id: 'move_trial_clock',
  response: { schema: TRIAL },
  time: { response: TIME.response },
  summary: 'Move the clock of your trial by an hour, by a day, or to the next timer; each one happens at its moment',
  ...FOR_ADMINISTRATORS,
  body: object({ step: oneOf('hour', 'day', 'next') }),
  handle: async (dependencies, context, { body: { step } }) =>
    jsonResponse(200, await trialsOf(dependencies, context).move(authorOf(context), step)),
})

export const TRIAL_ROUTES: readonly ApiRoute[] = [READ, START, END, PEOPLE, MESSAGES, ACT_AS, MOVE]

/** Programs have no pages in which they could try anything. A sandbox has no trials of its own. */
function trialsOf({ trials }: ApiDependencies, { actorContext: { byToken } }: RequestContext): Trials {
  if (byToken === true) throw refused('not_by_token')
  if (trials === undefined) throw refused('not_found')
  return trials
}

function authorOf({ actorContext: { actor } }: RequestContext): string {
  return actor.person?.id ?? ''
}

/** The address by which the browser says that it reaches the application. */
export function originOf({ publicUrl }: ApiDependencies, { request }: RequestContext): string {
  return publicUrl ?? request.headers.origin ?? `http://${request.headers.host ?? 'localhost'}`
}
