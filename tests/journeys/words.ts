// The words of the client, by which journeys find what they click: a text that is reworded no longer compiles here.
import { fillHoles } from '#shared/text/phrase.ts'
import type { HolesIn } from '#shared/text/phrase.ts'
import { GERMAN } from '../../client/words/german/german.ts'

/** An English text of the client, with its holes. */
export type Text = keyof typeof GERMAN

type Values<Said extends Text> = { readonly [hole in HolesIn<Said>]: string | number }
type Given<Said extends Text> = [HolesIn<Said>] extends [never] ? [] : [Values<Said>]

/** Says a text as an English page does. */
export function word<const Said extends Text>(text: Said, ...[values]: Given<Said>): string {
  return fill(text, values)
}

/** Says a text as a German page does. */
export function germanWord<const Said extends Text>(text: Said, ...[values]: Given<Said>): string {
  return fill(GERMAN[text], values)
}

/** Matches a whole text in which holes are patterns; those that are left out may hold anything. */
export function wording<const Said extends Text>(
  text: Said,
  patterns: { readonly [hole in HolesIn<Said>]?: string | number | RegExp } = {},
): RegExp {
  return patternOf(text, patterns)
}

/** Matches a whole text of a German page. */
export function germanWording<const Said extends Text>(
  text: Said,
  patterns: { readonly [hole in HolesIn<Said>]?: string | number | RegExp } = {},
): RegExp {
  return patternOf(GERMAN[text], patterns)
}

/** A word of the document under test that the client has too. */
export function label(text: Text): string {
  return text
}

function fill(text: string, values: { readonly [hole: string]: string | number } | undefined): string {
  return values === undefined ? text : fillHoles(text, values, 'en-GB', (count) => count.toLocaleString('en-GB'))
}

function patternOf(text: string, patterns: { readonly [hole: string]: string | number | RegExp | undefined }): RegExp {
  const parts = text.split(/\{([a-z]+)\}/).map((part, at) => {
    if (at % 2 === 0) return escapePattern(part)
    const pattern = patterns[part] ?? /.*/
    return pattern instanceof RegExp ? `(?:${pattern.source})` : escapePattern(String(pattern))
  })
  return new RegExp(`^${parts.join('')}$`)
}

export function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
