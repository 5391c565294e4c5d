// Loads the code of a page on first use; without a network it says so in place and retries by itself.
import { Button } from '@mantine/core'
import type { ComponentType } from 'react'
import { useEffect, useState } from 'react'
import { EmptyState } from './empty-state.tsx'
import { Loading, PageSkeleton } from './skeletons.tsx'
import { say } from '../words/say.ts'

type Load<Props> = () => Promise<ComponentType<Props>>

/** Every page that was declared, so that the rest can be fetched when nothing else goes on. */
export const declaredPages: Load<never>[] = []

/** A page whose code can be there before it is shown. */
export type LoadedPage<Props> = ComponentType<Props> & { readonly prepare: () => Promise<void> }

export function loadPage<Props extends object>(load: Load<Props>): LoadedPage<Props> {
  return loadOnUse(load, PageWaiting, Offline)
}

/** A part of a page that is opened later, such as a dialog: until its code is there, nothing is in its place, or `Waiting`. */
export function loadPart<Props extends object>(
  load: Load<Props>,
  Waiting: ComponentType<Props> = Nothing,
): ComponentType<Props> {
  return loadOnUse(load, Waiting, RetryUnseen)
}

function loadOnUse<Props extends object>(
  load: Load<Props>,
  Waiting: ComponentType<Props>,
  Failed: ComponentType<{ readonly onRetry: () => void }>,
): LoadedPage<Props> {
  let loaded: ComponentType<Props> | undefined
  const loadOnce: Load<Props> = async () => (loaded ??= await load())
  declaredPages.push(loadOnce as unknown as Load<never>)
  function Loaded(props: Props) {
    const [Page, setPage] = useState<ComponentType<Props> | undefined>(() => loaded)
    const [isFailed, setFailed] = useState(false)
    const [tries, setTries] = useState(0)
    useEffect(() => {
      if (Page !== undefined) return undefined
      let isOver = false
      loadOnce().then(
        (found) => isOver || setPage(() => found),
        () => isOver || setFailed(true),
      )
      return () => {
        isOver = true
      }
    }, [Page, tries])
    if (Page !== undefined) return <Page {...props} />
    const retry = () => {
      setFailed(false)
      setTries(tries + 1)
    }
    return (
      <>
        {isFailed && <Failed onRetry={retry} />}
        {(!isFailed || Failed === RetryUnseen) && <Waiting {...props} />}
      </>
    )
  }
  // A part that can't be loaded says so where it would stand.
  const prepare = async () => {
    await loadOnce().catch(() => {})
  }
  return Object.assign(Loaded, { prepare })
}

function PageWaiting() {
  return (
    <Loading>
      <PageSkeleton />
    </Loading>
  )
}

function Nothing() {
  return null
}

/** The note about the network says why nothing opens; it does as soon as the network is back. */
function RetryUnseen({ onRetry }: { readonly onRetry: () => void }) {
  useRetryOnline(onRetry)
  return null
}

function useRetryOnline(onRetry: () => void): void {
  useEffect(() => {
    const retry = () => onRetry()
    globalThis.addEventListener('online', retry)
    return () => globalThis.removeEventListener('online', retry)
  }, [onRetry])
}

function Offline({ onRetry }: { readonly onRetry: () => void }) {
  useRetryOnline(onRetry)
  return (
    <div role="alert">
      <EmptyState icon="warning" title={say('This page needs the network.')}>
        {say(
          'It wasn’t loaded before you lost your connection. It will open when you’re back online. What you typed elsewhere is kept.',
        )}
        <Button variant="default" onClick={onRetry} mt="sm">
          {say('Try again')}
        </Button>
      </EmptyState>
    </div>
  )
}
