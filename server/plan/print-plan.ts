// Prints a plan in sentences for `npm run check -- --data`.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Model } from '#shared/model/model.ts'
import type { PointChanges } from '#shared/document/compare-document-texts.ts'
import { compareDocumentTexts } from '#shared/document/compare-document-texts.ts'
import { labelFor } from '#shared/text/label.ts'
import type {
  CallChange,
  ChangedRecords,
  DocumentPlan,
  DuesChange,
  LeftOut,
  PermissionChange,
  PossibleChange,
} from '#shared/protocol/plan.ts'
import { isLeftOut } from '#shared/protocol/plan.ts'
import type { CheckAttempt } from '../document/check-document.ts'
import type { DataPlace } from '../document/data-place.ts'
import { printConflicts } from '../document/print-migration-conflict.ts'
import type { MigrationConflict } from '../storage/storage.ts'
import { StorageRefused } from '../storage/storage-error.ts'
import { DATABASE_FILE } from '../storage/sqlite/survey.ts'
import { MOST_NAMED } from './name-record.ts'
import type { PlannedDocument } from './open-copies.ts'
import { openCopies } from './open-copies.ts'
import { planOnCopies } from './plan-document.ts'
import { addPossibleChanges } from './possible-changes.ts'

/** Bounds of a plan on the command line, where there is more time than in the studio. */
const BOUNDS = { longest: 600_000, records: 2_000 }

/** Tries a document on copies of the data, beside servers that may run on it. */
export async function reportPlan(place: DataPlace, document: PlannedDocument, now: string): Promise<CheckAttempt> {
  if (typeof place === 'string' && !existsSync(join(place, DATABASE_FILE)))
    return { lines: [`There is no database in ${place}.`], json: {}, isSound: false }
  const folder = mkdtempSync(join(tmpdir(), 'verbatim-check-'))
  try {
    const copies = await openCopies({ place, folder }, document, now)
    if ('conflicts' in copies) return reportConflicts(copies.conflicts, typeof place === 'string')
    const onData = await planOnCopies(copies, now, BOUNDS)
    const documents = [copies.before.running, copies.after.running] as const
    const plan = await addPossibleChanges(onData, folder, documents, now)
    const changes = compareDocumentTexts(copies.before.running.text, document.text)
    await copies.close()
    return {
      lines: [...printChanges(changes), ...printPlan(plan, document.model)],
      json: { changes, plan },
      isSound: true,
    }
  } catch (error) {
    if (!(error instanceof StorageRefused)) throw error
    return { lines: [error.message], json: { problem: error.message }, isSound: false }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function reportConflicts(conflicts: readonly MigrationConflict[], isBackedUp: boolean): CheckAttempt {
  const lines = ['The data does not fit the document.', ...printConflicts(conflicts, isBackedUp)]
  return { lines: [lines.join('\n')], json: { conflicts }, isSound: false }
}

function printChanges(points: readonly PointChanges[]): readonly string[] {
  const lines = points.flatMap(({ title, changes }) =>
    changes.map(({ change, under, name, values }) => {
      const place = [title === '' ? 'title and introduction' : title, ...under, name].filter((part) => part !== '')
      const said = values.map(
        ({ column, before, after }) => `${column === '' ? '' : `${column} `}“${before}” is now “${after}”`,
      )
      return `${place.join(' › ')}: ${said.length === 0 ? change : said.join('; ')}`
    }),
  )
  return section('Document', lines, 'The document says the same.')
}

export function printPlan(plan: DocumentPlan, model: Model): readonly string[] {
  const { data, permissions, possible, rules, screens, calls, timers, schedules, leftOut } = plan
  return [
    ...section('Data', data, unlessLeft(plan, 'No data changes.')),
    ...section(
      'Permissions',
      permissions.map((change) => sayPermissions(model, change)),
      unlessLeft(plan, 'Nobody gains or loses anything.', 'people', 'records'),
    ),
    ...section(
      'Permissions that only made-up people and records show',
      possible.map((change) => sayPossible(model, change)),
      undefined,
    ),
    ...section(
      'Rules',
      rules.map(
        ({ rule, line, entity, records }) =>
          `line ${line}: “${rule}” does not hold of ${sayRecords(model, entity, records)}`,
      ),
      unlessLeft(plan, 'Existing records obey all new rules.', 'rule'),
    ),
    ...section(
      'Screens',
      screens.map(({ change, name, route, from }) =>
        from === undefined ? `${name} (${route}) is ${change}` : `${name} moves from ${from} to ${route}`,
      ),
      'The screens stay where they are.',
    ),
    ...section('Calls', sayCalls(calls), 'Programs meet the same calls.'),
    ...(isLeftOut(plan, 'timers')
      ? []
      : [...sayDues(model, 'Timers', timers), ...sayDues(model, 'Schedules', schedules)]),
    ...section('Not looked at', leftOut.map(sayLeftOut), undefined),
  ]
}

/** Says that nothing was found only where all was looked at. */
function unlessLeft(plan: DocumentPlan, sentence: string, ...kinds: readonly LeftOut['what'][]): string | undefined {
  return isLeftOut(plan, ...kinds) ? undefined : sentence
}

function section(title: string, lines: readonly string[], none: string | undefined): readonly string[] {
  if (lines.length > 0) return [`${title}:`, ...lines.map((line) => `  ${line}`)]
  return none === undefined ? [] : [`${title}: ${none}`]
}

const CALLS: { readonly [change in CallChange['change']]: (member: string) => string } = {
  new: () => 'new',
  gone: () => 'gone',
  callers: () => 'for other callers than before',
  needs: (member) => `needs ${member}`,
  takes: (member) => `takes ${member}`,
  'takes no': (member) => `takes no ${member}`,
  'takes otherwise': (member) => `takes ${member} in another form`,
  answers: (member) => `answers ${member}`,
  'answers no': (member) => `answers no ${member}`,
  'answers otherwise': (member) => `answers ${member} in another form`,
}

/** Calls that change alike stand in one line. */
function sayCalls(calls: readonly CallChange[]): readonly string[] {
  const alike = Map.groupBy(
    calls,
    ({ change, member = '', isBreaking }) => `${CALLS[change](member)}${isBreaking ? ' (may break programs)' : ''}`,
  )
  return [...alike].map(([change, all]) => {
    const named = all.slice(0, MOST_NAMED).map(({ call }) => call)
    const more = all.length - named.length
    return `${change}: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  })
}

const DIRECTIONS = {
  gain: { sign: '+', may: 'may now' },
  lose: { sign: '−', may: 'may no longer' },
  change: { sign: '~', may: 'may on other conditions' },
} as const

/** `+ 3 people as Customer may now read 12 records of Ticket: HD-00012 Printer, …`. */
function sayPermissions(model: Model, change: PermissionChange): string {
  const { direction, entity, permissions, roles, isAnonymous, people, records } = change
  const who = isAnonymous
    ? 'anyone without an account'
    : `${people} ${people === 1 ? 'person' : 'people'}${roles.length === 0 ? ' without a role' : ` as ${roles.join(', ')}`}`
  const of = records.count === 0 ? labelOf(model, entity) : sayRecords(model, entity, records)
  const { sign, may } = DIRECTIONS[direction]
  return `${sign} ${who} ${may} ${sayWhat(permissions)} ${of}`
}

function sayPossible(model: Model, { direction, entity, permissions, roles, isAnonymous }: PossibleChange): string {
  const who = isAnonymous
    ? 'anyone without an account'
    : roles.length === 0
      ? 'people without a role'
      : roles.join(', ')
  const { sign, may } = DIRECTIONS[direction]
  return `${sign} ${who} ${may} ${sayWhat(permissions)} ${labelOf(model, entity)}`
}

/** `read subject`, `read body` → `read subject, body of`. */
function sayWhat(permissions: readonly string[]): string {
  const [first = ''] = permissions
  const [verb = '', ...rest] = first.split(' ')
  if (verb === 'do') return `${permissions.map((permission) => `“${labelFor(permission.slice(3))}”`).join(', ')} with`
  const may = verb === 'history' ? 'see the history of' : verb
  if (rest.length === 0) return may
  const fields = permissions.map((permission) => permission.slice(verb.length + 1)).join(', ')
  return `${may} ${fields} of`
}

function sayRecords(model: Model, entity: string, { count, examples }: ChangedRecords): string {
  const named = examples.map(({ id, title }) => title ?? id).join(', ')
  return `${count} ${count === 1 ? 'record' : 'records'} of ${labelOf(model, entity)}: ${named}${count > examples.length ? ', …' : ''}`
}

function labelOf(model: Model, entity: string): string {
  return model.entities.get(entity)?.name.label ?? entity
}

function sayDues(model: Model, what: string, { kept, changed, ...counts }: DuesChange): readonly string[] {
  return [
    `${what}: ${sayMoments(counts)}, ${kept} would stay.`,
    ...changed.map(
      ({ entity, name, ...each }) =>
        `  ${entity === null ? '' : `${labelOf(model, entity)}: `}“${name}”: ${sayMoments(each)}.`,
    ),
  ]
}

function sayMoments({ started, moved, dropped }: Pick<DuesChange, 'started' | 'moved' | 'dropped'>): string {
  return `${started} would start, ${moved} would move, ${dropped} would be dropped`
}

function sayLeftOut(left: LeftOut): string {
  switch (left.what) {
    case 'data':
      return 'The data: neither people and records, nor rules, nor timers.'
    case 'people':
      return `${left.lookedAt === 0 ? 'All people' : `All people but the first ${left.lookedAt}`}: there was no time for more.`
    case 'records':
      return `All records of an entity but the first ${left.most} that a person may read.`
    case 'rule':
      return `The rule “${left.rule}”: there was no time for it.`
    case 'timers':
      return 'Timers: there was no time for all records.'
    case 'made up':
      return 'Made-up people and records: they do not fit the document, or there was no time for all.'
  }
}
