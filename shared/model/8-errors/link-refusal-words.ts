// Links what is said where something is refused: a code of point 8, or a message.
import type { Environment } from '../../expressions/schema.ts'
import type { OtherwiseDeclaration } from '../../points/5-rules/declarations.ts'
import { linkTemplate } from '../4-states/link-template.ts'
import type { LinkContext } from '../link-context.ts'
import type { RefusalWords } from '../model.ts'
import { isCode, linkCode } from './link-code.ts'

/** A word that is listed under point 8, or looks like a code, is a code; all else is a message on what is evaluated. */
export function linkRefusalWords(
  context: LinkContext,
  { text, message }: OtherwiseDeclaration,
  environment: Environment,
): RefusalWords {
  return isCode(context.declarations, text)
    ? { kind: 'code', code: linkCode(text) }
    : { kind: 'message', message: linkTemplate(context, message, environment) }
}
