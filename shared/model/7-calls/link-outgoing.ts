// Links outgoing calls and the settings of all responses.
import type { Environment } from '../../expressions/schema.ts'
import type { OutgoingDeclaration } from '../../points/7-calls/declarations.ts'
import { isShown } from '../../points/declarations.ts'
import { inputTypesOf } from '../4-states/link-effects.ts'
import { linkPayload, linkUrl } from '../4-states/link-template.ts'
import { linkJson } from './link-json.ts'
import type { CallSettings, OutgoingCall } from './types.ts'
import type { LinkContext } from '../link-context.ts'
import { findChangingField, findEntity, findTransition } from '../link-context.ts'
import type { EntityOutline } from '../outline.ts'

export function linkOutgoing(context: LinkContext): readonly OutgoingCall[] {
  const { calls } = context.declarations
  return isShown(calls) ? calls.outgoing.flatMap((each) => linkOne(context, each) ?? []) : []
}

/** The payload is worked out of the record when that has happened; `old` is the record before. */
function linkOne(context: LinkContext, declaration: OutgoingDeclaration): OutgoingCall | undefined {
  const { method, url: written, payload: source, span } = declaration
  const entity = findEntity(context, declaration.when.entity)
  const when = entity && linkWhen(context, entity, declaration.when)
  if (!entity || !when) return undefined
  const { identifier } = entity.name
  const input = when.kind === 'transition' ? { input: inputTypesOf(context, entity, when.transition) } : {}
  const environment: Environment = { record: identifier, old: true, ...input, later: true }
  const url = linkUrl(context, written, environment, span)
  const payload = linkPayload(context, declaration, environment)
  if (!url || (source && !payload)) return undefined
  return { entity: identifier, when, method, url, ...(payload ? { payload } : {}), cite: context.cite(7, span) }
}

function linkWhen(
  context: LinkContext,
  entity: EntityOutline,
  { transition, event, field: reference }: OutgoingDeclaration['when'],
): OutgoingCall['when'] | undefined {
  if (event) {
    const field = reference && findChangingField(context, entity, reference)
    return reference && field === undefined ? undefined : { kind: event, ...(field === undefined ? {} : { field }) }
  }
  if (!transition) return undefined
  const found = findTransition(context, entity, transition)
  return found === undefined ? undefined : { kind: 'transition', transition: found }
}

export function linkCallSettings(context: LinkContext): CallSettings {
  const { calls } = context.declarations
  const { answers, token, cors } = isShown(calls) ? calls.settings : {}
  const body = answers && linkJson(context, answers, OF_ERRORS)
  return { ...(body ? { answers: body } : {}), token: token?.word ?? 'Bearer', cors: cors?.origins ?? [] }
}

/** Names that the body of an error may use. `entity` is empty where the error concerns none. */
const OF_ERRORS: Environment = {
  bare: {
    code: { kind: 'text' },
    status: { kind: 'integer' },
    message: { kind: 'text' },
    entity: { kind: 'text' },
    errors: {
      kind: 'list',
      of: {
        kind: 'object',
        fields: { field: { kind: 'text' }, code: { kind: 'text' }, message: { kind: 'text' } },
      },
    },
  },
  later: true,
}
