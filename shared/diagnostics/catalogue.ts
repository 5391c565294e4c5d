// Collects every message of the language in one catalogue.
import * as screens from './2-screens.ts'
import * as entities from './3-entities.ts'
import * as states from './4-states.ts'
import * as rules from './5-rules.ts'
import * as roles from './6-roles.ts'
import * as calls from './7-calls.ts'
import * as errors from './8-errors.ts'
import * as constants from './9-constants.ts'
import * as checks from './warnings.ts'
import * as checksOfCalls from './warnings-of-calls.ts'
import * as checksOfClosedRecords from './warnings-of-closed-records.ts'
import * as checksOfEmptiness from './warnings-of-emptiness.ts'
import type { Severity } from './diagnostic.ts'
import * as document from './document.ts'
import * as examples from './examples.ts'
import { expressions } from './expressions.ts'
import * as model from './linking.ts'
import * as points from './all-points.ts'
import * as unknowns from './unknowns.ts'

interface CatalogueEntry {
  readonly code: string
  readonly severity: Severity
}

/** Every code, in the order of the passes. */
export const catalogue: readonly CatalogueEntry[] = [
  document,
  points,
  screens,
  entities,
  states,
  rules,
  roles,
  calls,
  errors,
  constants,
  examples,
  unknowns,
  expressions,
  model,
  checks,
  checksOfCalls,
  checksOfClosedRecords,
  checksOfEmptiness,
].flatMap((messages) =>
  Object.values<unknown>(messages)
    .filter(isEntry)
    .map(({ code, severity }) => ({ code, severity })),
)

function isEntry(value: unknown): value is CatalogueEntry {
  return typeof value === 'function' && 'code' in value && 'severity' in value
}
