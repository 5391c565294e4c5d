// Calls that go out when something has happened, and what point 7 says of all answers.
import type { Environment } from '../expressions/schema.ts'
import type { OutgoingDeclaration } from '../points/7-calls-declarations.ts'
import { isShown } from '../points/declarations.ts'
import { inputTypesOf } from './4-effects.ts'
import { linkUrl } from './4-templates.ts'
import { linkJson } from './7-answers.ts'
import type { CallSettings, OutgoingCall } from './7-calls-types.ts'
import type { Linking } from './linking.ts'
import { findEntity, findField, findTransition } from './linking.ts'
import type { EntityOutline } from './outline.ts'

export function linkOutgoing(linking: Linking): readonly OutgoingCall[] {
  const { calls } = linking.declarations
  return isShown(calls) ? calls.outgoing.flatMap((each) => linkOne(linking, each) ?? []) : []
}

/** The payload is worked out of the record when that has happened; `old` is the record before. */
function linkOne(linking: Linking, declaration: OutgoingDeclaration): OutgoingCall | undefined {
  const { method, url: written, payload: source, span } = declaration
  const entity = findEntity(linking, declaration.when.entity)
  const when = entity && linkWhen(linking, entity, declaration.when)
  if (!entity || !when) return undefined
  const { identifier } = entity.name
  const input = when.kind === 'transition' ? { input: inputTypesOf(linking, entity, when.transition) } : {}
  const environment: Environment = { record: identifier, old: true, ...input, later: true }
  const url = linkUrl(linking, written, environment)
  const payload = source && linking.expression(source, environment)
  if (!url || (source && !payload)) return undefined
  return { entity: identifier, when, method, url, ...(payload ? { payload } : {}), cite: linking.cite(7, span) }
}

function linkWhen(
  linking: Linking,
  entity: EntityOutline,
  { transition, event, field: reference }: OutgoingDeclaration['when'],
): OutgoingCall['when'] | undefined {
  if (event) {
    const field = reference && findField(linking, entity, reference)
    return reference && field === undefined ? undefined : { kind: event, ...(field === undefined ? {} : { field }) }
  }
  if (!transition) return undefined
  const found = findTransition(linking, entity, transition)
  return found === undefined ? undefined : { kind: 'transition', transition: found }
}

export function linkCallSettings(linking: Linking): CallSettings {
  const { calls } = linking.declarations
  const { answers, token, cors } = isShown(calls) ? calls.settings : {}
  const body = answers && linkJson(linking, answers, OF_ERRORS)
  return { ...(body ? { answers: body } : {}), token: token?.word ?? 'Bearer', cors: cors?.origins ?? [] }
}

/** What the body of an error may say. `entity` is empty where it concerns none. */
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
