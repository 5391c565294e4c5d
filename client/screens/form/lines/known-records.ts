// Finds records by what they are called, among those that were read as choices.
import { useQueryClient } from '@tanstack/react-query'
import { titleOf } from '#shared/decisions/record-title.ts'
import { useModel } from '../../../data/spec.ts'
import type { ListResponse } from '../../../data/records/record-queries.ts'

/** Ids of the records of an entity that are called so, however the letters are written. */
export type KnownRecords = (entity: string, title: string) => readonly string[]

export function useKnownRecords(): KnownRecords {
  const client = useQueryClient()
  const model = useModel()
  return (name, title) => {
    const entity = model.entities.get(name)
    if (entity === undefined) return []
    const pages = client.getQueriesData<ListResponse>({ queryKey: ['records', entity.path, 'options'] })
    const wanted = title.trim().toLowerCase()
    const found = pages.flatMap(([, page]) => page?.items ?? [])
    return [...new Set(found.filter((item) => titleOf(model, name, item).toLowerCase() === wanted).map(({ id }) => id))]
  }
}
