// Reads the session, signs in and out, and follows changes of the actor.
import { notifyManager, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { createContext, useContext, useEffect, useEffectEvent } from 'react'
import type { SessionBody } from '#shared/protocol/session.ts'
import { PAGE_DATA } from '#shared/protocol/session.ts'
import { goByClock } from '../clock.ts'
import { sendRequest, onResponse, fetchData } from './api.ts'
import { keepDraftsOf } from './drafts.ts'
import { forgetRecent } from './recent.ts'
import type { Specification } from './spec.ts'
import { fetchSpec, SPEC_KEY, useSpec } from './spec.ts'
import { useSubmission } from './submission/use-submission.ts'

export const SESSION_KEY = ['session'] as const

const fetchSession = async (signal?: AbortSignal) =>
  readSession(await fetchData<SessionBody>(PAGE_DATA.session, signal))

/** Sets the clock by which pages go. It is no part of what is kept: all of the page would be drawn anew with each second. */
export function readSession({ clock, ...session }: SessionBody): SessionBody {
  goByClock(clock)
  return session
}

export function useSession() {
  return useQuery({
    queryKey: SESSION_KEY,
    queryFn: ({ signal }) => fetchSession(signal),
    // It is watched: what belongs to the reader changes together with it.
    staleTime: Infinity,
  })
}

const NOBODY: SessionBody = {
  person: null,
  roles: [],
  administrator: false,
  signUp: 'closed',
  signIn: [],
  sendsMail: false,
  revision: '',
}

/** Read once for the whole frame: a query of its own in each cell of a list would take longer than to draw it. */
export const SessionContext = createContext(NOBODY)

/** The session inside the frame, where it is known to be there. */
export function useKnownSession(): SessionBody {
  return useContext(SessionContext)
}

function useAuthCall<T>(path: string) {
  const client = useQueryClient()
  return useMutation({
    mutationKey: CHANGING,
    mutationFn: (body: T) => sendRequest<unknown>(path, { method: 'POST', body }),
    onSuccess: () => changeActor(client),
  })
}

/**
 * Everything that was read belongs to another actor now. Session and specification change at once:
 * a new actor with the former one's specification would be led to the former one's first screen.
 */
export async function changeActor(client: QueryClient): Promise<void> {
  client.removeQueries({ predicate: isOfActor })
  await readActor(client, fetchSession())
}

async function readActor(client: QueryClient, asked: Promise<SessionBody>): Promise<void> {
  const [session, spec] = await Promise.all([asked, fetchSpec()])
  for (const each of [client.getQueryData<SessionBody>(SESSION_KEY), session])
    if (each?.person) keepDraftsOf(each.person.id)
  if (session.person === null) forgetRecent()
  notifyManager.batch(() => {
    client.setQueryData(SPEC_KEY, spec)
    client.setQueryData(SESSION_KEY, session)
  })
}

function isOfActor({ queryKey: [first] }: { readonly queryKey: QueryKey }): boolean {
  return first !== SESSION_KEY[0] && first !== SPEC_KEY[0]
}

/**
 * Asks whether it is still the same reader with the same roles, by the same document. If not, all that depends on it is read anew:
 * a role given meanwhile shows its screens, one taken hides them, and a session that was ended elsewhere is over here too.
 */
export async function followActor(client: QueryClient): Promise<'signed out' | undefined> {
  const before = client.getQueryData<SessionBody>(SESSION_KEY)
  const now = await fetchSession()
  // A person who signs in or out here needs no message about it.
  if (isChanging(client)) return undefined
  const judgedBy = client.getQueryData<Specification>(SPEC_KEY)?.revision
  if (before === undefined || (describeActor(before) === describeActor(now) && judgedBy === now.revision)) {
    client.setQueryData(SESSION_KEY, now)
    return undefined
  }
  if (before.person?.id !== now.person?.id) client.removeQueries({ predicate: isOfActor })
  await readActor(client, Promise.resolve(now))
  await client.invalidateQueries({ predicate: isOfActor })
  return before.person !== null && now.person === null ? 'signed out' : undefined
}

/** Marks what makes this browser somebody else's, from the call until all is read anew. */
export const CHANGING = ['reader']

function isChanging(client: QueryClient): boolean {
  return client.isMutating({ mutationKey: CHANGING }) > 0
}

/** Serializes what decides, beside the document, what the person may know. */
function describeActor({ person, roles, held, administrator, viewing, secondFactorNeeded }: SessionBody): string {
  return JSON.stringify([person?.id, roles, held, administrator, viewing, secondFactorNeeded])
}

const EVERY = 60_000
/** Administrators write the document beside the page that shows it. */
const EVERY_FOR_ADMINISTRATORS = 5_000
/** A page full of refusals asks once. */
const AT_MOST_EVERY = 2000

/** Follows the reader: each minute, or for administrators each five seconds, when one comes back to the page, after a refusal by policy, and when roles or the document changed. */
export function useFollowedActor(onSignedOut: () => void): void {
  const client = useQueryClient()
  const signedOut = useEffectEvent(onSignedOut)
  const revision = useSpec().data?.revision
  useEffect(() => {
    let last = 0
    const follow = () => {
      if (document.visibilityState === 'hidden' || isChanging(client) || Date.now() - last < AT_MOST_EVERY) return
      last = Date.now()
      // Without a network it is asked again later.
      followActor(client).then(
        (end) => end === 'signed out' && signedOut(),
        () => {},
      )
    }
    const stop = onResponse(({ status, revision: seen, policy }) => {
      const known = client.getQueryData<SessionBody>(SESSION_KEY)?.policy
      const isOutdated =
        (revision !== undefined && seen !== null && seen !== revision) ||
        (known !== undefined && policy !== null && policy !== known)
      if (status === 401 || status === 403 || isOutdated) follow()
    })
    const followInTime = () => {
      const isAdministrator = client.getQueryData<SessionBody>(SESSION_KEY)?.administrator === true
      if (Date.now() - last >= (isAdministrator ? EVERY_FOR_ADMINISTRATORS : EVERY)) follow()
    }
    const timer = setInterval(followInTime, EVERY_FOR_ADMINISTRATORS)
    document.addEventListener('visibilitychange', follow)
    return () => {
      stop()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', follow)
    }
  }, [client, revision])
}

/** Reads the session and the specification anew. */
export function useChangeActor(): () => Promise<void> {
  const client = useQueryClient()
  return () => changeActor(client)
}

/** The first step was right, and the second is still to be done. */
export interface SecondFactorStep {
  readonly second_factor: readonly string[]
  /** Stands for the first step, for five minutes. */
  readonly challenge: string
}

/** Signs in, or gives what the second step needs. */
function useSignInCall<T>(path: string) {
  const client = useQueryClient()
  return useSubmission({
    mutationKey: CHANGING,
    async mutationFn(body: T): Promise<SecondFactorStep | null> {
      const { data } = await sendRequest<SecondFactorStep | { readonly person: string }>(path, { method: 'POST', body })
      return 'challenge' in data ? data : null
    },
    onSuccess: (next) => (next === null ? changeActor(client) : undefined),
  })
}

export const useSignIn = () => useSignInCall<{ readonly email: string; readonly password: string }>('/api/auth/sign-in')
export const useSignInWithLink = () => useSignInCall<{ readonly link: string }>('/api/auth/links/sign-in')
export const useSecondFactor = () =>
  useSignInCall<{ readonly challenge: string; readonly code: string }>('/api/auth/second-factor')
export const useSignOut = () => useAuthCall<Record<string, never>>('/api/auth/sign-out')
