// Lists the checks of a request that concerns no record, as far as its response shows them.
import type { Caller } from '../../auth/caller.ts'
import type { UntriedStep } from '../../auth/auth-dependencies.ts'
import type { RunningDocument } from '../../document/current-document.ts'
import type { ExplainBody } from '#shared/protocol/explain.ts'
import type { WordedRefusal } from '#shared/decisions/worded-refusal.ts'
import { wordForReader } from '../../policy/word-for-reader.ts'
import type { InLanguages } from '#shared/text/language.ts'
import { languageOf } from '#shared/text/language.ts'
import { readPathSegments } from '../request/request-url.ts'
import type { ApiDependencies } from '../request/request-context.ts'
import type { DryRunResult } from './dry-run.ts'
import type { ExplainedRequest } from './explained-request.ts'

type Steps = ExplainBody['steps']

interface Step {
  readonly says: InLanguages
  readonly met?: boolean
}

interface TriedCall {
  readonly call: ExplainedRequest
  readonly caller: Caller
  readonly tried: DryRunResult
}

export function accountSteps(dependencies: ApiDependencies, running: RunningDocument, asked: TriedCall): Steps {
  const language = languageOf(running.model.settings.language)
  return listSteps(dependencies, running, asked).map(({ says, met }) => ({
    what: says[language],
    ...(met === undefined ? {} : { met }),
  }))
}

function listSteps(
  { matchRoute }: ApiDependencies,
  running: RunningDocument,
  { call, caller, tried }: TriedCall,
): readonly Step[] {
  const segments = readPathSegments(call.path.split('?')[0] ?? '')
  const match = segments === undefined ? undefined : matchRoute(running, segments, call.method)
  const refused = 'untried' in tried ? undefined : tried.refused
  const refusal = refused && wordForReader(running.model, refused.refusal, false)
  // Existing and missing paths below an entity are explained alike.
  const gates = match?.gates
  const isKnown = gates !== undefined && !(refusal?.status === 404 && gates.concealedUnder !== undefined)
  if (!isKnown) return [{ says: KNOWN, met: false }]
  const isSignedIn = caller.actor.person !== null || caller.enrolling !== undefined
  const asked: readonly Step[] = [
    { says: KNOWN, met: true },
    ...(gates.requiresSession === true ? [{ says: SIGNED_IN, met: isSignedIn }] : []),
  ]
  if ('untried' in tried) return [...asked, { says: UNTRIED[tried.untried] }]
  if (refusal === undefined) return [...asked, ...[MAY, COMPLETE].map((says) => ({ says, met: true }))]
  return refusal.code === 'not_signed_in' && !isSignedIn ? asked : [...asked, { says: questionOf(refusal), met: false }]
}

const KNOWN = { en: 'The call exists', de: 'Diesen Aufruf gibt es' }
const SIGNED_IN = { en: 'Somebody is signed in', de: 'Jemand ist angemeldet' }
const MAY = { en: 'This person may do it', de: 'Diese Person darf es' }
const COMPLETE = {
  en: 'The data sent is complete and valid',
  de: 'Die Angaben sind vollständig und brauchbar',
}
const NAMED = {
  en: 'This person can see what the path names',
  de: 'Was der Pfad nennt, ist für diese Person da',
}
const METHOD = { en: 'It can be done with this method', de: 'Es geht mit dieser Methode' }
const CIRCUMSTANCES = { en: 'The current state allows the call', de: 'Alles ist, wie der Aufruf es braucht' }
const WITHIN_LIMITS = { en: 'No limit is used up', de: 'Keine Grenze ist ausgeschöpft' }

const UNTRIED: { readonly [what in UntriedStep]: InLanguages } = {
  secret: {
    en: 'The password, code or invitation is right',
    de: 'Passwort, Code oder Einladung stimmt',
  },
  address: { en: 'Nobody has this address yet', de: 'Diese Adresse hat noch niemand' },
  trial: { en: 'The trial can be begun, or goes on', de: 'Der Probelauf kann beginnen oder weitergehen' },
  provider: { en: 'The provider says who it is', de: 'Der Anbieter sagt, wer es ist' },
}

function questionOf({ status, message }: WordedRefusal): InLanguages {
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
      return NAMED
    case 405:
      return METHOD
    case 409:
    case 412:
      return CIRCUMSTANCES
    case 429:
    case 503:
      return WITHIN_LIMITS
    default:
      return sameInAll(message)
  }
}

/** Returns the text for every language, since it is already in the document's words. */
function sameInAll(text: string): InLanguages {
  return { en: text, de: text }
}
