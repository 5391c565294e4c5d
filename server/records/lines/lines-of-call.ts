// Reads the lines that an effect gives a head, on the authority on which they are written.
import { refuseUngranted } from '#shared/decisions/6-roles-write-permission.ts'
import type { FieldError } from '#shared/decisions/decision.ts'
import type { Entity } from '#shared/model/model.ts'
import { nothingGranted } from '../../policy/policy.ts'
import { Refused } from '../../policy/refused.ts'
import type { CommandContext, LinesOfCall, LineWriter } from '../write/command-context.ts'
import { makeLineWriter } from './line-writer.ts'
import { separateLines } from './separate-lines.ts'

interface ReadLines {
  readonly errors: readonly FieldError[]
  readonly writer?: LineWriter | undefined
}

/** `head`: its id, where it is there already. The document names the lines, so that it is no secret that there are some. */
export function readLinesOfCall(
  context: CommandContext,
  entity: Entity,
  lines: LinesOfCall | undefined,
  head?: string,
): ReadLines {
  if (lines === undefined) return { errors: [] }
  const { authority, body } = lines
  const { own, sent, errors } = separateLines(context, authority, entity, body, head)
  const [hidden] = Object.keys(own)
  const part = hidden === undefined ? undefined : entity.parts.get(hidden)
  if (part !== undefined && authority !== 'document') {
    const { model } = context.running
    const { actor } = context.actorContext
    if (actor.person === null) throw nothingGranted(model, actor)
    throw new Refused(refuseUngranted(model, authority.entity(part.entity).create, undefined))
  }
  return { errors, writer: makeLineWriter(context, authority, entity, sent) }
}
