// Runs the steps of calls that sign up, in and out, or change passwords: what takes long before the command.
import { systemActor } from '#shared/policy/actor.ts'
import type { Value } from '#shared/expressions/value.ts'
import type { DocumentCall } from '#shared/model/7-calls/types.ts'
import { convertToJson } from '#shared/fields/convert-to-json.ts'
import { TEXT } from '#shared/expressions/type-rules.ts'
import type { AuthDependencies } from '../auth/auth-dependencies.ts'
import type { Caller } from '../auth/caller.ts'
import type { ClientInfo } from '../auth/client-info.ts'
import { completeSignIn } from '../auth/methods/complete-sign-in.ts'
import { verifyPassword } from '../auth/methods/password/sign-in.ts'
import { prepareNewPassword } from '../auth/methods/password/manage.ts'
import { readPasswordApplicant } from '../auth/sign-up/password-sign-up.ts'
import type { CountedAttempt } from '../auth/rate-limit/limit-attempts.ts'
import { addressKey } from '../auth/address-key.ts'
import { beginSession } from '../auth/sessions/sessions.ts'
import { admitApplicant, isAdmittedAtOnce } from '../auth/sign-up/admit-applicant.ts'
import type { SignUpNextStep } from '../auth/sign-up/admit-applicant.ts'
import { findAddressHolder } from '../auth/find-account.ts'
import { isTaken, openAccount, taken } from '../auth/sign-up/open-account.ts'
import { appendAudit } from '../records/audit/append-audit.ts'
import type { CommandContext } from '../records/write/command-context.ts'
import { givenBy, inputFinder, namingInputs } from '../records/effects/naming-inputs.ts'
import type { CallNames, CallReadContext } from './call-values.ts'
import { readCallValues } from './call-values.ts'
import type { AccessResult, AccessStep, CallAccess } from './call-frame.ts'
import { SESSION_TOKEN } from './resolve-call.ts'
import type { Refused } from '../policy/refused.ts'
import { refused } from '../policy/refused.ts'

export interface AccessRequest {
  readonly dependencies: AuthDependencies
  readonly reading: CallReadContext
  readonly caller: Caller
  readonly client: ClientInfo
  readonly call: DocumentCall
}

export type PreparedAccess =
  | { readonly access: CallAccess; readonly succeed: () => Promise<void> }
  /** The address has to be proven first, or administrators decide: nothing else of the call is done. */
  | { readonly asked: SignUpNextStep }

type RunAccess = (context: CommandContext) => Promise<AccessResult>

/** Does before the command what takes long or must not happen twice. Throws if a step is refused. */
export async function prepareAccess(
  request: AccessRequest,
  steps: readonly AccessStep[],
  names: CallNames,
): Promise<PreparedAccess> {
  const prepared = new Map<AccessStep, RunAccess>()
  const counted: CountedAttempt[] = []
  for (const step of steps) {
    if (step.if !== undefined) {
      const part = { of: step, part: 'if' }
      const [isMet] = await readCallValues(request.reading, 'document', part, [step.if.tree], names)
      if (isMet !== true) continue
    }
    const inputOf = inputFinder(request.call.takes)
    const made = await namingInputs(inputOf, givenBy(step), () => prepareStep(request, step, names, counted))
    if ('asked' in made) return made
    prepared.set(step, made.run)
  }
  return {
    access: {
      run: (context, step) => prepared.get(step)?.(context) ?? Promise.resolve({ person: null }),
    },
    succeed: async () => {
      for (const each of counted) await each.succeed()
    },
  }
}

async function prepareStep(
  request: AccessRequest,
  step: AccessStep,
  names: CallNames,
  counted: CountedAttempt[],
): Promise<{ readonly run: RunAccess } | { readonly asked: SignUpNextStep }> {
  switch (step.kind) {
    case 'sign up':
      return prepareSignUp(request, step, names)
    case 'sign in':
      return { run: await prepareSignIn(request, step, names, counted) }
    case 'sign out':
      return { run: (context) => signOut(request, context) }
    case 'change password':
      return { run: await prepareChange(request, step, names, counted) }
  }
}

async function prepareSignIn(
  { dependencies, reading, client }: AccessRequest,
  step: Extract<AccessStep, { readonly kind: 'sign in' }>,
  names: CallNames,
  counted: CountedAttempt[],
): Promise<RunAccess> {
  const nodes = [step.email.tree, step.password.tree]
  const [email, password] = await readCallValues(reading, 'document', { of: step, part: 'account' }, nodes, names)
  const { now } = reading.actorContext
  const given = { email: textOf(email), password: textOf(password) }
  const verified = await verifyPassword(dependencies, given, client, now)
  counted.push(verified.counted)
  return async ({ transaction }) => {
    const { person } = verified
    const outcome = await completeSignIn(transaction, dependencies, { person, by: 'password', client, now })
    if ('session' in outcome) return { person, token: outcome.session.secret }
    throw secondStepNeeded()
  }
}

async function prepareSignUp(
  { dependencies, reading, client }: AccessRequest,
  step: Extract<AccessStep, { readonly kind: 'sign up' }>,
  names: CallNames,
): Promise<{ readonly run: RunAccess } | { readonly asked: SignUpNextStep }> {
  const nodes = [step.email.tree, step.password.tree, ...step.fields.map(({ value }) => value.tree)]
  const [email, password, ...values] = await readCallValues(
    reading,
    'document',
    { of: step, part: 'account' },
    nodes,
    names,
  )
  const fields = reading.running.model.entities.get('Person')?.fields
  const given = Object.fromEntries(
    step.fields.map(({ field }, at) => [
      field,
      convertToJson(values[at] ?? null, fields?.get(field)?.valueType ?? TEXT),
    ]),
  )
  const { now } = reading.actorContext
  const body = { ...given, email: textOf(email), password: textOf(password) }
  const chosen = step.fields.map(({ field }) => field)
  const applicant = await readPasswordApplicant(dependencies, body, client, chosen)
  if (!isAdmittedAtOnce(dependencies)) {
    const outcome = await admitApplicant(dependencies, { ...applicant, browser: undefined, client, now })
    if ('asked' in outcome) return outcome
  }
  dependencies.refuseUntried?.('address')
  const run: RunAccess = async (outer) => {
    const context = { ...outer, actorContext: { ...outer.actorContext, actor: systemActor } }
    const { transaction } = context
    if (isTaken(await findAddressHolder(transaction, body.email))) throw taken()
    const person = await openAccount(context, { ...applicant, isProven: false, client, now })
    const session = await beginSession(transaction, dependencies, person, now, client.userAgent)
    return { person, token: session.secret }
  }
  return { run }
}

/** Changes the password: the session that does so goes on, all others of that person end. */
async function prepareChange(
  { dependencies, reading, caller, client }: AccessRequest,
  step: Extract<AccessStep, { readonly kind: 'change password' }>,
  names: CallNames,
  counted: CountedAttempt[],
): Promise<RunAccess> {
  const nodes = [step.current.tree, step.password.tree]
  const [current, password] = await readCallValues(reading, 'document', { of: step, part: 'account' }, nodes, names)
  const given = { current: textOf(current), password: textOf(password) }
  const { actorContext } = reading
  const change = await prepareNewPassword(dependencies, actorContext, given, caller.session?.key, client)
  counted.push(change.counted)
  const token = textOf(names[SESSION_TOKEN])
  return async ({ transaction }) => {
    await change.set(transaction)
    return { person: actorContext.actor.person?.id ?? null, ...(token === '' ? {} : { token }) }
  }
}

async function signOut(
  { caller, client }: AccessRequest,
  { transaction, actorContext, running }: CommandContext,
): Promise<AccessResult> {
  const { now, actor } = actorContext
  if (caller.session !== undefined && (await transaction.deleteSystem('session', caller.session.key))) {
    const note = { at: now, by: actor.person?.id ?? null, address: addressKey(client.address) }
    await appendAudit(transaction, { event: 'sign_out', detail: {}, ...note, revision: running.revision })
  }
  return { person: null }
}

function textOf(value: Value): string {
  return typeof value === 'string' ? value : ''
}

/** A call has no second step: who has a second factor signs in on the application's own page. */
function secondStepNeeded(): Refused {
  return refused('second_step_needed')
}
