// Loads the session and the specification before the first screen.
import { Center, Container } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { SessionContext, useFollowedActor, useSession } from '../data/session.ts'
import { ModelContext, useSpec } from '../data/spec.ts'
import { CreateRelated } from '../fields/create-related.ts'
import { RefusalNote } from '../refusals/refusal-note.tsx'
import { loadPart } from '../ui/load-page.tsx'
import { Loading, PageSkeleton } from '../ui/skeletons.tsx'
import { AppRoutes } from './app-routes.tsx'
import { Frame } from './frame.tsx'
import { say } from '../words/say.ts'

const SecondFactorRequired = lazy(async () => ({
  default: (await import('../account/second-factor/second-factor-required.tsx')).SecondFactorRequired,
}))

const CreateDrawer = loadPart(async () => (await import('../screens/form/create-drawer.tsx')).CreateDrawer)

export function Bootstrap() {
  const session = useSession()
  const spec = useSpec()
  const [areCodesShown, setCodesShown] = useState(false)
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  useFollowedActor(() => {
    notifications.show({ message: say('You were signed out. Sign in to continue. What you typed is kept.') })
    void navigate(`/sign-in?${new URLSearchParams({ next: pathname + search }).toString()}`)
  })
  const language = spec.data?.model.settings.language
  useEffect(() => {
    if (language) document.documentElement.lang = language
  }, [language])

  const error = session.data && spec.data ? null : (session.error ?? spec.error)
  if (error) {
    const retry = () => {
      void session.refetch()
      void spec.refetch()
    }
    return (
      <Center component="main" mih="100dvh" p="md">
        <Container size="xs">
          <h1 className="unseen">{say('Not reachable')}</h1>
          <RefusalNote error={error} onRetry={retry} />
        </Container>
      </Center>
    )
  }
  if (!session.data || !spec.data) {
    return (
      <Container component="main" size="lg" py={96}>
        <Loading>
          <PageSkeleton />
        </Loading>
      </Container>
    )
  }
  // Recovery codes are shown once: they stay until they were seen, though the session needs nothing more.
  const isSettingUp = session.data.secondFactorNeeded || (areCodesShown && session.data.person !== null)
  return (
    <ModelContext value={spec.data.model}>
      <SessionContext value={session.data}>
        {isSettingUp ? <SecondFactorPage onCodesShown={setCodesShown} /> : <Application />}
      </SessionContext>
    </ModelContext>
  )
}

function SecondFactorPage({ onCodesShown }: { readonly onCodesShown: (areShown: boolean) => void }) {
  return (
    <Container component="main" size="xs" py={{ base: 'md', sm: 48 }}>
      <Suspense
        fallback={
          <Loading>
            <PageSkeleton />
          </Loading>
        }
      >
        <SecondFactorRequired onCodesShown={onCodesShown} />
      </Suspense>
    </Container>
  )
}

function Application() {
  return (
    <CreateRelated value={CreateDrawer}>
      <Frame>
        <AppRoutes />
      </Frame>
    </CreateRelated>
  )
}
