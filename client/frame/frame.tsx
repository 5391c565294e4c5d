// Frames every screen: navigation, content and a skip link.
import { Burger, Button, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import type { KeyboardEvent, ReactNode } from 'react'
import { useDeferredValue, useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { menuScreens } from '../data/visible-screens.ts'
import { useKnownSession } from '../data/session.ts'
import { useModel } from '../data/spec.ts'
import { Brand } from './brand.tsx'
import { PaletteHost } from './palette/palette-host.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { loadPart } from '../ui/load-page.tsx'
import { say } from '../words/say.ts'
import classes from './frame.module.css'
import { InboxButton } from './inbox-button.tsx'
import { Navigation } from './navigation.tsx'
import { OfflineNote } from './offline-note.tsx'

/** Few ever view as somebody else. */
const ViewingBanner = loadPart(async () => (await import('./viewing-banner.tsx')).ViewingBanner)

export function Frame({ children }: { readonly children: ReactNode }) {
  const [open, { toggle, close }] = useDisclosure(false)
  const { pathname } = useLocation()
  const model = useModel()
  const session = useKnownSession()
  const main = useRef<HTMLElement>(null)
  const first = useRef(true)

  // A new page begins at its top, and is where the keyboard and the screen reader go on.
  useEffect(() => {
    close()
    if (first.current) {
      first.current = false
      return
    }
    // A line of the document is gone to by the page itself.
    if (globalThis.location.hash === '') globalThis.scrollTo(0, 0)
    const place = main.current?.querySelector<HTMLElement>('[data-autofocus]') ?? main.current
    place?.focus({ preventScroll: true })
  }, [pathname, close])

  const burger = useRef<HTMLButtonElement>(null)
  const closeByKey = (event: KeyboardEvent) => {
    if (!open || event.key !== 'Escape') return
    close()
    burger.current?.focus()
  }

  usePrefetchedPages()
  // On a phone the menu is out of sight: it is drawn after the page.
  const isMenuDrawn = useDeferredValue(true, globalThis.matchMedia('(min-width: 62em)').matches)
  const screens = menuScreens(model, session)
  return (
    <>
      <PaletteHost />
      <a href="#main" className={classes['skip']}>
        {say('Skip to the content')}
      </a>
      <header className={classes['header']} data-frame>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger
              ref={burger}
              opened={open}
              onKeyDown={closeByKey}
              onClick={toggle}
              size="sm"
              aria-label={open ? say('Close the menu') : say('Open the menu')}
              aria-expanded={open}
              aria-controls="menu"
            />
            <Brand name={model.name} />
          </Group>
          {session.person ? (
            <InboxButton />
          ) : (
            <Button component={Link} to="/sign-in" variant="subtle" size="compact-md">
              {say('Sign in')}
            </Button>
          )}
        </Group>
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Esc closes it from within */}
      <nav
        id="menu"
        className={`${classes['navbar']} ${open ? '' : classes['closed']}`}
        data-frame
        aria-label={say('Menu')}
        onKeyDown={closeByKey}
      >
        {isMenuDrawn && <Navigation screens={screens} onClose={toggle} open={open} />}
      </nav>
      <main className={classes['main']} id="main" ref={main} tabIndex={-1}>
        {session.viewing && <ViewingBanner />}
        <OfflineNote />
        <div className={classes['content']}>
          <ErrorBoundary at={pathname}>{children}</ErrorBoundary>
        </div>
      </main>
    </>
  )
}

/** Time in which the first page has what it needs, where nobody does anything meanwhile. */
const BEFORE_PREFETCH = 6_000
const FIRST_ACTS = ['pointerdown', 'keydown'] as const

/** Loads pages in advance while the network is available, so that they can be opened when it is gone. */
function usePrefetchedPages(): void {
  const client = useQueryClient()
  useEffect(() => {
    const ended = new AbortController()
    const stop = () => {
      globalThis.clearInterval(timer)
      for (const act of FIRST_ACTS) globalThis.removeEventListener(act, begin)
    }
    const begin = () => {
      stop()
      void import('./fetch-rest.ts').then(({ fetchRest }) => fetchRest(client, ended.signal)).catch(() => {})
    }
    // Where the first page takes longer, it is not disturbed.
    const tryToBegin = () => {
      if (!document.querySelector('[aria-busy="true"]')) begin()
    }
    const timer = globalThis.setInterval(tryToBegin, BEFORE_PREFETCH)
    for (const act of FIRST_ACTS) globalThis.addEventListener(act, begin)
    return () => {
      stop()
      ended.abort()
    }
  }, [client])
}
