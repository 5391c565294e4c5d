// Lists the checks of a request that concerns no record, as far as its response shows them.
import type { Caller } from '../../auth/caller.ts'
import type { UntriedStep } from '../../auth/auth-dependencies.ts'
import type { RunningDocument } from '../../document/current-document.ts'
import type { ExplainBody } from '#shared/protocol/explain.ts'
import type { Refusal } from '#shared/decisions/decision.ts'
import { readPathSegments } from '../request/request-url.ts'
import type { ApiDependencies } from '../request/request-context.ts'
import type { DryRunResult } from './dry-run.ts'
import type { ExplainedRequest } from './explained-request.ts'

type Steps = ExplainBody['steps']

export function accountSteps(
  { matchRoute }: ApiDependencies,
  running: RunningDocument,
  { call, caller, tried }: { readonly call: ExplainedRequest; readonly caller: Caller; readonly tried: DryRunResult },
): Steps {
  const segments = readPathSegments(call.path.split('?')[0] ?? '')
  const match = segments === undefined ? undefined : matchRoute(running, segments, call.method)
  const refusal = 'untried' in tried ? undefined : tried.refused?.refusal
  // Existing and missing paths below an entity are explained alike.
  const gates = match?.gates
  const isKnown = gates !== undefined && !(refusal?.status === 404 && gates.concealedUnder !== undefined)
  if (!isKnown) return [{ what: KNOWN, met: false }]
  const isSignedIn = caller.actor.person !== null || caller.enrolling !== undefined
  const asked: Steps = [
    { what: KNOWN, met: true },
    ...(gates.requiresSession === true ? [{ what: 'Somebody is signed in', met: isSignedIn }] : []),
  ]
  if ('untried' in tried) return [...asked, { what: UNTRIED[tried.untried] }]
  if (refusal === undefined) return [...asked, ...[MAY, COMPLETE].map((what) => ({ what, met: true }))]
  return refusal.code === 'not_signed_in' && !isSignedIn ? asked : [...asked, { what: questionOf(refusal), met: false }]
}

const KNOWN = 'There is such a call'
const MAY = 'This person may do it'
const COMPLETE = 'What was sent is complete and can be used'

const UNTRIED: { readonly [what in UntriedStep]: string } = {
  secret: 'The password, code or invitation is right',
  address: 'Nobody has this address yet',
  provider: 'The provider says who it is',
}

function questionOf({ status, message }: Refusal): string {
  switch (status) {
    case 400:
    case 413:
    case 414:
    case 415:
    case 422:
      return COMPLETE
    case 403:
      return MAY
    case 404:
      return 'What the path names is there for this person'
    case 405:
      return 'It can be done with this method'
    case 409:
    case 412:
      return 'Things are as the call needs them'
    case 429:
    case 503:
      return 'No limit is used up'
    default:
      return message
  }
}
