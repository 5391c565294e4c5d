// Explains how lists, and rules that count, find records, by the plans of the engine on an empty database.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { canOpenScreen, joinConditions, writeSort } from '#shared/decisions/2-screens.ts'
import { prepareRules } from '#shared/decisions/5-rules.ts'
import { listQuestions } from '#shared/decisions/list-questions.ts'
import type { ListQuestion } from '#shared/decisions/list-questions.ts'
import type { Model } from '#shared/model/model.ts'
import { actorWithRoles, anonymous } from '#shared/policy/actor.ts'
import type { Actor } from '#shared/policy/actor.ts'
import { CurrentDocument, runDocument } from '../../document/current-document.ts'
import { makeConditions } from '../../policy/conditions.ts'
import { Refused } from '../../policy/refused.ts'
import { openSqliteStorage } from '../../storage/sqlite/sqlite-storage.ts'
import type { RowSource } from '../../storage/query-plans.ts'
import type { RecordsDependencies } from '../records-dependencies.ts'
import { planList } from './find-records.ts'

export interface ExplainedList extends RowSource {
  readonly line: number
  /** "Tickets", "Tickets / New". */
  readonly list: string
  readonly entity: string
  /** Roles of those whose list is read in this way; `anyone`: of those who are not signed in. */
  readonly roles: readonly string[]
}

/** A rule such as `at most 20 per requester`. */
export interface ExplainedCount {
  readonly line: number
  readonly rule: string
  readonly entity: string
  /** The fields of the indexes that lead to the records that are counted; none: all are looked at. */
  readonly indexes: readonly string[]
}

export interface ExplainedDocument {
  readonly lists: readonly ExplainedList[]
  readonly counts: readonly ExplainedCount[]
}

type StoredDocument = Pick<RecordsDependencies, 'storage' | 'current'>

export async function explainDocument(
  { file, text, model }: { readonly file: string; readonly text: string; readonly model: Model },
  now: string,
): Promise<ExplainedDocument> {
  const directory = mkdtempSync(join(tmpdir(), 'verbatim-plan-'))
  try {
    const running = runDocument(file, text, model)
    const storage = await openSqliteStorage({ directory, model, revision: running.revision, now: () => now })
    try {
      const stored = { storage, current: new CurrentDocument(running) }
      return { lists: await explainLists(stored, model, now), counts: explainCounts(stored, model) }
    } finally {
      await storage.close()
    }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

async function explainLists(stored: StoredDocument, model: Model, now: string): Promise<readonly ExplainedList[]> {
  const readers = [anonymous, ...[...model.roles.keys()].map((role) => actorWithRoles(model, [role]))]
  const roles = ['anyone', ...model.roles.keys()]
  const explained: (RowSource & ReturnType<typeof nameOf> & { readonly role: string })[] = []
  for (const question of listQuestions(model))
    for (const [at, actor] of readers.entries()) {
      const source = await explain(stored, { actor, now }, question)
      if (source !== undefined) explained.push({ ...source, ...nameOf(question), role: roles[at] ?? '' })
    }
  const ways = Map.groupBy(explained, ({ role: _, ...list }) => JSON.stringify(list))
  return [...ways.values()].flatMap((same) => {
    const [first] = same
    if (first === undefined) return []
    const { role: _, ...list } = first
    return [{ ...list, roles: same.map(({ role }) => role) }]
  })
}

function explainCounts({ storage }: StoredDocument, { entities }: Model): readonly ExplainedCount[] {
  return [...entities.values()].flatMap((entity) =>
    prepareRules(entity).flatMap(({ rule, node }) => {
      if (rule.must.kind !== 'at most') return []
      const name = entity.name.identifier
      const indexes = makeConditions(name, [node]).plan(storage)?.indexesOf(name) ?? []
      return [{ line: rule.cite.line, rule: rule.name, entity: name, indexes }]
    }),
  )
}

function nameOf({ screen, part, entity }: ListQuestion) {
  const list = part.name === '' ? screen.name : `${screen.name} / ${part.name}`
  return { line: part.line, list, entity: entity.name.identifier }
}

/** Undefined: these readers do not see the list, or may not ask for it. */
async function explain(
  stored: StoredDocument,
  context: { readonly actor: Actor; readonly now: string },
  { screen, part, unless, entity, conditions, column, sort }: ListQuestion,
): Promise<RowSource | undefined> {
  if (!canOpenScreen(screen, context.actor) || !canOpenScreen(part, context.actor)) return undefined
  if (unless.some((view) => canOpenScreen(view, context.actor))) return undefined
  const type = column === undefined ? undefined : entity.fields.get(column)?.type
  const word = type && 'words' in type ? type.words[0]?.word : undefined
  const columnFilter = word === undefined ? undefined : `${column} == ${JSON.stringify(word)}`
  const filter = joinConditions(...conditions.map(({ text }) => text), columnFilter)
  const order = writeSort(sort)
  try {
    const { plan, bindings } = planList(stored as RecordsDependencies, context, entity.name.identifier, {
      ...(filter === undefined ? {} : { filter }),
      ...(order === '' ? {} : { sort: order }),
    })
    return await plan.explain(bindings)
  } catch (error) {
    if (error instanceof Refused) return undefined
    throw error
  }
}

/** Reports the lists and the rules that count, for people and for programs. */
export async function reportLists(
  document: Parameters<typeof explainDocument>[0],
): Promise<{ readonly text: string; readonly json: { readonly lists: object; readonly counts: object } }> {
  const explained = await explainDocument(document, new Date().toISOString())
  return { text: describeLists(explained), json: { lists: explained.lists, counts: explained.counts } }
}

export function describeLists({ lists, counts }: ExplainedDocument): string {
  const kept = new Map(lists.map((each) => [each.entity, each.kept]))
  const lines = lists.map(({ line, list, roles, way, indexes }) => {
    const by = indexes.length === 0 ? '' : ` ${sayIndexes(indexes)}`
    return `  line ${line}: ${list}, for ${roles.join(', ')}: ${WAYS[way]}${by}`
  })
  const counted = counts.map(({ line, rule, entity, indexes }) => {
    const how = indexes.length === 0 ? `looks at every ${entity}` : sayIndexes(indexes)
    return `  line ${line}: "${rule}" of ${entity}: ${how}`
  })
  return [
    'Lists find their rows in these ways:',
    ...lines,
    ...(counted.length === 0 ? [] : ['Rules that count find the records in these ways:', ...counted]),
    'Each new record is written into the indexes of its entity:',
    ...[...kept].map(([entity, count]) => `  ${entity}: ${count}`),
  ].join('\n')
}

function sayIndexes(indexes: readonly string[]): string {
  return `by the index of ${indexes.map((each) => `(${each})`).join(' and ')}`
}

const WAYS: { readonly [way in ExplainedList['way']]: string } = {
  'in order': 'reads the rows of a page',
  sorted: 'reads all its rows and sorts them,',
  'by entries': 'passes over entries of its index that it does not show, and looks at no other row,',
  walked: 'walks through rows that it does not show,',
}
