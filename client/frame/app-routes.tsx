// Routes addresses to screens of point 2, standard screens or not found.
import { Route, Routes, Navigate } from 'react-router-dom'
import { matchScreenRoute } from '#shared/decisions/2-screens.ts'
import type { Model } from '#shared/model/model.ts'
import { firstPath, visibleScreens } from '../data/visible-screens.ts'
import { useKnownSession } from '../data/session.ts'
import { useModel } from '../data/spec.ts'
import { useSessionPolicy } from '../data/session-policy.ts'
import { prepareScreen, ScreenView } from '../screens/screen-view.tsx'
import { useServerSaysNotFound } from './use-server-says-not-found.ts'
import type { LoadedPage } from '../ui/load-page.tsx'
import { loadPage } from '../ui/load-page.tsx'
import { capitalise } from '#shared/text/capitalise.ts'

const NotFound = loadPage(async () => (await import('../page/not-found.tsx')).NotFound)
const About = loadPage(async () => (await import('../screens/standard/about.tsx')).About)
const Inbox = loadPage(async () => (await import('../screens/standard/inbox.tsx')).Inbox)
const SignIn = loadPage(async () => (await import('../account/sign-in/sign-in.tsx')).SignIn)
const ForgotPassword = loadPage(async () => (await import('../account/request-link.tsx')).ForgotPassword)
const Search = loadPage(async () => (await import('../screens/standard/search/search.tsx')).Search)
const DocumentPage = loadPage(async () => (await import('../studio/document/document-page.tsx')).DocumentPage)
const PicturesPage = loadPage(async () => (await import('../studio/pictures/pictures-page.tsx')).PicturesPage)
const VerifyPage = loadPage(async () => (await import('../studio/verify/verify-page.tsx')).VerifyPage)
const Revisions = loadPage(async () => (await import('../studio/document/revisions.tsx')).Revisions)
const Changes = loadPage(async () => (await import('../studio/changes.tsx')).Changes)
const EntityList = loadPage(async () => (await import('../studio/entity-list.tsx')).EntityList)
const People = loadPage(async () => (await import('../studio/people/people.tsx')).People)
const Timers = loadPage(async () => (await import('../studio/timers.tsx')).Timers)
const Help = loadPage(async () => (await import('../studio/help/help.tsx')).Help)
const MailPage = loadPage(async () => (await import('../studio/mail/mail.tsx')).MailPage)
const Deliveries = loadPage(async () => (await import('../studio/deliveries.tsx')).Deliveries)
const Audit = loadPage(async () => (await import('../studio/audit/audit.tsx')).Audit)
const SignUp = loadPage(async () => (await import('../account/sign-up/sign-up.tsx')).SignUp)
const ResetPassword = loadPage(async () => (await import('../account/reset-password.tsx')).ResetPassword)
const Account = loadPage(async () => (await import('../account/account.tsx')).Account)

const STANDARD: { readonly [path: string]: LoadedPage<object> } = {
  '/about': About,
  '/sign-in': SignIn,
  '/sign-up': SignUp,
  '/forgot-password': ForgotPassword,
  '/reset-password': ResetPassword,
  '/search': Search,
  '/studio': DocumentPage,
  '/studio/pictures': PicturesPage,
  '/studio/verify': VerifyPage,
  '/studio/revisions': Revisions,
  '/studio/changes': Changes,
  '/studio/data': EntityList,
  '/studio/people': People,
  '/studio/audit': Audit,
  '/studio/timers': Timers,
  '/studio/deliveries': Deliveries,
  '/studio/mail': MailPage,
  '/studio/help': Help,
  '/studio/help/:page': Help,
  '/account': Account,
  '/inbox': Inbox,
}

/** Loads the code of the page at an address, so that it is shown at once. */
export async function loadFirstPage(model: Model, path: string): Promise<void> {
  const route = matchScreenRoute(model, path)
  if (route?.kind === 'screen') await prepareScreen(route.screen)
  else if (route) await STANDARD[route.path]?.prepare()
}

export function AppRoutes() {
  const model = useModel()
  const session = useKnownSession()
  const policy = useSessionPolicy()
  if (useServerSaysNotFound()) return <NotFound />
  const screens = visibleScreens(model, session).filter((screen) => screen.shows.kind !== 'not found')
  const own = new Set(screens.map((screen) => screen.route))
  const standard = [
    { path: '/', element: <Home /> },
    ...Object.entries(STANDARD).map(([path, Page]) => ({ path, element: <Page /> })),
  ].filter(({ path }) => !own.has(path) && policy.canOpenStandardScreen(path))
  return (
    <Routes>
      {screens.map((screen) => (
        <Route key={screen.route} path={screen.route} element={<ScreenView key={screen.key} screen={screen} />} />
      ))}
      {standard.map(({ path, element }) => (
        <Route key={path} path={path} element={element} />
      ))}
      <Route path="*" element={<NotFound />} />
    </Routes>
  )
}

function Home() {
  const model = useModel()
  const first = firstPath(model, useKnownSession())
  return first && first !== '/' ? <Navigate to={first} replace /> : <About title={capitalise(model.name)} />
}
