// Declares the values that a document writes outside of code: `20`, `10 MB`, `7 days` …

export type Literal =
  | { readonly kind: 'integer'; readonly value: number }
  /** Exact; as text with its places: "2.50". A percentage is its hundredth: "0.12" from `12 %`. Money has its currency, as a code or as a sign. */
  | { readonly kind: 'decimal'; readonly value: string; readonly currency?: string; readonly isPercent?: true }
  | { readonly kind: 'size'; readonly bytes: number }
  /** `days`: how many of it are written as days. */
  | { readonly kind: 'duration'; readonly milliseconds: number; readonly days: number }
  | { readonly kind: 'rate'; readonly count: number; readonly milliseconds: number }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'list'; readonly items: readonly Literal[] }
  /** An ISO date. */
  | { readonly kind: 'date'; readonly value: string }
