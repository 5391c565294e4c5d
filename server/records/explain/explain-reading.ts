// Explains which fields of a record a person may read, and why the others are absent.
import type { Expression } from '#shared/expressions/node.ts'
import type { Citation, Entity, Field, FieldBinding, Grant, Grantee } from '#shared/model/model.ts'
import type { FieldExplanation, ReadExplanation } from '#shared/protocol/explain.ts'
import type { InLanguages } from '#shared/text/language.ts'
import { sayPhrase } from '#shared/text/phrase.ts'
import { readableFieldsOf } from '../access/row-policy.ts'
import { evaluateConditions } from '../access/condition-facts.ts'
import { makeConditions } from '../../policy/conditions.ts'
import { policyOf } from '../../policy/policy.ts'
import type { ExplanationContext } from './explain-conditions.ts'
import { granteeCondition } from '#shared/policy/permissions.ts'

/**
 * `about.acting` reads; to a recipient who is no administrator, fields that they may read in no record do not exist. Of a list, a
 * field is shown that may be read in some record.
 */
export async function explainReading(
  about: ExplanationContext,
  entity: Entity,
  what: 'record' | 'list',
): Promise<ReadExplanation> {
  const { policyContext, actorContext, recipient, snapshot } = about
  const { running } = policyContext
  const { actor } = actorContext
  const name = entity.name.identifier
  const { rows, readable } = policyOf(running, actor).entity(name).read
  const seesAll = recipient.administrator
  const shown =
    what === 'list' ? readable : snapshot && (await readableFieldsOf(policyContext, actor, name, snapshot.record))
  const fields: FieldExplanation[] = []
  for (const [identifier, field] of entity.fields) {
    if (shown === undefined || !(seesAll || readable.has(identifier))) continue
    const isShown = shown.has(identifier)
    const known = { field: identifier, label: field.name.label, shown: isShown }
    if (isShown) fields.push(known)
    else if (!seesAll) fields.push({ ...known, why: sayPhrase({ says: NOT_HERE }, running.model.settings.language) })
    else fields.push({ ...known, ...(await whyAbsent(about, entity, field)) })
  }
  return { rows: rows === true ? 'all' : rows === false ? 'none' : 'some', fields }
}

async function whyAbsent(
  about: ExplanationContext,
  entity: Entity,
  field: Field,
): Promise<Pick<FieldExplanation, 'why' | 'source'>> {
  const { model } = about.policyContext.running
  const name = field.name.identifier
  if (field.limits.hidden) return because(about, HIDDEN, field.cite)
  for (const binding of entity.bindings) {
    const hides = binding.says === 'hidden' && binding.field === name
    if (hides && (await holds(about, binding, binding.who ?? [], binding.where)))
      return because(about, HIDDEN_IN_STATE, binding.cite)
  }
  const reading = entity.grants.filter(({ may, fields }) => may.includes('read') && fields.includes(name))
  for (const grant of reading) {
    if (grant.except && (await holds(about, grant, [grant.who], grant.where)))
      return because(about, TAKEN_AWAY, grant.cite)
  }
  const others = reading.filter(({ except }) => !except)
  const [first] = others
  if (first === undefined) return because(about, NO_LINE, model.accountPolicy.grantsCite)
  return because(about, NEAREST, first.cite)
}

function because(
  { policyContext }: ExplanationContext,
  says: InLanguages,
  { point, line, text }: Citation,
): Pick<FieldExplanation, 'why' | 'source'> {
  const { model, revision } = policyContext.running
  return { why: sayPhrase({ says }, model.settings.language), source: { point, line, text, revision } }
}

const NOT_HERE = { en: 'It may not be read in this record.', de: 'Es darf in diesem Eintrag nicht gelesen werden.' }
const HIDDEN = { en: 'It is hidden: it never leaves the server.', de: 'Es ist verborgen: Es verlässt nie den Server.' }
const HIDDEN_IN_STATE = { en: 'It is hidden in this state.', de: 'Es ist in diesem Zustand verborgen.' }
const TAKEN_AWAY = { en: 'A line in point 6 removes access to it.', de: 'Eine Zeile von Punkt 6 nimmt es weg.' }
const NO_LINE = {
  en: 'No line in point 6 lets anyone read it.',
  de: 'Keine Zeile von Punkt 6 lässt es jemanden lesen.',
}
const NEAREST = {
  en: 'No line that lists it applies to this person and record. This is the closest.',
  de: 'Keine Zeile, die es nennt, gilt für diese Person und diesen Eintrag; diese kommt am nächsten.',
}

/** Is this line about a person who reads, and true of this record? */
async function holds(
  { policyContext, actorContext, entity, snapshot }: ExplanationContext,
  line: FieldBinding | Grant,
  who: readonly Grantee[],
  where: Expression | undefined,
): Promise<boolean> {
  const { running } = policyContext
  const expressions = [
    ...who.flatMap((each) => (each.kind === 'condition' ? [each.condition] : [])),
    ...(where ? [where] : []),
  ]
  if (snapshot === undefined) return false
  const conditions = running.keptOn(line, 'explained line', entity, () =>
    makeConditions(
      entity,
      expressions.map(({ tree }) => tree),
    ),
  )
  const see = await evaluateConditions(conditions, policyContext, actorContext, snapshot)
  const isAbout = who.some((each) =>
    each.kind === 'condition'
      ? actorContext.actor.person !== null && see(each.condition.tree) === true
      : granteeCondition(each, actorContext.actor) === true,
  )
  return (who.length === 0 || isAbout) && (where === undefined || see(where.tree) === true)
}
