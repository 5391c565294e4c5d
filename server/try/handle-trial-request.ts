// Lets the author of a trial, and nobody else, reach its application.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { makeRefusal } from '#shared/decisions/refusals.ts'
import type { ApiDependencies } from '../api/request/request-context.ts'
import { createProblem } from '../api/response/problem.ts'
import { PROBLEM_TYPE } from '../api/response/response.ts'
import type { Caller } from '../auth/caller.ts'
import { findCaller } from '../auth/find-caller.ts'
import { readShownToken } from '../auth/sessions/cookies.ts'
import { mayView } from '../auth/viewing/view-as.ts'
import { headerPairs, JSON_HEADERS } from '../web/csp-headers.ts'
import type { ServedTrials } from './trials.ts'

/** Milliseconds in which a body may arrive: the tried application has limits of its own. */
const LONGEST_BODY = 600_000

type TrialRequestDependencies = ApiDependencies & { readonly trials: ServedTrials }

/** `next`: to everybody else there is nothing at these addresses. */
export function handleTrialRequest(dependencies: TrialRequestDependencies) {
  const { trials, bodyDeadlines, current, nextRequestId } = dependencies
  return async (request: IncomingMessage, response: ServerResponse, next: () => void): Promise<void> => {
    const shown = readShownToken(request, dependencies.publicUrl)
    const now = new Date(dependencies.clock.now()).toISOString()
    // Only a browser gets in, by the cookie of its session.
    const isCookie = shown !== undefined && shown !== 'malformed' && shown.byCookie
    const caller = isCookie ? await findCaller(dependencies, shown, now) : undefined
    const author = caller && authorOf(caller)
    if (caller === undefined || author === undefined) return next()
    // The document in force may say meanwhile that administrators read no data.
    if (trials.dataOf(author) === 'copy' && !mayView(current.running.model, caller.actor))
      await trials.end(author, 'no data')
    const sayEnded = (): void => {
      if (request.url?.startsWith('/api/') !== true) {
        response.writeHead(303, { Location: '/studio' }).end()
        return
      }
      const { running } = current
      const problem = createProblem(
        makeRefusal('trial_ended'),
        {},
        { running, request: nextRequestId(), mayKnow: true },
      )
      for (const [name, value] of headerPairs(JSON_HEADERS)) response.setHeader(name, value)
      response.writeHead(problem.status, { 'Content-Type': PROBLEM_TYPE }).end(JSON.stringify(problem))
    }
    if (trials.dataOf(author) === undefined) return sayEnded()
    bodyDeadlines.extend(request, LONGEST_BODY)
    trials.forward(author, request, response, sayEnded)
  }
}

function authorOf({ actor, viewing, enrolling }: Caller): string | undefined {
  const mayTry = actor.administrator && viewing === undefined && enrolling === undefined
  return mayTry ? actor.person?.id : undefined
}
