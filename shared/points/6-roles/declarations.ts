// Declares what point 6 contains: sign-up and sign-in, roles, grants and grantees.
import type { Span } from '../../text/span.ts'
import type { Reference, Name } from '../declarations.ts'
import type { Fragment } from '../../text/fragment.ts'

/** One who is written in a `for`, `who` or `role` cell: a role's name, a word (`everyone` …) or a condition in code. */
export type GranteeDeclaration =
  | { readonly kind: 'word'; readonly word: 'everyone' | 'anyone' | 'nobody'; readonly span: Span }
  | { readonly kind: 'role'; readonly role: Reference }
  | { readonly kind: 'condition'; readonly condition: Fragment }
  /** `Approver and not the one who did submit` */
  | { readonly kind: 'notTheOneWhoDid'; readonly who: GranteeDeclaration; readonly transition: Reference }
  /** ``Approver and `amount < 100` `` */
  | { readonly kind: 'provided'; readonly who: GranteeDeclaration; readonly condition: Fragment }

export type Verb = 'read' | 'create' | 'update' | 'delete' | 'import' | 'export' | 'see history' | 'restore'

export interface RoleDeclaration {
  readonly name: Name
  readonly is: string
  readonly includes: readonly Reference[]
  readonly of?: Fragment
  readonly who?: Fragment
  readonly span: Span
}

export interface GrantDeclaration {
  readonly who: readonly GranteeDeclaration[]
  /** Written `except Author`: takes away. */
  readonly except: boolean
  readonly entities: readonly Reference[]
  readonly may: readonly (Verb | 'everything')[]
  /** `create by register`: transitions from "new record", the only ones by which it lets a record be created. */
  readonly createBy: readonly Reference[]
  readonly where?: Fragment
  readonly fields:
    | { readonly kind: 'all' }
    | { readonly kind: 'only' | 'all except'; readonly fields: readonly Reference[] }
  readonly otherwise?: Reference
  readonly span: Span
}

export type SignInDeclaration =
  | { readonly kind: 'password' | 'passkey' | 'link'; readonly span: Span }
  | { readonly kind: 'provider'; readonly name: Name; readonly span: Span }

export interface SecondFactorHoldersDeclaration {
  readonly everyone: boolean
  readonly administrators: boolean
  readonly roles: readonly Reference[]
}

export interface RolesPoint {
  readonly signUp:
    | { readonly kind: 'open'; readonly as: readonly Reference[]; readonly approved: boolean }
    | { readonly kind: 'by invitation' | 'closed' }
  /** Sign-in options in the order in which they are offered. Undefined where the document does not mention them. */
  readonly signIn?: readonly SignInDeclaration[]
  /** Characters that a new password has at least. Undefined where the document asks for no more than the system does. */
  readonly shortestPassword?: number
  /** People who have to show a second factor. Undefined where only those who want to use one. */
  readonly secondFactor?: { readonly of: SecondFactorHoldersDeclaration; readonly span: Span }
  readonly mayGive: readonly { readonly role: Reference; readonly gives: readonly Reference[]; readonly span: Span }[]
  readonly administrators: 'all data' | 'no data'
  readonly citations: 'everyone' | 'nobody' | readonly Reference[]
  readonly document: 'administrators' | 'everyone' | readonly Reference[]
  /** Positions of the settings that are not left out. */
  readonly settings: ReadonlyMap<string, Span>
  readonly roles: readonly RoleDeclaration[]
  readonly grants: readonly GrantDeclaration[]
  /** The header row of the table of grants (the point's heading where there is none): cited where nothing else can be. */
  readonly grantsHeader: Span
  readonly span: Span
}
