// Runs checks over HTTP, one after the other, and compares the answers with what is expected.
import type { Check, CheckRequest, CheckStep } from './check.ts'
import { movesClock } from './check.ts'
import type { Answer, Verdict } from './judge-answer.ts'
import { judge } from './judge-answer.ts'
import type { VerifiedSystem } from './open-system.ts'
import type { World } from './world.ts'

export interface CheckResult {
  readonly check: Check
  readonly verdict: Verdict
  /** The request to repeat. */
  readonly curl: string
}

/** `origin`: the one that requests to repeat are written with. */
export async function* sendChecks(
  system: VerifiedSystem,
  checks: readonly Check[],
  { world, origin = system.url }: { readonly world: World; readonly origin?: string | undefined },
): AsyncGenerator<CheckResult> {
  const tokens = new Map<string, string>()
  const tokenOf = async (person: string | null): Promise<string | undefined> => {
    if (person === null) return undefined
    const token = tokens.get(person) ?? (await system.tokenOf(person))
    tokens.set(person, token)
    return token
  }
  for (const check of checks) {
    let step: CheckStep = check
    let verdict: Verdict
    try {
      await system.put(check.given)
      if (movesClock(check)) await system.planTimers()
      verdict = judge(step.expects, await send(system.url, check.request, await tokenOf(check.as)), check)
      for (const next of check.then ?? []) {
        if (verdict.kind !== 'passed') break
        step = next
        if (next.at !== undefined) await system.moveTo(next.at)
        // Sessions end while the clock goes on.
        if (next.at !== undefined) tokens.clear()
        verdict = judge(next.expects, await send(system.url, next.request, await tokenOf(askerOf(check, next))), check)
      }
    } catch (error) {
      verdict = { kind: 'not_testable', why: `its records can’t be put there (${String(error)})` }
    }
    await system.restore(world, check.given)
    yield { check, verdict, curl: curlOf(origin, step.request, askerOf(check, step)) }
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

/** `$TOKEN`: of that person. */
function curlOf(url: string, { method, path, body }: CheckRequest, as: string | null): string {
  const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
  return [
    'curl -i',
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    quote(`${url}${path}`),
    ...(as === null ? [] : ['-H "Authorization: Bearer $TOKEN"']),
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json' -d ${quote(JSON.stringify(body))}`]),
  ].join(' ')
}
