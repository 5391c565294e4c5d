// Reads the specification as projected for the actor.
import { queryOptions, useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { Model } from '#shared/model/model.ts'
import { reviveModel } from '#shared/model/serialize.ts'
import { PAGE_DATA } from '#shared/protocol/session.ts'
import { fetchData } from './api.ts'

export interface SpecificationResponse {
  readonly revision: string
  readonly name: string
  readonly document?: string
  readonly model: unknown
}

export interface Specification {
  readonly revision: string
  readonly model: Model
  /** Its text, for those who may read it whole. */
  readonly document?: string
}

export async function fetchSpec(signal?: AbortSignal): Promise<Specification> {
  return readSpecification(await fetchData<SpecificationResponse>(PAGE_DATA.specification, signal))
}

export function readSpecification({ revision, model, document }: SpecificationResponse): Specification {
  return { revision, model: reviveModel(model), ...(document === undefined ? {} : { document }) }
}

export const SPEC_KEY = ['spec'] as const

const QUERY = queryOptions({
  queryKey: SPEC_KEY,
  queryFn: ({ signal }) => fetchSpec(signal),
  staleTime: Infinity,
})

export const useSpec = () => useQuery(QUERY)

export const ModelContext = createContext<Model | null>(null)

/** The model inside the frame, where it is known to be there. */
export function useModel(): Model {
  const model = useContext(ModelContext)
  if (!model) throw new Error('There is no model outside the frame.')
  return model
}

/** The document as it is written; undefined for those who may not read it whole. */
export function useDocumentText(): string | undefined {
  return useQuery(QUERY).data?.document
}

/** Makes links to lines of the document, for people who may read it whole. */
export function useLinePath(): (line: number) => string | undefined {
  const isReadable = useDocumentText() !== undefined
  return (line) => (isReadable ? `/studio#L${line}` : undefined)
}
