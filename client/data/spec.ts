// The specification as the reader may know it: fetched once, and anew when an answer was judged by another revision.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, useContext, useEffect } from 'react'
import type { Model } from '#shared/model/model.ts'
import { reviveModel } from '#shared/model/serialize.ts'
import { onRevision, read } from './api.ts'

interface SpecAnswer {
  readonly revision: string
  readonly name: string
  readonly model: unknown
}

export interface Spec {
  readonly revision: string
  readonly model: Model
}

async function fetchSpec(signal: AbortSignal): Promise<Spec> {
  const answer = await read<SpecAnswer>('/api/spec', signal)
  const text = typeof answer.model === 'string' ? answer.model : JSON.stringify(answer.model)
  return { revision: answer.revision, model: reviveModel(text) }
}

export function useSpec() {
  const client = useQueryClient()
  const spec = useQuery({ queryKey: ['spec'], queryFn: ({ signal }) => fetchSpec(signal), staleTime: Infinity })
  const revision = spec.data?.revision
  useEffect(
    () =>
      onRevision((seen) => {
        if (revision !== undefined && seen !== revision) void client.invalidateQueries({ queryKey: ['spec'] })
      }),
    [client, revision],
  )
  return spec
}

export const ModelContext = createContext<Model | null>(null)

/** The model inside the frame, where it is known to be there. */
export function useModel(): Model {
  const model = useContext(ModelContext)
  if (!model) throw new Error('There is no model outside the frame.')
  return model
}
