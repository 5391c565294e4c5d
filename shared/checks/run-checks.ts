// Runs the checks of the linked specification, which warn of legal but doubtful parts.
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { Document } from '../document/document.ts'
import type { Model } from '../model/model.ts'
import type { Declarations } from '../points/declarations.ts'
import { checkScreens } from './2-screens.ts'
import { checkEntities } from './3-entities.ts'
import { checkStates } from './4-states.ts'
import { checkRules } from './5-rules.ts'
import { checkRulesAfterEffects } from './rules-after-effects.ts'
import { checkStricterRules } from './stricter-rules.ts'
import { checkRoles } from './6-roles.ts'
import { checkCalls } from './7-calls.ts'
import { checkErrors } from './8-errors.ts'
import { checkRefusals } from './masked-refusals.ts'
import { checkConstants } from './9-constants.ts'
import { checkNotifications } from './masked-notifications.ts'
import { checkNamesOfPeople } from './names-of-people.ts'
import { checkReachableConditions } from './reachable-conditions.ts'
import { checkStatesInEffects } from './states-in-effects.ts'
import { checkSetsInDeletions } from './sets-in-deletions.ts'
import { checkChangedOnceWritten } from './changed-once-written.ts'
import { checkLimits } from './3-entities-limits.ts'
import { checkComparedWithNothing } from './compared-with-nothing.ts'
import { checkEmptyYesNo } from './empty-yes-no.ts'
import { checkLookupKeys } from './lookup-keys.ts'
import { checkChoices } from './unreadable-choices.ts'
import { checkSamePerson } from './same-person.ts'
import { checkVainGrants } from './vain-grants.ts'
import { checkChoicesBeforeSteps } from './choices-before-steps.ts'
import { checkUnkeptInputs } from './unkept-inputs.ts'
import { checkLeftOutEnds } from './left-out-ends.ts'
import { checkFourEyes } from './four-eyes.ts'
import { checkWork } from './cost.ts'

/** One point's question to the whole. */
export interface SpecificationCheck {
  (model: Model, declarations: Declarations, document: Document): readonly Diagnostic[]
}

const CHECKS: readonly SpecificationCheck[] = [
  checkScreens,
  checkEntities,
  checkLimits,
  checkWork,
  checkStates,
  checkFourEyes,
  checkLeftOutEnds,
  checkChoicesBeforeSteps,
  checkUnkeptInputs,
  checkNotifications,
  checkRules,
  checkStricterRules,
  checkRulesAfterEffects,
  checkRoles,
  checkVainGrants,
  checkSamePerson,
  checkNamesOfPeople,
  checkChoices,
  checkCalls,
  checkErrors,
  checkRefusals,
  checkConstants,
  checkEmptyYesNo,
  checkComparedWithNothing,
  checkLookupKeys,
  checkReachableConditions,
  checkStatesInEffects,
  checkSetsInDeletions,
  checkChangedOnceWritten,
]

/** Checks of one field, rule, step or grant each: no part that was lost by an error makes what they say untrue. */
const LOCAL_CHECKS: readonly SpecificationCheck[] = [
  checkLimits,
  checkStricterRules,
  checkReachableConditions,
  checkStatesInEffects,
]

export function runLocalChecks(model: Model, declarations: Declarations, document: Document): readonly Diagnostic[] {
  return LOCAL_CHECKS.flatMap((check) => check(model, declarations, document))
}

export function runChecks(model: Model, declarations: Declarations, document: Document): readonly Diagnostic[] {
  return CHECKS.flatMap((check) => check(model, declarations, document))
}
