// Takes what the page carries: the session and the specification, known before anything is asked for.
import type { QueryClient } from '@tanstack/react-query'
import type { Model } from '#shared/model/model.ts'
import type { PageData, SessionBody } from '#shared/protocol/session.ts'
import { readSession, SESSION_KEY } from './session.ts'
import type { SpecificationResponse } from './spec.ts'
import { SPEC_KEY, readSpecification } from './spec.ts'

/**
 * Takes the session and the specification out of the page, since it may later belong to somebody else. Returns
 * undefined if the page carries none, and they are requested instead.
 */
export async function takePageData(client: QueryClient): Promise<Model | undefined> {
  await pageArrived()
  const session = take('session')
  const specification = take('specification')
  if (session === undefined || specification === undefined) return undefined
  const spec = readSpecification(JSON.parse(specification) as SpecificationResponse)
  client.setQueryData(SESSION_KEY, readSession(JSON.parse(session) as SessionBody))
  client.setQueryData(SPEC_KEY, spec)
  return spec.model
}

/** Scripts begin at the first paint; on a slow network half of the data is still on its way then. */
async function pageArrived(): Promise<void> {
  if (document.readyState === 'loading')
    await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }))
}

function take(id: PageData): string | undefined {
  const element = document.getElementById(id)
  element?.remove()
  return element?.textContent ?? undefined
}
