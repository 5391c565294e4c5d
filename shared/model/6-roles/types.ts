// Declares roles, grants and the account policy of the model.
import type { Name } from '../../points/declarations.ts'
import type { Expression } from '../../expressions/node.ts'
import type { Grantee } from '../4-states/types.ts'
import type { Verb } from '../../points/6-roles/declarations.ts'
import type { Citation } from '../model.ts'

export interface Role {
  readonly name: Name
  readonly is: string
  /** All roles that it includes, itself among them. */
  readonly includes: readonly string[]
  /**
   * Relations that give this role, its own or those of a role that includes it: people who fulfil one of these
   * conditions on a record have the role there.
   */
  readonly onRecords: readonly { readonly entity: string; readonly where: Expression }[]
}

export interface Grant {
  readonly who: Grantee
  readonly except: boolean
  readonly may: readonly Verb[]
  /** Transitions by which it lets a record be created, where `may` does not say `create`. */
  readonly createBy?: readonly string[]
  readonly where?: Expression
  /** Identifiers of fields, worked out from `all` and `all except`; `id` and `_version` come always and are not listed. */
  readonly fields: readonly string[]
  readonly otherwise?: string
  readonly cite: Citation
}

export type SignInOption =
  | { readonly kind: 'password' | 'passkey' | 'link' }
  /** A provider by OpenID Connect; `path`: its name in addresses (kebab-case); the environment has it in capitals, with `_`. */
  | { readonly kind: 'provider'; readonly name: string; readonly path: string }

export interface SecondFactorRule {
  readonly everyone: boolean
  readonly administrators: boolean
  readonly roles: readonly string[]
  readonly cite: Citation
}

export interface AccountPolicy {
  readonly signUp:
    /** `approved`: administrators decide over everyone who signs up. */
    | { readonly kind: 'open'; readonly as: readonly string[]; readonly approved: boolean }
    | { readonly kind: 'by invitation' | 'closed' }
  /** Sign-in options in the order in which they are offered. */
  readonly signIn: readonly SignInOption[]
  /** Characters that a new password has at least. */
  readonly shortestPassword: number
  /** People who must sign in with two factors. Undefined where nobody has to. */
  readonly secondFactor?: SecondFactorRule
  /** Roles that the holder of a role may give. */
  readonly mayGive: ReadonlyMap<string, readonly string[]>
  readonly administratorsReadData: boolean
  readonly citations: 'everyone' | 'nobody' | readonly string[]
  readonly document: 'administrators' | 'everyone' | readonly string[]
  readonly grantsCite: Citation
  readonly cites: AccountPolicyCitations
}

/** The settings that decide about accounts, where the document has them. */
export interface AccountPolicyCitations {
  readonly signUp?: Citation
  readonly signIn?: Citation
  readonly administrators?: Citation
  /** Citations by the role that may give others. */
  readonly mayGive: ReadonlyMap<string, Citation>
}
