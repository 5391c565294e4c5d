// Advises what to do about a refusal by its status only, so that it reveals no data.
import type { DryRunResult } from './dry-run.ts'

export function adviseOn(tried: DryRunResult): string {
  if ('untried' in tried)
    return tried.untried === 'secret'
      ? 'Make the call itself: what is secret is tried where each try counts.'
      : 'Make the call itself: only the provider knows.'
  return BY_STATUS[tried.status] ?? 'Try again.'
}

const AS_DESCRIBED = 'Send it as /api/system/docs describes the call.'
const LATER = 'Wait a while, and try again.'

const BY_STATUS: { readonly [status: number]: string } = {
  400: AS_DESCRIBED,
  401: 'Sign in.',
  403: 'An administrator can find out who may do it.',
  404: 'The calls that this person may make stand at /api/system/docs.',
  405: 'Use a method that is named.',
  409: 'Change what stands against it, and try again.',
  412: 'Read the record again, and send the ETag that it has now.',
  413: AS_DESCRIBED,
  414: AS_DESCRIBED,
  415: AS_DESCRIBED,
  422: 'Correct what is named, and try again.',
  429: LATER,
  503: LATER,
}
