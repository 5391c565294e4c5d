// Keeps the names that fields had before, so that what was saved or linked under one of them is found.
import type { Model } from '#shared/model/model.ts'
import type { FormerName } from '#shared/protocol/follow-renames.ts'
import type { Executor } from '../executor.ts'
import { readAbout } from '../tables/about-table.ts'

/** Limit above which the oldest names are forgotten. */
const MOST = 2_000

export async function readFormerNames(executor: Executor): Promise<readonly FormerName[]> {
  const value = await readAbout(executor, 'former_names')
  return value === undefined ? [] : (JSON.parse(value) as readonly FormerName[])
}

/** Leads each name on to what its field is called in the model, and adds those that the model names itself (`was`). */
export function followFormerNames(
  before: readonly FormerName[],
  { entities }: Pick<Model, 'entities'>,
): readonly FormerName[] {
  const present = renamesIn(entities)
  const kept = before.flatMap(({ entity: former, name, field }): readonly FormerName[] => {
    const entity = present(former)
    const fields = entities.get(entity)?.fields
    return fields === undefined ? [] : [{ entity, name, field: renamesIn(fields)(field) }]
  })
  const added = [...entities].flatMap(([entity, { fields }]) =>
    [...fields].flatMap(([field, { was: name }]) => (name === undefined ? [] : [{ entity, name, field }])),
  )
  const unique = new Map([...kept, ...added].map((each) => [`${each.entity} ${each.name}`, each]))
  // A name that another field has now is that field's.
  const isFormer = ({ entity, name, field }: FormerName): boolean => {
    const fields = entities.get(entity)?.fields
    return fields?.has(field) === true && !fields.has(name)
  }
  return [...unique.values()].filter(isFormer).slice(-MOST)
}

/** A name that is in use stays; another leads to what was called so. */
function renamesIn(named: ReadonlyMap<string, { readonly was?: string }>): (name: string) => string {
  const renamed = new Map([...named].flatMap(([name, { was }]) => (was === undefined ? [] : [[was, name]])))
  return (name) => (named.has(name) ? name : (renamed.get(name) ?? name))
}
