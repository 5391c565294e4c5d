// Runs a call of the document: admits the caller, runs its steps in one command, renders its response.
import type { VersionCondition } from '#shared/decisions/version-condition.ts'
import type { FieldError } from '#shared/decisions/decision.ts'
import type { DocumentCall } from '#shared/model/7-calls/types.ts'
import type { Value } from '#shared/expressions/value.ts'
import { holdsFiles } from '#shared/fields/coerce-value.ts'
import type { CommandContext, CommandOptions } from '../records/write/command-context.ts'
import { readableFieldsById } from '../records/access/row-policy.ts'
import { resolveFiles } from '../records/files/resolve-files.ts'
import { runInTransaction } from '../records/write/unit-of-work.ts'
import { validateVersion } from '../records/write/validate-version.ts'
import type { WarningToConfirm } from '../records/messages/unconfirmed-warnings.ts'
import { requireConfirmed } from '../records/messages/unconfirmed-warnings.ts'
import { runOnce } from '../records/write/idempotency.ts'
import type { RepeatGuard } from '../records/write/idempotency.ts'
import type { ActorContext, RecordsDependencies } from '../records/records-dependencies.ts'
import type { RunningDocument } from '../document/current-document.ts'
import type { DatabaseHandle } from '../storage/database-handle.ts'
import type { CallNames, CallReadContext } from './call-values.ts'
import { readCallValues } from './call-values.ts'
import { calledRecord, keepCall } from './called-record.ts'
import type { Confirmation } from './decide-call.ts'
import { authoriseCall, validateCallRules } from './decide-call.ts'
import { findCallRecords } from './find-call-records.ts'
import { recordAtHand } from './record-at-hand.ts'
import { namesFromJson, namesToJson } from './kept-names.ts'
import type { KeptNames } from './kept-names.ts'
import type { GivenInput } from './read-call-input.ts'
import { readCallInput } from './read-call-input.ts'
import type { CallAnswer } from './render-answer.ts'
import { renderAnswer } from './render-answer.ts'
import type { ResolvedCall } from './resolve-call.ts'
import { resolveCall, SESSION_TOKEN } from './resolve-call.ts'
import type { PreparedAccess } from './call-access.ts'
import { callReadingOf, runCallSteps, runReadingSteps } from './call-frame.ts'
import { fieldError } from '#shared/decisions/refusals.ts'
import { entityNamed } from '../policy/policy.ts'
import { refused } from '../policy/refused.ts'

export interface CallOptions extends Pick<CommandOptions, 'confirmed'> {
  /**
   * Guard of a request with an idempotency key. The data needed to render the answer again is looked up and stored in
   * the same transaction.
   */
  readonly guard?: RepeatGuard<KeptNames>
  /** The version of the record at hand that the caller saw. */
  readonly expected?: VersionCondition | undefined
  /** Prepares steps that sign up, in or out, before the command runs. */
  readonly prepareAccess?: (reading: CallReadContext, names: CallNames) => Promise<PreparedAccess>
}

export function resolvedCallOf(running: RunningDocument, call: DocumentCall): ResolvedCall {
  return running.compiled('resolved calls', call, () => resolveCall(running.model, call))
}

/** A call that changes nothing: outside commands. */
export async function runReadOnlyCall(
  { storage, current }: RecordsDependencies,
  actorContext: ActorContext,
  resolved: ResolvedCall,
  given: CallInputSource,
  confirmed: readonly string[],
): Promise<CallAnswer> {
  const reading: CallReadContext = { running: current.running, storage, actorContext }
  const unconfirmed: WarningToConfirm[] = []
  const admitted = await admitCall(reading, storage.database, resolved, given, { confirmed, unconfirmed })
  const names = await runReadingSteps(reading, resolved.call, resolved.steps, admitted)
  requireConfirmed(unconfirmed)
  return renderAnswer(reading, resolved, names)
}

/** A call that writes: its answer is rendered in the same command, so that a failure of it undoes all. */
export async function writeCall(
  dependencies: RecordsDependencies,
  actorContext: ActorContext,
  resolved: ResolvedCall,
  given: CallInputSource,
  options: CallOptions,
): Promise<{ readonly kept: KeptNames; readonly answer: CallAnswer }> {
  const { call, steps } = resolved
  const prepared = await prepareBefore(dependencies, actorContext, resolved, given, options)
  if (prepared !== undefined && 'asked' in prepared) {
    const { next } = prepared.asked
    return { kept: {}, answer: { status: 202, body: JSON.stringify({ next }) } }
  }
  const done = await runInTransaction(dependencies, actorContext, options, async (context) => {
    const reading = callReadingOf(context)
    let answer: CallAnswer | undefined
    const kept = await runOnce(options.guard, context.transaction, async () => {
      const { unconfirmed } = context
      const asked = { confirmed: options.confirmed ?? [], unconfirmed }
      const names = await admitCall(reading, context.transaction, resolved, given, asked)
      await validateSeenVersion(context, call, names, options.expected)
      const within: CommandContext = { ...context, called: calledRecord(resolved, names) }
      const done = await runCallSteps(within, call, steps, names, {
        access: prepared?.access,
        expected: options.expected,
      })
      await keepCall(within)
      answer = await renderAnswer(done.reading, resolved, done.names)
      return namesToJson(resolved, done.names)
    })
    return {
      kept,
      answer:
        answer ??
        (await renderAnswer(reading, resolved, {
          ...namesFromJson(resolved, kept),
          [SESSION_TOKEN]: given.token ?? null,
        })),
    }
  })
  await prepared?.succeed()
  return done
}

/** Before the first step: what steps change of the record at hand is no change of somebody else. */
async function validateSeenVersion(
  context: CommandContext,
  call: DocumentCall,
  names: CallNames,
  expected: VersionCondition | undefined,
): Promise<void> {
  const own = recordAtHand(call)
  const id = own && names[own.name]
  if (own === undefined || typeof id !== 'string' || expected === undefined) return
  const record = await context.transaction.record(own.entity, id)
  if (record === undefined) return
  await validateVersion(context, entityNamed(context.running.model, own.entity), record, expected)
}

/** A call that the caller may not make, or that is wrong, is refused before a password is looked at. */
async function prepareBefore(
  { storage, current }: RecordsDependencies,
  actorContext: ActorContext,
  resolved: ResolvedCall,
  given: CallInputSource,
  { prepareAccess, confirmed = [] }: CallOptions,
): Promise<PreparedAccess | undefined> {
  if (resolved.access.length === 0 || prepareAccess === undefined) return undefined
  const reading: CallReadContext = { running: current.running, storage, actorContext }
  const unconfirmed: WarningToConfirm[] = []
  const admitted = await admitCall(reading, storage.database, resolved, given, { confirmed, unconfirmed })
  const first = resolved.steps.findIndex((step) => resolved.access.some((each) => each === step))
  const names = await runReadingSteps(reading, resolved.call, resolved.steps.slice(0, first), admitted)
  // What is done now outlasts a refusal: attempts are counted, and mails are sent.
  requireConfirmed(unconfirmed)
  return prepareAccess(reading, names)
}

/** The inputs of a request, and the token that it presents. */
export interface CallInputSource extends GivenInput {
  readonly token?: string | undefined
}

/**
 * Admits a call by checking in this order: records of the path (404), permission of the caller (403), inputs (422),
 * and the call's rules.
 */
async function admitCall(
  reading: CallReadContext,
  database: Pick<DatabaseHandle, 'facts' | 'record' | 'recordBy' | 'file'>,
  resolved: ResolvedCall,
  given: CallInputSource,
  confirmation: Confirmation,
): Promise<CallNames> {
  const { call } = resolved
  const found = await findCallRecords(reading, database, call.finds, given.path)
  const input = readCallInput(call, given)
  const workedOut: { [name: string]: Value } = {}
  for (const { name, default: initial } of input.toWorkOut) {
    if (initial?.kind !== 'expression') continue
    const part = { of: initial, part: 'default' }
    const [value = null] = await readCallValues(reading, 'caller', part, [initial.expression.tree], {})
    workedOut[name] = value
  }
  const files = await resolveFiles({ ...reading, transaction: database }, fileHolder(call), input.json)
  const names = {
    ...input.values,
    ...valuesOfFiles(call, files.values),
    ...workedOut,
    ...found,
    [SESSION_TOKEN]: given.token ?? null,
  }
  await authoriseCall(reading, resolved, names)
  const ofPath = new Set(call.finds.map(({ parameter }) => parameter))
  const errors = [
    ...input.errors.filter(({ field }) => !ofPath.has(field)),
    ...(await missingRecords(reading, database, call, input.json)),
    ...files.errors,
  ]
  const [first] = errors
  if (first !== undefined) {
    const cites = first.cites === undefined ? {} : { cites: first.cites }
    throw refused('invalid', {}, { errors, ...cites })
  }
  await validateCallRules(reading, resolved, names, confirmation)
  return names
}

function fileHolder({ takes }: DocumentCall) {
  const fields = takes.flatMap(({ name, type, cite }) =>
    type === undefined ? [] : [[name, { name: { label: name }, type, cite }] as const],
  )
  return { fields: new Map(fields) }
}

/** Inputs that take files, with what is known of each. */
function valuesOfFiles({ takes }: DocumentCall, json: { readonly [name: string]: unknown }): CallNames {
  return Object.fromEntries(
    takes.flatMap(({ name, type }) =>
      type !== undefined && holdsFiles({ type }) ? [[name, (json[name] ?? null) as Value]] : [],
    ),
  )
}

/** Records that are given as input must exist for the caller, as in a body. */
async function missingRecords(
  { running, storage, actorContext }: CallReadContext,
  database: Pick<DatabaseHandle, 'facts' | 'record'>,
  { takes }: DocumentCall,
  json: { readonly [name: string]: unknown },
): Promise<readonly FieldError[]> {
  const errors: FieldError[] = []
  const policyContext = { database, storage, running, now: actorContext.now }
  for (const { name, type, cite } of takes) {
    if (type?.kind !== 'relation') continue
    for (const id of [json[name]].flat()) {
      if (typeof id !== 'string') continue
      if ((await readableFieldsById(policyContext, actorContext.actor, type.entity, id)) !== undefined) continue
      errors.push(fieldError(name, 'no_such_input', { entity: type.entity }, cite))
    }
  }
  return errors
}
