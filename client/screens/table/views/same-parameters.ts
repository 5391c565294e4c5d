// Compares what a list shows with the saved view that was opened.
import type { SavedView } from '#shared/protocol/saved-views.ts'

/** `query`: as it was saved. In which order parameters stand says nothing, nor which saved view they are of. */
export function isSavedSo(parameters: URLSearchParams, query: string): boolean {
  return written(parameters) === written(new URLSearchParams(query))
}

function written(parameters: URLSearchParams): string {
  const kept = [...parameters].filter(([name, value]) => name !== '_saved' && value !== '')
  return JSON.stringify(kept.map(([name, value]) => `${name}=${value}`).toSorted())
}

/** The address of a saved view: what was saved, and which view it is. */
export function savedParameters({ id, query }: Pick<SavedView, 'id' | 'query'>): URLSearchParams {
  const parameters = new URLSearchParams(query)
  parameters.set('_saved', id)
  return parameters
}
