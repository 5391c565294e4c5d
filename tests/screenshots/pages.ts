// Which pages a person has: the document's screens, a record for each that shows one, and the standard ones.
import type { Model, Screen } from '#shared/model/model.ts'
import { reviveModel } from '#shared/model/serialize.ts'
import { isShown } from '#shared/points/declarations.ts'

export interface PageToTake {
  readonly name: string
  readonly path: string
  /** The status that the server must answer with. */
  readonly status: number
}

export async function pagesFor(url: string, session: string | null): Promise<readonly PageToTake[]> {
  const ask = async <T>(path: string): Promise<T | undefined> => {
    const answer = await fetch(url + path, { headers: session ? { Cookie: session } : {} })
    return answer.ok ? ((await answer.json()) as T) : undefined
  }
  const spec = await ask<{ readonly model: unknown; readonly document?: string }>('/api/spec')
  const model = reviveModel(typeof spec?.model === 'string' ? spec.model : JSON.stringify(spec?.model))
  const screens = isShown(model.screens) ? model.screens.screens : []
  const pages: PageToTake[] = []
  for (const screen of screens) {
    const path = screen.shows.kind === 'record' ? await recordPath(model, screen, ask) : screen.route
    if (path && !path.includes(':'))
      pages.push({ name: screen.key, path, status: screen.shows.kind === 'not found' ? 404 : 200 })
  }
  const own = session ? ['account', 'inbox'] : ['sign-in', 'sign-up']
  // Only those who may read the document get its text, and the page that shows it.
  const readers = spec?.document === undefined ? [] : ['studio']
  const standard = [...own, 'about', 'search', ...readers].map((name) => ({ name, path: `/${name}`, status: 200 }))
  return [...pages, ...standard, { name: 'nowhere', path: '/no/such/page', status: 404 }]
}

type Ask = <T>(path: string) => Promise<T | undefined>

/** Prefers a record that has something beside it: the one changed last. */
async function recordPath(model: Model, screen: Screen, ask: Ask): Promise<string | undefined> {
  if (screen.shows.kind !== 'record') return undefined
  const entity = model.entities.get(screen.shows.entity)
  const list = await ask<{ readonly items: readonly { readonly [field: string]: unknown }[] }>(
    `/api/${entity?.path}?limit=1`,
  )
  const key = list?.items[0]?.[screen.shows.by]
  return key === undefined ? undefined : screen.route.replace(/:[^/]+/, encodeURIComponent(String(key)))
}
