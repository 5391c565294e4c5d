// Says which section of the reference explains what a message about a document speaks of.
import { helpPath } from './read-sections.ts'

/** Sections by the first word of the message's code. */
export const SECTIONS: { readonly [kind: string]: string } = {
  document: 'writing',
  names: 'names',
  expressions: 'expressions',
  screens: 'point-2-screens-and-routes',
  entities: 'point-3-entities-and-their-fields',
  states: 'point-4-states-and-transitions',
  rules: 'point-5-validation-rules',
  roles: 'point-6-roles-and-permissions',
  calls: 'point-7-the-calls-it-makes',
  errors: 'point-8-the-error-catalogue',
  constants: 'point-9-business-constants-and-limits',
  examples: 'examples',
  unknowns: 'questions',
}

/** `entities/unknown-type` → the section about point 3. */
export function helpOnMessage(code: string): string {
  if (code.endsWith('/not-run-yet')) return helpPath('edges', 'what-is-read-and-not-run-yet')
  return helpPath('reference', SECTIONS[code.split('/')[0] ?? ''])
}
