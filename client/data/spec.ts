// Reads the specification as projected for the actor.
import { queryOptions, useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { Model } from '#shared/model/model.ts'
import type { FormerName } from '#shared/protocol/follow-renames.ts'
import { reviveModel } from '#shared/model/serialize.ts'
import { PAGE_DATA } from '#shared/protocol/session.ts'
import { fetchData } from './api.ts'

export interface SpecificationResponse {
  readonly revision: string
  readonly name: string
  readonly formerNames: readonly FormerName[]
  readonly document?: string
  readonly model: unknown
}

export interface Specification {
  readonly revision: string
  readonly model: Model
  readonly formerNames: readonly FormerName[]
  /** Its text, for those who may read it whole. */
  readonly document?: string
}

export async function fetchSpec(signal?: AbortSignal): Promise<Specification> {
  return readSpecification(await fetchData<SpecificationResponse>(PAGE_DATA.specification, signal))
}

export function readSpecification({ revision, model, formerNames, document }: SpecificationResponse): Specification {
  return { revision, model: reviveModel(model), formerNames, ...(document === undefined ? {} : { document }) }
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

/** Former names of the fields that the person may know. */
export function useFormerNames(): readonly FormerName[] {
  return useQuery(QUERY).data?.formerNames ?? NONE
}

const NONE: readonly FormerName[] = []

/** The document as it is written; undefined for those who may not read it whole. */
export function useDocumentText(): string | undefined {
  return useQuery(QUERY).data?.document
}

/** Makes links to lines of the document, for people who may read it whole. */
export function useLinePath(): (line: number) => string | undefined {
  const isReadable = useDocumentText() !== undefined
  return (line) => (isReadable ? `/studio#L${line}` : undefined)
}
