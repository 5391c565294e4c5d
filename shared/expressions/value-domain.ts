// Describes the values still possible for an expression: empty, words or an interval of numbers.
import type { Type } from './type.ts'

export interface ValueDomain {
  readonly mayBeEmpty: boolean
  /** Undefined: any word, or no words at all. For yes or no they are `true` and `false`. */
  readonly words?: ReadonlySet<string>
  readonly interval: Interval
  /** Nothing but empty is left. */
  readonly isOnlyEmpty: boolean
}

export interface Interval {
  readonly min?: number
  readonly max?: number
  /** The bound itself does not belong to it. */
  readonly isAbove?: boolean
  readonly isBelow?: boolean
}

export function wholeDomain(type: Type, mayBeEmpty: boolean): ValueDomain {
  const words = type.kind === 'choice' ? type.words : type.kind === 'boolean' ? ['true', 'false'] : undefined
  return { mayBeEmpty, ...(words ? { words: new Set(words) } : {}), interval: {}, isOnlyEmpty: false }
}

export function keepEmpty(domain: ValueDomain, isEmpty: boolean): ValueDomain {
  return isEmpty ? { ...domain, isOnlyEmpty: true } : { ...domain, mayBeEmpty: false }
}

/** Keeps only these words, or all but these. */
export function keepWords(
  domain: ValueDomain,
  words: readonly string[],
  isOneOf: boolean,
  keepsEmpty: boolean,
): ValueDomain {
  const rest = keepsEmpty ? domain : keepEmpty(domain, false)
  if (isOneOf) return { ...rest, words: new Set(words.filter((word) => domain.words?.has(word) ?? true)) }
  return domain.words ? { ...rest, words: new Set([...domain.words].filter((word) => !words.includes(word))) } : rest
}

export function keepBetween(domain: ValueDomain, kept: Interval): ValueDomain {
  const { min, max, isAbove, isBelow } = domain.interval
  const lower = kept.min !== undefined && (min === undefined || kept.min > min || (kept.min === min && !isAbove))
  const upper = kept.max !== undefined && (max === undefined || kept.max < max || (kept.max === max && !isBelow))
  const bounds = {
    ...(lower ? { min: kept.min, isAbove: kept.isAbove } : { min, isAbove }),
    ...(upper ? { max: kept.max, isBelow: kept.isBelow } : { max, isBelow }),
  }
  const interval = Object.fromEntries(Object.entries(bounds).filter(([, value]) => value !== undefined)) as Interval
  return { ...keepEmpty(domain, false), interval }
}

export function isPossible({ mayBeEmpty, words, interval, isOnlyEmpty }: ValueDomain): boolean {
  if (mayBeEmpty) return true
  if (isOnlyEmpty || words?.size === 0) return false
  const { min, max, isAbove, isBelow } = interval
  if (min === undefined || max === undefined) return true
  return min < max || (min === max && !isAbove && !isBelow)
}
