// Runs checks over HTTP, one after the other, and compares the answers with what is expected.
import type { Check, CheckRequest, CheckStep } from './check.ts'
import { movesClock } from './check.ts'
import type { Answer, Verdict } from './judge-answer.ts'
import { judge } from './judge-answer.ts'
import type { VerifiedSystem } from './open-system.ts'
import type { World } from './world.ts'
import type { SentRequest } from './write-repetition.ts'
import { writeRepetition } from './write-repetition.ts'

export interface CheckResult {
  readonly check: Check
  readonly verdict: Verdict
  /** Empty where it did not fail; else a shell script: what has to be there, then the requests up to the last that was sent. */
  readonly curl: string
}

export interface SendOptions {
  readonly world: World
  /** Names of the entities of the document. */
  readonly entities: Iterable<string>
  /** The one that requests to repeat are written with. */
  readonly origin?: string | undefined
}

export async function* sendChecks(
  system: VerifiedSystem,
  checks: readonly Check[],
  { world, entities, origin = system.url }: SendOptions,
): AsyncGenerator<CheckResult> {
  const tokens = new Map<string, string>()
  const tokenOf = async (person: string | null): Promise<string | undefined> => {
    if (person === null) return undefined
    const token = tokens.get(person) ?? (await system.tokenOf(person))
    tokens.set(person, token)
    return token
  }
  for (const check of checks) {
    const sent: SentRequest[] = []
    let verdict: Verdict
    try {
      await system.put(check.given)
      if (movesClock(check)) await system.planTimers()
      sent.push({ request: check.request, as: check.as })
      verdict = judge(check.expects, await send(system.url, check.request, await tokenOf(check.as)), check)
      for (const next of check.then ?? []) {
        if (verdict.kind !== 'passed') break
        sent.push({ request: next.request, as: askerOf(check, next), at: next.at })
        if (next.at !== undefined) await system.moveTo(next.at)
        // Sessions end while the clock goes on.
        if (next.at !== undefined) tokens.clear()
        verdict = judge(next.expects, await send(system.url, next.request, await tokenOf(askerOf(check, next))), check)
      }
    } catch (error) {
      verdict = { kind: 'not_testable', why: { says: NOT_PUT, values: { error: String(error) } } }
    }
    await system.restore(world, check.given)
    yield {
      check,
      verdict,
      curl: verdict.kind === 'failed' ? writeRepetition(origin, check, { world, entities, sent }) : '',
    }
  }
}

function askerOf(check: Check, { as }: CheckStep): string | null {
  return as === undefined ? check.as : as
}

async function send(url: string, { method, path, body }: CheckRequest, token: string | undefined): Promise<Answer> {
  const response = await fetch(new URL(path, url), {
    method,
    redirect: 'manual',
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, text: await response.text() }
}

const NOT_PUT = {
  en: 'its records can’t be put there ({error})',
  de: 'die Einträge dafür lassen sich nicht anlegen ({error})',
}
