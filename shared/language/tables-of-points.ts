// Lists the tables and the settings that each point may hold.
import type { PointNumber } from '../document/document.ts'
import { AUDIENCES } from '../points/1-product/read-product.ts'
import { SCREEN_SETTINGS, TILES, VIEWS } from '../points/2-screens/read-screen-details.ts'
import { SCREENS } from '../points/2-screens/read-screens.ts'
import { FIELDS } from '../points/3-entities/read-field.ts'
import { STATES } from '../points/4-states/read-states.ts'
import { TIMERS } from '../points/4-states/read-timer.ts'
import { TRANSITIONS } from '../points/4-states/read-transition-row.ts'
import { RULES, WORDS } from '../points/5-rules/read-rules.ts'
import { GRANTS } from '../points/6-roles/read-grant.ts'
import { ROLES } from '../points/6-roles/read-roles.ts'
import { CALL_INPUTS } from '../points/7-calls/read-input-rows.ts'
import { CALLS } from '../points/7-calls/read-call.ts'
import { OUTGOING } from '../points/7-calls/read-outgoing.ts'
import { ERRORS } from '../points/8-errors/read-errors.ts'
import { HOLIDAYS, HOURS } from '../points/9-constants/read-calendar.ts'
import { CONSTANTS } from '../points/9-constants/read-constants.ts'
import type { TableShape } from '../points/reading/read-headed-table.ts'

/** The columns of each table. */
export const TABLES: { readonly [Point in PointNumber]: readonly (readonly string[])[] } = {
  1: columnsOf(AUDIENCES),
  2: columnsOf(SCREENS, VIEWS, TILES),
  3: columnsOf(FIELDS),
  4: columnsOf(TRANSITIONS, STATES, TIMERS),
  5: columnsOf(RULES, WORDS),
  6: columnsOf(ROLES, GRANTS),
  7: columnsOf(CALLS, CALL_INPUTS, OUTGOING),
  8: columnsOf(ERRORS),
  9: columnsOf(CONSTANTS, HOURS, HOLIDAYS),
}

export const SETTINGS: { readonly [Point in PointNumber]?: readonly string[] } = {
  1: ['logo', 'accent'],
  2: SCREEN_SETTINGS,
  3: ['title', 'plural', 'was', 'order', 'icon', 'history', 'only one', 'deleted', 'unique'],
  4: ['starts', 'ends'],
  6: ['sign-up', 'sign-in', 'passwords', 'second factor', 'administrators', 'citations', 'document'],
  7: ['answers', 'token', 'cors', 'unknown'],
}

function columnsOf(...shapes: readonly TableShape[]): readonly (readonly string[])[] {
  return shapes.map(({ key, columns }) => [...key, ...columns])
}
