// Says which section of the reference explains what the caret stands in.
import type { PlaceOfCaret } from '../editor/language-questions.ts'
import { SECTIONS } from '../../help/section-of-message.ts'

const POINTS: { readonly [Point in PlaceOfCaret['point']]: string | undefined } = {
  1: 'point-1-what-the-product-does-and-for-whom',
  2: SECTIONS['screens'],
  3: SECTIONS['entities'],
  4: SECTIONS['states'],
  5: SECTIONS['rules'],
  6: SECTIONS['roles'],
  7: SECTIONS['calls'],
  8: SECTIONS['errors'],
  9: SECTIONS['constants'],
}

/** Sections by point, and column or kind of place. */
export const PLACES: { readonly [place: string]: string } = {
  '2 setting': 'settings-of-screens',
  '2 view': 'views',
  '2 tile': 'dashboards',
  '3 setting': 'settings-of-an-entity',
  '3 type': 'types',
  '3 limits': 'limits',
  '3 required': 'required-and-default',
  '3 default': 'required-and-default',
  '3 value': 'computed-fields',
  '3 choose from': 'choose-from',
  '4 who': 'who',
  '4 asks': 'what-a-transition-asks',
  '4 then': 'effects',
  '4 after': 'what-happens-by-itself',
  '4 event': 'events',
  '4 every': 'schedules',
}

const EXPRESSIONS = 'expressions'
const WRITING = 'writing'

/** Gives the anchor of a section of the reference. Examples and questions may stand below any point. */
export function helpAtPlace(place: PlaceOfCaret | undefined): string {
  if (place === undefined) return WRITING
  const { point, kind, column, heading, isCode } = place
  if (/^example\b/i.test(heading ?? '')) return SECTIONS['examples'] ?? WRITING
  if (/^unknowns$/i.test(heading ?? '')) return SECTIONS['unknowns'] ?? WRITING
  const special = PLACES[`${point} ${column ?? kind}`]
  if (special !== undefined) return special
  return (isCode ? EXPRESSIONS : POINTS[point]) ?? WRITING
}
