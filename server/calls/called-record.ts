// Keeps what a call was given, for the history of the record on which it is made.
import { callName } from '#shared/model/4-states/fields-of-input.ts'
import type { Expression, Node } from '#shared/expressions/node.ts'
import { writeValue } from '#shared/expressions/read-value.ts'
import { someNode } from '#shared/expressions/walk.ts'
import { isEmptyValue } from '#shared/fields/coerce-value.ts'
import { entityNamed } from '../policy/policy.ts'
import { writeHistory } from '../records/followers/write-history.ts'
import type { CalledRecord, CommandContext } from '../records/write/command-context.ts'
import type { AccessStep } from './call-frame.ts'
import type { CallNames } from './call-values.ts'
import { recordAtHand } from './record-at-hand.ts'
import type { ResolvedCall } from './resolve-call.ts'

/** Undefined: there is no record at hand, or nothing to keep. */
export function calledRecord(resolved: ResolvedCall, names: CallNames): CalledRecord | undefined {
  const { call } = resolved
  const own = recordAtHand(call)
  const record = own && names[own.name]
  if (own === undefined || typeof record !== 'string') return undefined
  const ofPath = new Set(call.finds.map(({ parameter }) => parameter))
  const secrets = secretNames(resolved)
  const given = call.takes.flatMap(({ name, written, type, valueType }): readonly (readonly [string, unknown])[] => {
    if (ofPath.has(written) || secrets.has(name)) return []
    const json = writeValue(names[name] ?? null, valueType)
    return isEmptyValue(json, type) ? [] : [[name, json]]
  })
  if (given.length === 0) return undefined
  const input = Object.fromEntries(given)
  return { entity: own.entity, record, call: callName(call), input, done: { isKept: false } }
}

/** A call that changed nothing of its record has an entry for what it was given. */
export async function keepCall(context: CommandContext): Promise<void> {
  const { called, running, transaction } = context
  if (called === undefined || called.done.isKept) return
  const record = await transaction.record(called.entity, called.record)
  if (record === undefined) return
  const entry = { record: record.id, version: Number(record['_version']), event: 'changed', changes: {} } as const
  await writeHistory(context, entityNamed(running.model, called.entity), entry)
}

/** Inputs of which a password is made, by other names on the way too. */
function secretNames({ steps, access }: ResolvedCall): ReadonlySet<string> {
  const secrets = new Set<string>()
  const add = (node: Node): void => {
    someNode(node, (each) => {
      if (each.kind === 'input') secrets.add(each.name)
      return false
    })
  }
  for (const step of access) for (const { tree } of passwordsIn(step)) add(tree)
  for (const step of steps.toReversed()) if (step.kind === 'let' && secrets.has(step.name)) add(step.value.tree)
  return secrets
}

/** Names the passwords of each kind of step, so that a new kind does not compile before it says which it has. */
function passwordsIn(step: AccessStep): readonly Expression[] {
  switch (step.kind) {
    case 'sign up':
    case 'sign in':
      return [step.password]
    case 'change password':
      return [step.current, step.password]
    case 'sign out':
      return []
  }
}
