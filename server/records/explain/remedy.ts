// Finds what would have to be true for a request to be allowed, and who may send it.
import { sayGrantee } from '#shared/decisions/say-grantee.ts'
import { inputValues } from '#shared/decisions/4-states.ts'
import { decideWrite } from '#shared/decisions/6-roles-write-permission.ts'
import { ADMINISTRATOR, makeActor, actorWithRoles, systemActor } from '#shared/policy/actor.ts'
import type { Refusal } from '#shared/decisions/decision.ts'
import { canReadCitations } from '#shared/policy/can-read-citations.ts'
import type { Expression } from '#shared/expressions/node.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Citation, Grant, Model, Rule, Transition, TransitionRow, Grantee } from '#shared/model/model.ts'
import type { ExplainedCondition, Remedy, ExplainedGrant } from '#shared/protocol/explain.ts'
import { labelFor } from '#shared/text/label.ts'
import type { Phrase } from '#shared/text/phrase.ts'
import { joinByOr, sayPhrase, sayValue } from '#shared/text/phrase.ts'
import type { RecordsDependencies } from '../records-dependencies.ts'
import { findRecords } from '../read/find-records.ts'
import { titleFor } from '../messages/message-values.ts'
import { evaluateConditions } from '../access/condition-facts.ts'
import { readableFieldsOf } from '../access/row-policy.ts'
import { policyOf } from '../../policy/policy.ts'
import type { ExplanationContext } from './explain-conditions.ts'
import { explainCondition } from './explain-conditions.ts'
import { saySetRule } from './say-set-rule.ts'
import type { ExplanationTarget } from './explain-target.ts'
import type { Actor } from '#shared/policy/actor.ts'
import { granteeCondition } from '#shared/policy/permissions.ts'
import { statusOf, codeOf } from '#shared/decisions/refusals.ts'

/**
 * The ways in which a request would be allowed. `isForOthers` means that the refusal is a matter of policy, so
 * somebody else may be permitted.
 */
export interface RemedyOptions {
  readonly ways: readonly ExplainedGrant[]
  readonly isForOthers: boolean
}

/** `after`: the same with the record as the call would have left it, which rules and policy to create are about. */
export async function findRemedyOptions(
  target: ExplanationTarget,
  refusal: Refusal,
  before: ExplanationContext,
  after: ExplanationContext,
): Promise<RemedyOptions | undefined> {
  const { model } = before.policyContext.running
  if (!canReadCitations(model, before.recipient)) return undefined
  const rule = target.entity.rules.find(({ cite }) => isSame(cite, refusal.cites))
  if (rule !== undefined) {
    const conditions = [await explainRule(model, after, rule)]
    return { ways: [{ who: '', conditions, source: sourceOf(before, rule.cite) }], isForOthers: false }
  }
  const isAboutRights =
    statusOf(model, refusal) === 403 || refusal.state !== undefined || isByTransition(target, refusal)
  if (!isAboutRights && !refusal.errors.some((error) => codeOf(error) === 'not_allowed')) return undefined
  return { ways: await listGrants(target, isCreation(target) ? after : before), isForOthers: true }
}

/** A rule over several records has refused: it is not met. */
async function explainRule(
  model: Model,
  after: ExplanationContext,
  { entity, must }: Rule,
): Promise<ExplainedCondition> {
  if (must.kind === 'hold') return explainCondition(after, must.condition)
  const words = saySetRule(model, entity, must)
  return { text: words, words, met: false, parts: [] }
}

/**
 * Lists the grants that show records, or that would show one to a person who can't see it. Only administrators get
 * roles and people.
 */
export async function remedyForReading(
  dependencies: RecordsDependencies,
  target: ExplanationTarget,
  about: ExplanationContext,
): Promise<Remedy> {
  if (about.snapshot === undefined && target.isList !== true) return {}
  const reading: ExplanationTarget = { ...target, does: { verb: 'read', fields: [] } }
  return withOthers(dependencies, reading, about, await listGrants(reading, about))
}

/** The people who could reveal what the record holds: only administrators see them. */
export async function withOthers(
  dependencies: RecordsDependencies,
  target: ExplanationTarget,
  about: ExplanationContext,
  ways: readonly ExplainedGrant[],
): Promise<Remedy> {
  if (about.snapshot === undefined || !about.recipient.administrator) return { ways }
  const roles = await findPermittedRoles(target, about)
  return { ways, roles, people: await findPermittedPeople(dependencies, target, about) }
}

function isCreation({ does }: ExplanationTarget): boolean {
  return 'verb' in does ? does.verb === 'create' : does.creates
}

function isByTransition({ does }: ExplanationTarget, { cites }: Refusal): boolean {
  return 'transition' in does && does.transition.rows.some(({ cite }) => isSame(cite, cites))
}

function isSame(one: Citation, other: Citation | undefined): boolean {
  return other !== undefined && one.line === other.line && one.text === other.text
}

/** The lines that give the right, each with what it asks. */
async function listGrants(
  { entity, does }: ExplanationTarget,
  about: ExplanationContext,
): Promise<readonly ExplainedGrant[]> {
  const { model } = about.policyContext.running
  if ('verb' in does) {
    const grants = entity.grants.filter(({ except, may, fields }) => {
      const isAbout = does.fields.length === 0 || does.fields.some((field) => fields.includes(field))
      return !except && may.includes(does.verb) && isAbout
    })
    return Promise.all(
      grants.map((grant) =>
        about.recipient.administrator || granteeCondition(grant.who, about.recipient) !== false
          ? wayOf(about, model, [grant.who], grantConditions(grant), grant.cite)
          : // Of what others are granted only their roles are shown.
            wayOf(about, model, grant.who.kind === 'condition' ? [] : [grant.who], [], model.accountPolicy.grantsCite),
      ),
    )
  }
  const rows = does.transition.rows.filter(({ from }) => (from === 'new record') === does.creates)
  return Promise.all(
    rows.map(async (row) => {
      const way = await wayOf(about, model, row.who, row.when === undefined ? [] : [row.when], row.cite)
      const state = await stateCondition(entity, does.transition, row, about)
      return state === undefined ? way : { ...way, conditions: [state, ...way.conditions] }
    }),
  )
}

function grantConditions({ where }: Grant): readonly Expression[] {
  return where === undefined ? [] : [where]
}

async function wayOf(
  about: ExplanationContext,
  model: Model,
  who: readonly Grantee[],
  expressions: readonly Expression[],
  cite: Citation,
): Promise<ExplainedGrant> {
  // Of several grantees, each is enough: then none of their conditions has to be true.
  const [only, ...others] = who
  const own = only?.kind === 'condition' && others.length === 0 ? [only.condition] : []
  const conditions: ExplainedCondition[] = []
  for (const expression of [...own, ...expressions]) conditions.push(await explainCondition(about, expression))
  return {
    who: sayValue(
      who.length === 0 ? NOBODY : joinByOr(who.map((each) => sayGrantee(model, each) ?? SOME_PEOPLE)),
      model.settings.language,
    ),
    conditions,
    source: sourceOf(about, cite),
  }
}

async function stateCondition(
  { workflows }: ExplanationTarget['entity'],
  { field }: Transition,
  { from }: TransitionRow,
  { policyContext, recipient, entity, snapshot }: ExplanationContext,
): Promise<ExplainedCondition | undefined> {
  if (from === 'any' || from === 'new record') return undefined
  const labels = from.map((word) => workflows.get(field)?.states.find((state) => state.word === word)?.label ?? word)
  const readable = snapshot && (await readableFieldsOf(policyContext, recipient, entity, snapshot.record))
  const met = readable?.has(field) ? { met: from.includes(String(snapshot?.record[field])) } : {}
  const says = { en: '{field} is {states}', de: '{field} ist {states}' }
  const values = { field: labelFor(field), states: joinByOr(labels) }
  const { language } = policyContext.running.model.settings
  // The document has no such sentence: what it says stands in the cell of the states.
  const words = sayPhrase({ says, values }, language)
  return { text: words, words, ...met, parts: [] }
}

const NOBODY: Phrase = { says: { en: 'nobody', de: 'niemand' } }
const SOME_PEOPLE: Phrase = { says: { en: 'some people', de: 'manche Personen' } }

function sourceOf({ policyContext }: ExplanationContext, { point, line, text }: Citation): ExplainedGrant['source'] {
  return { point, line, text, revision: policyContext.running.revision }
}

/** Asked of nobody in particular: a condition that speaks of the very person is not met. */
async function findPermittedRoles(target: ExplanationTarget, about: ExplanationContext): Promise<readonly string[]> {
  const { model } = about.policyContext.running
  const could: string[] = []
  for (const [role, { name }] of model.roles) {
    if (await mayDo(target, about, actorWithRoles(model, [role]))) could.push(name.label)
  }
  const isAdministrators = await mayDo(target, about, actorWithRoles(model, [ADMINISTRATOR]))
  return isAdministrators ? [...could, ADMINISTRATOR] : could
}

const MOST_ASKED = 100
const MOST_NAMED = 5

/** Some who could, of those who have been there longest. */
async function findPermittedPeople(
  dependencies: RecordsDependencies,
  target: ExplanationTarget,
  about: ExplanationContext,
): Promise<readonly { readonly id: string; readonly name: string }[]> {
  const { model } = about.policyContext.running
  const { now } = about.actorContext
  const asked = { filter: 'active', sort: 'created_at', limit: MOST_ASKED, count: false }
  const { items } = await findRecords(dependencies, { actor: systemActor, now }, 'Person', asked)
  const could: { readonly id: string; readonly name: string }[] = []
  for (const item of items) {
    if (could.length >= MOST_NAMED) break
    const person = JSON.parse(item) as RecordValue
    if (!(await mayDo(target, about, makeActor(model, person)))) continue
    const name = await titleFor(about.policyContext, about.actorContext, about.recipient, 'Person', person.id)
    if (name !== undefined) could.push({ id: person.id, name })
  }
  return could
}

/** The decision that a command makes first, for another person: do they see the record, and may they do it as the record is? */
async function mayDo({ entity, does }: ExplanationTarget, about: ExplanationContext, actor: Actor): Promise<boolean> {
  const { policyContext, snapshot } = about
  const { running, now } = policyContext
  if (snapshot === undefined) return false
  const name = entity.name.identifier
  if ((await readableFieldsOf(policyContext, actor, name, snapshot.record)) === undefined) return false
  const acting = { actor, now }
  const policy = policyOf(running, actor).entity(name)
  if ('verb' in does) {
    const writing = policy.verb(does.verb)
    const see = await evaluateConditions(writing.conditions, policyContext, acting, {
      ...snapshot,
      old: snapshot.record,
    })
    return decideWrite(running.model, writing, does.fields, [see]).allowed === true
  }
  const prepared = policy.transition(does.transition)
  const input = inputValues(does.transition.asks, does.input)
  const see = await evaluateConditions(prepared.conditions, policyContext, acting, {
    ...snapshot,
    old: snapshot.record,
    input,
  })
  return prepared.decide({ record: snapshot.record, evaluate: see, input: 'to come' }).allowed === true
}
