// Compares what a list shows with the saved view that was opened.

/** `query`: as it was saved. In which order parameters stand says nothing, nor which saved view they are of. */
export function isSavedSo(parameters: URLSearchParams, query: string): boolean {
  return written(parameters) === written(new URLSearchParams(query))
}

function written(parameters: URLSearchParams): string {
  const kept = [...parameters].filter(([name, value]) => name !== '_saved' && value !== '')
  return JSON.stringify(kept.map(([name, value]) => `${name}=${value}`).toSorted())
}
