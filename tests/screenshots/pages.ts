// Which pages a person has: the document's screens, a record for each that shows one, and the standard ones; and what is opened on them.
import type { Page } from 'playwright-core'
import { hasRecords } from '#shared/decisions/2-screens.ts'
import type { Model, Screen } from '#shared/model/model.ts'
import { reviveModel } from '#shared/model/serialize.ts'
import { isShown } from '#shared/points/declarations.ts'

export interface PageToTake {
  readonly name: string
  readonly path: string
  /** The status that the server must answer with. */
  readonly status: number
  /** True for a page of the document, absent for one that every application has. */
  readonly isOwn?: boolean
  /** Prepares the page before its picture is taken. */
  readonly open?: (page: Page) => Promise<void>
}

export async function pagesFor(url: string, session: string | null): Promise<readonly PageToTake[]> {
  const ask = async <T>(path: string): Promise<T | undefined> => {
    const answer = await fetch(url + path, { headers: session ? { Cookie: session } : {} })
    return answer.ok ? ((await answer.json()) as T) : undefined
  }
  const spec = await ask<{ readonly model: unknown; readonly document?: string }>('/api/spec')
  const model = reviveModel(spec?.model)
  const screens = isShown(model.screens) ? model.screens.screens : []
  const pages: PageToTake[] = []
  for (const screen of screens) {
    const path = screen.shows.kind === 'record' ? await recordPath(model, screen, ask) : screen.route
    if (path && !path.includes(':'))
      pages.push({ name: screen.key, isOwn: true, path, status: screen.shows.kind === 'not found' ? 404 : 200 })
  }
  const me = await ask<{ readonly administrator: boolean }>('/api/auth/me')
  const own = session ? ['account', 'inbox'] : ['sign-in', 'sign-up', 'forgot-password', 'reset-password']
  // Only those who may read the document get its text, and the page that shows it.
  const readers = spec?.document === undefined ? [] : ['studio', 'studio/pictures', 'studio/help']
  const administrators =
    me?.administrator === true
      ? [
          ...['people', 'verify', 'revisions', 'changes', 'timers', 'deliveries', 'mail', 'audit'].map(
            (page) => `studio/${page}`,
          ),
          ...dataPages(model),
        ]
      : []
  const standard = [...own, 'about', 'search', ...readers, ...administrators].map((path) => ({
    name: path.replaceAll('/', '-'),
    path: `/${path}`,
    status: 200,
  }))
  return [
    ...pages,
    ...standard,
    ...openedPages([...pages, ...standard]),
    { name: 'nowhere', path: '/no/such/page', status: 404 },
  ]
}

/**
 * Lists the data pages of entities without a screen of their own, which administrators have all the same. One of them
 * stands for all.
 */
function dataPages(model: Model): readonly string[] {
  const [first] = [...model.entities.values()]
  if (first === undefined || !model.accountPolicy.administratorsReadData || !hasRecords(model)) return []
  return ['studio/data', `studio/data/${first.path}`, `studio/data/${first.path}/new`]
}

/** Lists what a click opens, on each page that is there for this person and has the button. */
function openedPages(pages: readonly PageToTake[]): readonly PageToTake[] {
  const found = (path: string) => pages.filter((page) => page.path === path)
  return [
    ...found('/reset-password').map((page) => ({
      ...page,
      name: 'reset-password-by-link',
      // A link's secret stands behind the mark, and is checked only when it is sent.
      path: `${page.path}#link=shown-in-a-picture`,
    })),
    ...found('/studio/people').map((page) => ({ ...page, name: 'studio-person', open: openBy(/^Manage/) })),
    ...found('/account').flatMap((page) => [
      { ...page, name: 'account-second-factor', open: openBy('Set up an authenticator app') },
      { ...page, name: 'account-token', open: openBy(/^(New|Make a) token/) },
    ]),
    ...pages
      .filter(({ path }) => /\/[0-9a-f-]{36}$/.test(path))
      .map((page) => ({ ...page, name: `${page.name}-why-not`, open: openBy(/^Why (not|is a field missing)/) })),
  ]
}

/** Clicks the first button of that name, where there is one, and waits until what it opens is there. */
function openBy(name: string | RegExp) {
  return async (page: Page): Promise<void> => {
    const button = page.getByRole('button', { name }).first()
    if ((await button.count()) === 0) return
    await button.click()
    await page.waitForLoadState('networkidle')
  }
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
