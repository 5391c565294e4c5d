// Verifies a running document: derives checks from its model, runs them, and gathers them by line.
import { toUtc } from '#shared/expressions/calendar.ts'
import type { RunningDocument } from '../document/current-document.ts'
import { createIds } from '../records/new-id.ts'
import type { Check, Derivation } from './check.ts'
import { movesClock } from './check.ts'
import { deriveCalls } from './derive-calls.ts'
import { deriveFields } from './derive-fields.ts'
import { deriveReads } from './derive-reads.ts'
import { deriveRoles } from './derive-roles.ts'
import { deriveRules } from './derive-rules.ts'
import { deriveScreens } from './derive-screens.ts'
import { deriveSurfaces } from './derive-surfaces.ts'
import { deriveTimers } from './derive-timers.ts'
import { deriveTransitions } from './derive-transitions.ts'
import { deriveWrites } from './derive-writes.ts'
import type { SystemOptions } from './open-system.ts'
import { openSystem } from './open-system.ts'
import type { Plan } from './plan.ts'
import { joinDerived, makePlan } from './plan.ts'
import type { CheckResult } from './send-checks.ts'
import { sendChecks } from './send-checks.ts'

/** A Monday morning in no holidays. */
const STARTS_AT = '2026-03-02T09:00'

export interface Verification {
  readonly results: readonly CheckResult[]
  readonly notTestable: Derivation['notTestable']
}

export interface VerifyDocumentOptions extends SystemOptions {
  /** The one that requests to repeat are written with; the system's own if it says nothing. */
  readonly origin?: string
  /** `last`: the check that was made last. */
  readonly onProgress?: (done: number, total: number, last?: CheckResult) => void
  /** Whether no more checks are made: what is left is not testable. */
  readonly isOver?: () => boolean
}

export async function verifyDocument(
  running: RunningDocument,
  { origin, onProgress = () => undefined, isOver = () => false, ...options }: VerifyDocumentOptions = {},
): Promise<Verification> {
  const { model } = running
  const startsAt = toUtc(Date.parse(`${STARTS_AT}:00Z`), model.settings.timeZone)
  const plan = makePlan(model, new Date(startsAt).toISOString(), createIds())
  const { checks, notTestable } = deriveChecks(plan)
  const results: CheckResult[] = []
  const run = async (some: readonly Check[]): Promise<void> => {
    const system = await openSystem(running, startsAt, options)
    try {
      await system.put(plan.given)
      for await (const result of sendChecks(system, some, {
        world: plan.maker.world,
        entities: model.entities.keys(),
        origin,
      })) {
        results.push(result)
        onProgress(results.length, checks.length, result)
        if (isOver()) break
      }
    } finally {
      await system.close()
    }
  }
  onProgress(0, checks.length)
  await run(checks.filter((check) => !movesClock(check)))
  // The clock goes only forward: what moves it has a system of its own.
  for (const check of checks) if (movesClock(check) && !isOver()) await run([check])
  const made = new Set(results.map(({ check }) => check))
  const notMade = checks.flatMap((check) => (made.has(check) ? [] : [{ line: check.line, why: { says: NO_TIME } }]))
  return { results, notTestable: [...notTestable, ...notMade] }
}

const NO_TIME = {
  en: 'verify had no time left for some of its checks',
  de: 'für einige der Prüfungen war keine Zeit mehr',
}

function deriveChecks(plan: Plan): Derivation {
  return joinDerived([
    deriveScreens(plan),
    deriveFields(plan),
    deriveTransitions(plan),
    deriveTimers(plan),
    deriveRules(plan),
    deriveReads(plan),
    deriveWrites(plan),
    deriveSurfaces(plan),
    deriveRoles(plan),
    deriveCalls(plan),
  ])
}
