// Explains how each list of a document finds its rows, by the engine's own plans on an empty database.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { canOpenScreen, joinConditions, writeSort } from '#shared/decisions/2-screens.ts'
import { listQuestions } from '#shared/decisions/list-questions.ts'
import type { ListQuestion } from '#shared/decisions/list-questions.ts'
import type { Model } from '#shared/model/model.ts'
import { actorWithRoles, anonymous } from '#shared/policy/actor.ts'
import type { Actor } from '#shared/policy/actor.ts'
import { CurrentDocument, runDocument } from '../../document/current-document.ts'
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

export async function explainLists(
  { file, text, model }: { readonly file: string; readonly text: string; readonly model: Model },
  now: string,
): Promise<readonly ExplainedList[]> {
  const directory = mkdtempSync(join(tmpdir(), 'verbatim-plan-'))
  try {
    const running = runDocument(file, text, model)
    const storage = await openSqliteStorage({ directory, model, revision: running.revision, now: () => now })
    try {
      const dependencies = { storage, current: new CurrentDocument(running) }
      const readers = [anonymous, ...[...model.roles.keys()].map((role) => actorWithRoles(model, [role]))]
      const roles = ['anyone', ...model.roles.keys()]
      const explained: (RowSource & ReturnType<typeof nameOf> & { readonly role: string })[] = []
      for (const question of listQuestions(model))
        for (const [at, actor] of readers.entries()) {
          const source = await explain(dependencies, { actor, now }, question)
          if (source !== undefined) explained.push({ ...source, ...nameOf(question), role: roles[at] ?? '' })
        }
      const ways = Map.groupBy(explained, ({ role: _, ...list }) => JSON.stringify(list))
      return [...ways.values()].flatMap((same) => {
        const [first] = same
        if (first === undefined) return []
        const { role: _, ...list } = first
        return [{ ...list, roles: same.map(({ role }) => role) }]
      })
    } finally {
      await storage.close()
    }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

function nameOf({ screen, part, entity }: ListQuestion) {
  const list = part.name === '' ? screen.name : `${screen.name} / ${part.name}`
  return { line: part.line, list, entity: entity.name.identifier }
}

/** Undefined: these readers do not see the list, or may not ask for it. */
async function explain(
  dependencies: Pick<RecordsDependencies, 'storage' | 'current'>,
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
    const { plan, bindings } = planList(dependencies as RecordsDependencies, context, entity.name.identifier, {
      ...(filter === undefined ? {} : { filter }),
      ...(order === '' ? {} : { sort: order }),
    })
    return await plan.explain(bindings)
  } catch (error) {
    if (error instanceof Refused) return undefined
    throw error
  }
}

/** Reports the lists, for people and for programs. */
export async function reportLists(
  document: Parameters<typeof explainLists>[0],
): Promise<{ readonly text: string; readonly json: object }> {
  const lists = await explainLists(document, new Date().toISOString())
  return { text: describeLists(lists), json: lists }
}

export function describeLists(lists: readonly ExplainedList[]): string {
  const kept = new Map(lists.map((each) => [each.entity, each.kept]))
  const lines = lists.map(({ line, list, roles, way, indexes }) => {
    const by = indexes.length === 0 ? '' : ` by the index of ${indexes.map((each) => `(${each})`).join(' and ')}`
    return `  line ${line}: ${list}, for ${roles.join(', ')}: ${WAYS[way]}${by}`
  })
  return [
    'Lists find their rows in these ways:',
    ...lines,
    'Each new record is written into the indexes of its entity:',
    ...[...kept].map(([entity, count]) => `  ${entity}: ${count}`),
  ].join('\n')
}

const WAYS: { readonly [way in ExplainedList['way']]: string } = {
  'in order': 'reads the rows of a page',
  sorted: 'reads all its rows and sorts them,',
  'by entries': 'passes over entries of its index that it does not show, and looks at no other row,',
  walked: 'walks through rows that it does not show,',
}
