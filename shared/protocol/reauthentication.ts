// Declares the methods by which a signed-in person re-authenticates.

/** `GET /api/auth/reauthentication` */
export interface ReauthenticationBody {
  /** Methods that this person has. Any of them will do, where no second factor is at stake. */
  readonly methods: readonly ReauthenticationMethod[]
  /** Whether each factor was shown just now, so that it need not be shown again to change the second. */
  readonly shown: { readonly first: boolean; readonly second: boolean }
}

/** `code`: of the authenticator app, or a recovery code. `passkey` is both factors in one. `link`: by email. */
export type ReauthenticationMethod =
  | { readonly kind: 'password' | 'passkey' | 'code' | 'link' }
  | { readonly kind: 'provider'; readonly name: string; readonly path: string }
