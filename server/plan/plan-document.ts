// Plans the publication of a document: what it changes for data, people, rules, timers, programs and screens.
import { anonymous } from '#shared/policy/actor.ts'
import type { Actor } from '#shared/policy/actor.ts'
import type { DocumentPlan } from '#shared/protocol/plan.ts'
import { describeApi } from '../api/openapi/describe-api.ts'
import { previewDues } from '../jobs/preview-timers.ts'
import { findBrokenRules } from './broken-rules.ts'
import { compareCalls } from './compare-calls.ts'
import { compareRights } from './compare-rights.ts'
import { compareScreens } from './compare-screens.ts'
import type { PlannedDocument } from './open-copies.ts'
import { openCopies } from './open-copies.ts'

export interface PlanBounds {
  /** Milliseconds after which no further person, and no further rule, is looked at. */
  readonly longest: number
  /** Records of one entity that are looked at for one person. */
  readonly records: number
}

const BOUNDS: PlanBounds = { longest: 60_000, records: 2_000 }

const NOTHING: DocumentPlan = {
  conflicts: [],
  data: [],
  rights: [],
  rules: [],
  screens: [],
  calls: [],
  timers: { started: 0, moved: 0, dropped: 0, kept: 0 },
  schedules: { started: 0, moved: 0, dropped: 0, kept: 0 },
  notLookedAt: [],
}

/** Works on copies of the data in the directory: a running server is not disturbed, and nothing is published. */
export async function planDocument(
  directory: string,
  planned: PlannedDocument,
  now: string,
  bounds: PlanBounds = BOUNDS,
): Promise<DocumentPlan> {
  const copies = await openCopies(directory, planned, now)
  if ('conflicts' in copies) return { ...NOTHING, conflicts: copies.conflicts }
  try {
    const begun = performance.now()
    const hasTime = (): boolean => performance.now() - begun < bounds.longest
    const { before, after } = copies
    const rights = await compareRights(copies, now, { hasTime, records: bounds.records })
    const { broken, left } = await findBrokenRules(copies, now, { hasTime })
    const { people, cut } = rights
    return {
      conflicts: [],
      data: copies.changes,
      rights: rights.changes,
      rules: broken,
      screens: compareScreens(before.running.model, after.running.model),
      calls: compareCalls(
        describeApi(before.running, administrator, []),
        describeApi(after.running, administrator, []),
      ),
      ...(await previewDues(after.dependencies, now)),
      notLookedAt: [
        ...(people.lookedAt < people.all
          ? [`Only ${people.lookedAt} of ${people.all} people were looked at: there was no time for more.`]
          : []),
        ...(cut > 0 ? [`Of very many records only the first ${bounds.records} were looked at for each person.`] : []),
        ...left.map((rule) => `The rule “${rule}” was not looked at: there was no time for it.`),
      ],
    }
  } finally {
    await copies.close()
  }
}

/** Programs are described the API as an administrator sees it: whole. */
const administrator: Actor = { ...anonymous, person: { id: '', _version: 0 }, administrator: true }
