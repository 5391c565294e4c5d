// Prints a plan in sentences for `npm run check -- --plan --data`.
import type { Model } from '#shared/model/model.ts'
import { labelFor } from '#shared/text/label.ts'
import type { CallChange, DocumentPlan, RightsChange } from '#shared/protocol/plan.ts'
import type { CheckedDocument, Trial } from '../document/check-document.ts'
import { printMigrationConflict } from '../document/print-migration-conflict.ts'
import { sayDues } from '../jobs/preview-timers.ts'
import { MOST_NAMED } from './name-record.ts'
import { planDocument } from './plan-document.ts'

export async function reportPlan(directory: string, document: CheckedDocument, now: string): Promise<Trial> {
  const plan = await planDocument(directory, document, now)
  return { lines: printPlan(plan, document.model), json: { plan }, isSound: plan.conflicts.length === 0 }
}

export function printPlan(plan: DocumentPlan, model: Model): readonly string[] {
  if (plan.conflicts.length > 0)
    return ['The data in this directory does not fit the document.', ...plan.conflicts.map(printMigrationConflict)]
  const { data, rights, rules, screens, calls, timers, schedules, notLookedAt } = plan
  return [
    ...section('Data', data, 'No data changes.'),
    ...section(
      'Rights',
      rights.map((change) => sayRights(model, change)),
      'Nobody gains or loses anything.',
    ),
    ...section(
      'Rules',
      rules.map(
        ({ rule, line, entity, records }) =>
          `line ${line}: “${rule}” does not hold of ${sayRecords(model, entity, records)}`,
      ),
      'Existing records obey all new rules.',
    ),
    ...section(
      'Screens',
      screens.map(({ change, name, route, from }) =>
        from === undefined ? `${name} (${route}) is ${change}` : `${name} moves from ${from} to ${route}`,
      ),
      'The screens stay where they are.',
    ),
    ...section('Calls', sayCalls(calls), 'Programs meet the same calls.'),
    sayDues('Timers', timers),
    sayDues('Schedules', schedules),
    ...section('Not looked at', notLookedAt, undefined),
  ]
}

function section(title: string, lines: readonly string[], none: string | undefined): readonly string[] {
  if (lines.length > 0) return [`${title}:`, ...lines.map((line) => `  ${line}`)]
  return none === undefined ? [] : [`${title}: ${none}`]
}

/** Calls that change alike stand in one line. */
export function sayCalls(calls: readonly CallChange[]): readonly string[] {
  const alike = Map.groupBy(calls, ({ change, isBreaking }) => `${change}${isBreaking ? ' (may break programs)' : ''}`)
  return [...alike].map(([change, all]) => {
    const named = all.slice(0, MOST_NAMED).map(({ call }) => call)
    const more = all.length - named.length
    return `${change}: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  })
}

/** `gain: 3 people as Customer may read 12 records of Ticket: HD-00012 Printer, …`. */
export function sayRights(model: Model, change: RightsChange): string {
  const { direction, entity, rights, roles, isAnonymous, people, records } = change
  const who = isAnonymous
    ? 'anyone without an account'
    : `${people} ${people === 1 ? 'person' : 'people'}${roles.length === 0 ? ' without a role' : ` as ${roles.join(', ')}`}`
  const may = direction === 'gain' ? 'may now' : 'may no longer'
  const what = sayWhat(rights)
  const of = what === 'create' ? `create ${labelOf(model, entity)}` : `${what} ${sayRecords(model, entity, records)}`
  return `${direction === 'gain' ? '+' : '−'} ${who} ${may} ${of}`
}

/** `read subject`, `read body` → `read (subject, body) of`. */
function sayWhat(rights: readonly string[]): string {
  const [first = ''] = rights
  const [verb = '', ...rest] = first.split(' ')
  if (verb === 'do') return `${rights.map((right) => `“${labelFor(right.slice(3))}”`).join(', ')} with`
  if (rest.length === 0 || verb === 'see') return first
  return `${verb} ${rights.map((right) => right.slice(verb.length + 1)).join(', ')} of`
}

function sayRecords(model: Model, entity: string, { count, examples }: RightsChange['records']): string {
  const named = examples.map(({ id, title }) => title ?? id).join(', ')
  return `${count} ${count === 1 ? 'record' : 'records'} of ${labelOf(model, entity)}: ${named}${count > examples.length ? ', …' : ''}`
}

function labelOf(model: Model, entity: string): string {
  return model.entities.get(entity)?.name.label ?? entity
}
