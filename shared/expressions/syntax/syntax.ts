// Declares the syntax tree of an expression, before names and types are known.
import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import type { Span } from '../../text/span.ts'
import type { TemplatePart } from './template-parts.ts'

interface Base {
  readonly span: Span
}

export type SyntaxOperator = 'and' | 'or' | '==' | '!=' | '<' | '<=' | '>' | '>=' | '+' | '-' | '*' | '/' | '%' | 'in'

export interface SyntaxEntry {
  readonly name: string
  readonly span: Span
  readonly value: Syntax
}

export type Syntax =
  | (Base & { readonly kind: 'null' })
  | (Base & { readonly kind: 'boolean'; readonly value: boolean })
  | (Base & {
      readonly kind: 'text'
      /** Source text, including braces. */
      readonly value: string
      /** Parts into which braces divide the text, if it is read as a template. */
      readonly template?: readonly TemplatePart[]
      /** Errors in the text, if it is not a valid template. */
      readonly problems?: readonly Diagnostic[]
    })
  /** A whole number. */
  | (Base & { readonly kind: 'integer'; readonly value: number })
  /** A number with places (`2.50`: exact, as text) or with an exponent (`1e3`: a number). */
  | (Base & { readonly kind: 'decimal'; readonly value: string })
  | (Base & { readonly kind: 'number'; readonly value: number })
  | (Base & { readonly kind: 'name'; readonly name: string })
  | (Base & { readonly kind: 'member'; readonly object: Syntax; readonly name: string; readonly nameSpan: Span })
  | (Base & { readonly kind: 'index'; readonly object: Syntax; readonly index: Syntax })
  /** `f(a)`, or `target.f(a)`. */
  | (Base & {
      readonly kind: 'call'
      readonly name: string
      readonly nameSpan: Span
      readonly target: Syntax | undefined
      readonly arguments: readonly Syntax[]
    })
  | (Base & { readonly kind: 'not' | 'negate'; readonly operand: Syntax })
  | (Base & {
      readonly kind: 'binary'
      readonly operator: SyntaxOperator
      readonly left: Syntax
      readonly right: Syntax
    })
  | (Base & { readonly kind: 'conditional'; readonly test: Syntax; readonly then: Syntax; readonly otherwise: Syntax })
  | (Base & { readonly kind: 'list'; readonly items: readonly Syntax[] })
  | (Base & { readonly kind: 'object'; readonly entries: readonly SyntaxEntry[] })
