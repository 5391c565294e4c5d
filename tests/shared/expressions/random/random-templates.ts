// Random texts with holes: of fields, of what is worked out, of sets, and of what is shown in a language.
import { showHoles } from '#shared/model/show-holes.ts'
import type { LinkContext } from '#shared/model/link-context.ts'
import type { Node } from '#shared/expressions/node.ts'
import type { Kind } from './random-model.ts'
import type { Variables, Writer } from './writer.ts'
import { oneOf } from './writer.ts'

const PLAIN: readonly Kind[] = ['text', 'text', 'level', 'integer', 'boolean', 'time']
/** Shown in the application's language. */
const LOCALISED: readonly Kind[] = ['date', 'timestamp', 'decimal', 'number', 'duration']
/** Languages that group numbers, write digits and count units in different ways. */
export const LANGUAGES = ['en', 'de', 'fr', 'pl', 'es', 'ar-EG', 'hi'] as const
const BETWEEN = ['', ', ', ': ', '{{', '}}', '{{}}', 'é', '😀 ', ' – ', '\\\\', '%']

export function writeTemplate(writer: Writer, depth: number, variables: Variables): string {
  const { pick } = writer
  const between = (): string => oneOf(BETWEEN, pick)
  const parts = Array.from({ length: 1 + pick(3) }, () => `{${writeHole(writer, depth, variables)}}${between()}`)
  return `"${between()}${parts.join('')}"`
}

function writeHole(writer: Writer, depth: number, variables: Variables): string {
  const { pick } = writer
  const kind = oneOf(pick(4) === 0 ? LOCALISED : PLAIN, pick)
  // Quotes inside of a hole are single ones: what has its own, or a hole in it, does not stand in one.
  for (const level of [depth, 0, 0, 0]) {
    const form = level > 0 ? pick(6) : 1
    const text = form === 0 ? writeSetOf(writer, kind, level, variables) : writer.value(kind, level, variables)
    if (!/['{}\\]/.test(text)) return text.replaceAll('"', "'")
  }
  return 'true'
}

/** Printed one after the other. */
function writeSetOf(writer: Writer, kind: Kind, depth: number, variables: Variables): string {
  const entity = oneOf(writer.entities, writer.pick)
  return writer.bind(
    entity,
    variables,
    (name, inner) => `${writer.set(entity, depth, variables)}.map(${name}, ${writer.value(kind, depth, inner)})`,
  )
}

/**
 * Links the holes as in the document's own templates. The words of the samples are their own labels, and no record
 * has a title.
 */
export function withShownHoles(tree: Node, locale: string = 'en'): Node {
  return showHoles(tree, {
    context: () => NOTHING_ELSE,
    locale: () => ({ locale, timeZone: 'Europe/Berlin', currency: 'EUR' }),
  })
}

const NOTHING_ELSE = {
  outline: { entities: new Map() },
  declarations: { states: { notShown: true } },
  titles: new Map(),
} as unknown as LinkContext
