// Plans the publication of a document: what it changes for data, people, rules, timers, programs and screens.
import { anonymous } from '#shared/policy/actor.ts'
import type { Actor } from '#shared/policy/actor.ts'
import type { DocumentPlan, LeftOut } from '#shared/protocol/plan.ts'
import { describeApi } from '../api/openapi/describe-api.ts'
import type { RunningDocument } from '../document/current-document.ts'
import { findBrokenRules } from './broken-rules.ts'
import { compareCallers, compareCalls } from './compare-calls.ts'
import { comparePermissions } from './compare-permissions.ts'
import { compareScreens } from './compare-screens.ts'
import type { Copies } from './open-copies.ts'
import { previewDues } from './preview-dues.ts'

export interface PlanBounds {
  /** Milliseconds after which no further person, record or rule is looked at. */
  readonly longest: number
  /** Records of one entity that are looked at for one person. */
  readonly records: number
  /** Milliseconds that have gone by, of a clock that only goes forward; the machine's if it says nothing. */
  readonly elapsed?: () => number
}

/** Bounds of a plan in the studio. */
const BOUNDS: PlanBounds = { longest: 60_000, records: 2_000 }

const NO_DUES = { started: 0, moved: 0, dropped: 0, kept: 0, changed: [] }

/** Compares what two documents say, without data. */
export function compareDocuments(before: RunningDocument, after: RunningDocument): DocumentPlan {
  const [was, is] = [before, after].map((running) => describeApi(running, administrator, []))
  return {
    conflicts: [],
    data: [],
    permissions: [],
    possible: [],
    rules: [],
    screens: compareScreens(before.model, after.model),
    calls: was && is ? [...compareCallers(before.model, after.model), ...compareCalls(was, is)] : [],
    timers: NO_DUES,
    schedules: NO_DUES,
    leftOut: [{ what: 'data' }],
  }
}

/** Compares two documents on copies of the data. The copies are changed. */
export async function planOnCopies(
  copies: Copies,
  now: string,
  { longest, records, elapsed = () => performance.now() }: PlanBounds = BOUNDS,
): Promise<DocumentPlan> {
  const begun = elapsed()
  const hasTimeUntil =
    (share: number): (() => boolean) =>
    () =>
      elapsed() - begun < longest * share
  const { before, after } = copies
  // Each has its share: where there are many people and records, the comparison would take all of it.
  const { broken, left } = await findBrokenRules(copies, now, { hasTime: hasTimeUntil(1 / 4) })
  const permissions = await comparePermissions(copies, now, { hasTime: hasTimeUntil(2 / 3), records })
  const dues = await previewDues(copies, now, hasTimeUntil(1))
  const leftOut: readonly LeftOut[] = [
    ...(permissions.isWhole ? [] : [{ what: 'people', lookedAt: permissions.lookedAt } as const]),
    ...(permissions.isCut ? [{ what: 'records', most: records } as const] : []),
    ...left.map((rule) => ({ what: 'rule', rule }) as const),
    ...(dues === undefined ? [{ what: 'timers' } as const] : []),
  ]
  return {
    ...compareDocuments(before.running, after.running),
    data: copies.changes,
    permissions: permissions.changes,
    rules: broken,
    ...dues,
    leftOut,
  }
}

/** Programs are described the API as an administrator sees it: whole. */
const administrator: Actor = { ...anonymous, person: { id: '', _version: 0 }, administrator: true }
