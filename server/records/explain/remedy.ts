// What would have to be true for a call to be allowed, and who could do it: by the lines of the document that speak of it.
import { inputValues } from '#shared/decisions/4-states.ts'
import { decideWrite, whoCondition } from '#shared/decisions/6-roles.ts'
import { ADMINISTRATOR, makeActor, rolesKey, someoneWith, systemActor } from '#shared/decisions/actor.ts'
import type { Actor, Refusal } from '#shared/decisions/decision.ts'
import { mayReadCitations } from '#shared/decisions/project-model.ts'
import type { Expression } from '#shared/expressions/node.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Citation, Grant, Model, Transition, TransitionRow, Who } from '#shared/model/model.ts'
import type { Condition, Remedy, Way } from '#shared/protocol/explain.ts'
import { labelFor } from '#shared/text/label.ts'
import type { RecordsDependencies } from '../dependencies.ts'
import { findRecords } from '../find-records.ts'
import { titleFor } from '../work/filling.ts'
import { judge, prepare } from '../work/judging.ts'
import { fieldsToRead } from '../work/reading-rights.ts'
import { writeRightsOf } from '../work/rights.ts'
import { transitionFor } from '../work/transit.ts'
import type { About } from './conditions.ts'
import { conditionOf } from './conditions.ts'
import type { Target } from './target.ts'

/** What would have to be true. `isForOthers`: it is a matter of rights, which somebody else may have. */
export interface WaysFound {
  readonly ways: readonly Way[]
  readonly isForOthers: boolean
}

/** `after`: the same with the record as the call would have left it, which rules and rights to create are about. */
export async function findWays(
  target: Target,
  refusal: Refusal,
  before: About,
  after: About,
): Promise<WaysFound | undefined> {
  const { model } = before.looking.running
  if (!mayReadCitations(model, before.asker)) return undefined
  const rule = target.entity.rules.find(({ cite }) => isSame(cite, refusal.cites))
  if (rule !== undefined) {
    const conditions = rule.must.kind === 'hold' ? [await conditionOf(after, rule.must.condition)] : []
    return { ways: [{ who: '', conditions, source: sourceOf(before, rule.cite) }], isForOthers: false }
  }
  const isAboutRights = refusal.status === 403 || refusal.state !== undefined || isByTransition(target, refusal)
  if (!isAboutRights && !refusal.errors.some(({ code }) => code === 'not_allowed')) return undefined
  return { ways: await waysTo(target, isCreation(target) ? after : before), isForOthers: true }
}

/** For administrators: what shows records, or would show one to somebody for whom it is not there. */
export async function remedyForReading(
  dependencies: RecordsDependencies,
  target: Target,
  about: About,
): Promise<Remedy> {
  if (about.situation === undefined && target.isList !== true) return {}
  const reading: Target = { ...target, does: { verb: 'read', fields: [] } }
  return withOthers(dependencies, reading, about, await waysTo(reading, about))
}

/** Who else could tells what the record holds: that is for administrators alone. */
export async function withOthers(
  dependencies: RecordsDependencies,
  target: Target,
  about: About,
  ways: readonly Way[],
): Promise<Remedy> {
  if (about.situation === undefined || !about.asker.administrator) return { ways }
  const roles = await rolesThatCould(target, about)
  return { ways, roles, people: await peopleWhoCould(dependencies, target, about) }
}

function isCreation({ does }: Target): boolean {
  return 'verb' in does ? does.verb === 'create' : does.creates
}

function isByTransition({ does }: Target, { cites }: Refusal): boolean {
  return 'transition' in does && does.transition.rows.some(({ cite }) => isSame(cite, cites))
}

function isSame(one: Citation, other: Citation | undefined): boolean {
  return other !== undefined && one.line === other.line && one.text === other.text
}

/** The lines that give the right, each with what it asks. */
async function waysTo({ entity, does }: Target, about: About): Promise<readonly Way[]> {
  const { model } = about.looking.running
  if ('verb' in does) {
    const grants = entity.grants.filter(({ except, may, fields }) => {
      const isAbout = does.fields.length === 0 || does.fields.some((field) => fields.includes(field))
      return !except && may.includes(does.verb) && isAbout
    })
    return Promise.all(
      grants.map((grant) =>
        about.asker.administrator || whoCondition(grant.who, about.asker) !== false
          ? wayOf(about, model, [grant.who], grantConditions(grant), grant.cite)
          : // Of what others are granted no more is told than to whom.
            wayOf(about, model, grant.who.kind === 'condition' ? [] : [grant.who], [], model.access.grantsCite),
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
  about: About,
  model: Model,
  who: readonly Who[],
  expressions: readonly Expression[],
  cite: Citation,
): Promise<Way> {
  // Of several who may, each by himself is enough: then none of their conditions has to be true.
  const [only, ...others] = who
  const own = only?.kind === 'condition' && others.length === 0 ? [only.condition] : []
  const conditions: Condition[] = []
  for (const expression of [...own, ...expressions]) conditions.push(await conditionOf(about, expression))
  return {
    who: who.map((each) => sayWho(model, each)).join(' or ') || 'nobody',
    conditions,
    source: sourceOf(about, cite),
  }
}

function sayWho(model: Model, who: Who): string {
  if (who.kind === 'role') return model.roles.get(who.role)?.name.label ?? who.role
  return who.kind === 'condition' ? `whoever fulfils ${who.condition.text}` : who.kind
}

async function stateCondition(
  { workflows }: Target['entity'],
  { field }: Transition,
  { from }: TransitionRow,
  { looking, asker, entity, situation }: About,
): Promise<Condition | undefined> {
  if (from === 'any' || from === 'new record') return undefined
  const labels = from.map((word) => workflows.get(field)?.states.find((state) => state.word === word)?.label ?? word)
  const readable = situation && (await fieldsToRead(looking, asker, entity, situation.record))
  const met = readable?.has(field) ? { met: from.includes(String(situation?.record[field])) } : {}
  return { text: `${labelFor(field)} is ${labels.join(' or ')}`, ...met, parts: [] }
}

function sourceOf({ looking }: About, { point, line, text }: Citation): Way['source'] {
  return { point, line, text, revision: looking.running.revision }
}

/** Asked of nobody in particular: a condition that speaks of the very person is not met. */
async function rolesThatCould(target: Target, about: About): Promise<readonly string[]> {
  const { model } = about.looking.running
  const could: string[] = []
  for (const [role, { name }] of model.roles) {
    if (await couldDo(target, about, someoneWith(model, [role]))) could.push(name.label)
  }
  const isAdministrators = await couldDo(target, about, someoneWith(model, [ADMINISTRATOR]))
  return isAdministrators ? [...could, ADMINISTRATOR] : could
}

const MOST_ASKED = 100
const MOST_NAMED = 5

/** Some who could, of those who have been there longest. */
async function peopleWhoCould(
  dependencies: RecordsDependencies,
  target: Target,
  about: About,
): Promise<readonly { readonly id: string; readonly name: string }[]> {
  const { model } = about.looking.running
  const { now } = about.acting
  const asked = { filter: 'active', sort: 'created_at', limit: MOST_ASKED, count: false }
  const { items } = await findRecords(dependencies, { actor: systemActor, now }, 'Person', asked)
  const could: { readonly id: string; readonly name: string }[] = []
  for (const item of items) {
    if (could.length >= MOST_NAMED) break
    const person = JSON.parse(item) as RecordValue
    if (!(await couldDo(target, about, makeActor(model, person)))) continue
    const name = await titleFor(about.looking, about.acting, about.asker, 'Person', person.id)
    if (name !== undefined) could.push({ id: person.id, name })
  }
  return could
}

/** The decision that a command makes first, for somebody else: does he see the record, and may he do it as the record is? */
async function couldDo({ entity, does }: Target, about: About, actor: Actor): Promise<boolean> {
  const { looking, situation } = about
  const { running, storage, reader, now } = looking
  if (situation === undefined) return false
  const name = entity.name.identifier
  if ((await fieldsToRead(looking, actor, name, situation.record)) === undefined) return false
  const acting = { actor, now }
  if ('verb' in does) {
    const rights = writeRightsOf(running, name, actor, does.verb)
    const prepared = prepare(running, storage, name, `${does.verb} ${rolesKey(actor)}`, () => rights.nodes)
    const see = await judge(prepared, reader, running, acting, { ...situation, old: situation.record })
    return decideWrite(running.model, rights, does.fields, [see]).allowed === true
  }
  const prepared = transitionFor(running, entity, does.transition, actor)
  const key = `explain transition ${does.transition.name.identifier} ${rolesKey(actor)}`
  const judged = prepare(running, storage, name, key, () => prepared.nodes)
  const input = inputValues(does.transition.asks, does.input)
  const see = await judge(judged, reader, running, acting, { ...situation, old: situation.record, input })
  return prepared.decide({ record: situation.record, judge: see, input: 'to come' }).allowed === true
}
