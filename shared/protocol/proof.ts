// How somebody who signed in a while ago proves that it is still the same person.

/** `GET /api/auth/proof` */
export interface ProofBody {
  /** What this person has for it: any of them will do, where no second factor is at stake. */
  readonly ways: readonly ProofWay[]
  /** Whether each factor was shown just now, so that it need not be shown again to change the second. */
  readonly shown: { readonly first: boolean; readonly second: boolean }
}

/** `code`: of the authenticator app, or a recovery code. `passkey` is both factors in one. `link`: by e-mail. */
export type ProofWay =
  | { readonly kind: 'password' | 'passkey' | 'code' | 'link' }
  | { readonly kind: 'provider'; readonly name: string; readonly path: string }
