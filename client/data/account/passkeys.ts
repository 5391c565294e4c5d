// Creates, lists and removes passkeys, and signs in with one.
// The code for authenticators is loaded when it is needed.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser'
import { sendRequest, fetchData, RequestRefusal } from '../api.ts'
import { changeActor } from '../session.ts'
import { say } from '../../words/say.ts'
import { useSubmission } from '../submission/use-submission.ts'

export interface OwnPasskey {
  readonly id: string
  readonly name: string
  readonly created_at: string
  readonly used_at: string | null
}

const OWN = '/api/auth/passkeys'
const KEY = ['account', 'passkeys']
const SIGN_IN = '/api/auth/sign-in/passkey'

const loadAuthenticator = () => import('@simplewebauthn/browser')

/**
 * Creates a passkey from the options at `path` and returns the authenticator's response. Throws a refusal with an
 * explanation where that fails.
 */
export async function createPasskey(path: string, body: object): Promise<RegistrationResponseJSON> {
  const { data } = await sendRequest<PublicKeyCredentialCreationOptionsJSON>(path, { method: 'POST', body })
  const { startRegistration } = await loadAuthenticator()
  return startRegistration({ optionsJSON: data }).catch(explain)
}

export function usePasskeys() {
  return useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await fetchData<{ readonly items: readonly OwnPasskey[] }>(OWN, signal)).items,
  })
}

export function useAddPasskey() {
  const client = useQueryClient()
  return useSubmission({
    async mutationFn(name: string) {
      const response = await createPasskey(`${OWN}/challenge`, {})
      return sendRequest<OwnPasskey>(OWN, { method: 'POST', body: { name, response } })
    },
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  })
}

export function useRenamePasskey() {
  const client = useQueryClient()
  return useSubmission({
    mutationFn: ({ id, name }: { readonly id: string; readonly name: string }) =>
      sendRequest<OwnPasskey>(`${OWN}/${encodeURIComponent(id)}`, { method: 'PATCH', body: { name } }),
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  })
}

export function useRemovePasskey() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => sendRequest<null>(`${OWN}/${encodeURIComponent(id)}`, { method: 'DELETE' }),
    // All other sessions end with it.
    onSuccess: () => client.invalidateQueries({ queryKey: ['account'] }),
  })
}

/** Asks the browser for a passkey at once: behind a button. */
export function useSignInWithPasskey() {
  const client = useQueryClient()
  return useSubmission({
    async mutationFn() {
      const optionsJSON = await askForPasskey()
      const { startAuthentication } = await loadAuthenticator()
      return sendPasskey(await startAuthentication({ optionsJSON }).catch(explain))
    },
    onSuccess: () => changeActor(client),
  })
}

/** Asks the browser for one of the person's own passkeys, as proof that it is still the same person. */
export function useReauthenticateByPasskey() {
  return useSubmission({
    async mutationFn() {
      const path = '/api/auth/reauthentication'
      const challenge = await sendRequest<PublicKeyCredentialRequestOptionsJSON>(`${path}/passkey/challenge`, {
        method: 'POST',
        body: {},
      })
      const { startAuthentication } = await loadAuthenticator()
      const passkey = await startAuthentication({ optionsJSON: challenge.data }).catch(explain)
      return sendRequest<null>(path, { method: 'POST', body: { passkey } })
    },
  })
}

/** A challenge is good for five minutes; the page may stand open for longer. */
const AGAIN_AFTER = 4 * 60_000

/**
 * Offers passkeys beside the addresses that the browser knows, as soon as the address field is entered, where the
 * browser supports it.
 */
export function usePasskeyAutofill(isOn: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!isOn) return undefined
    let isOver = false
    /** Ends what the browser was asked; undefined while it is not asked. */
    let cancel: (() => void) | undefined
    const offer = async () => {
      const { browserSupportsWebAuthnAutofill, startAuthentication, WebAuthnAbortService } = await loadAuthenticator()
      if (isOver || !(await browserSupportsWebAuthnAutofill())) return
      const optionsJSON = await askForPasskey()
      if (isOver) return
      const own = () => WebAuthnAbortService.cancelCeremony()
      cancel = own
      // Ends by itself when the button asks: one question at a time.
      const response = await startAuthentication({ optionsJSON, useBrowserAutofill: true }).finally(() => {
        if (cancel === own) cancel = undefined
      })
      await sendPasskey(response)
      await changeActor(client)
    }
    // A person who does not take it up signs in another way: nothing is to be said.
    const quietly = () => void offer().catch(() => {})
    quietly()
    const timer = setInterval(quietly, AGAIN_AFTER)
    return () => {
      isOver = true
      clearInterval(timer)
      cancel?.()
    }
  }, [client, isOn])
}

async function askForPasskey(): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return (
    await sendRequest<PublicKeyCredentialRequestOptionsJSON>(`${SIGN_IN}/challenge`, { method: 'POST', body: {} })
  ).data
}

function sendPasskey(response: AuthenticationResponseJSON): Promise<unknown> {
  return sendRequest<unknown>(SIGN_IN, { method: 'POST', body: { response } })
}

/** The browser's errors have names; each becomes a sentence. */
function explain(error: unknown): never {
  const name = error instanceof Error ? error.name : ''
  const detail =
    SENTENCES[name] ?? say('The browser could not use a passkey. Please try again, or sign in another way.')
  throw new RequestRefusal({ status: 400, code: 'passkey_unused', title: say('Not possible'), detail, errors: [] })
}

const SENTENCES: { readonly [name: string]: string } = {
  NotAllowedError: say('No passkey was used: it was declined, or it took too long.'),
  AbortError: say('No passkey was used.'),
  InvalidStateError: say('This device already has a passkey for your account.'),
  SecurityError: say(
    'Passkeys don’t work at this address. Open the application at its own address, by https or on localhost.',
  ),
  NotSupportedError: say('This device can’t keep a passkey that asks for your finger, face or PIN.'),
}
