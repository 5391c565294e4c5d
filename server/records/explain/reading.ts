// Which fields of a record a person is shown, and why the others are absent.
import { whoCondition } from '#shared/decisions/6-roles.ts'
import type { Expression } from '#shared/expressions/node.ts'
import type { Citation, Entity, Field, Who } from '#shared/model/model.ts'
import type { FieldReading, Reading } from '#shared/protocol/explain.ts'
import { fieldsToRead } from '../work/reading-rights.ts'
import { judge, prepare } from '../work/judging.ts'
import { readableFields, readRightsOf } from '../work/rights.ts'
import type { About } from './conditions.ts'

/**
 * `about.acting` reads; to whoever is no administrator, fields that he may read in no record do not exist. Of a list, a field is
 * shown that may be read in some record.
 */
export async function explainReading(about: About, entity: Entity, what: 'record' | 'list'): Promise<Reading> {
  const { looking, acting, asker, situation } = about
  const { running } = looking
  const { actor } = acting
  const name = entity.name.identifier
  const { rows } = readRightsOf(running, name, actor)
  const isTold = asker.administrator
  const readable = readableFields(running, name, actor)
  const shown = what === 'list' ? readable : situation && (await fieldsToRead(looking, actor, name, situation.record))
  const fields: FieldReading[] = []
  for (const [identifier, field] of entity.fields) {
    if (shown === undefined || !(isTold || readable.has(identifier))) continue
    const isShown = shown.has(identifier)
    const known = { field: identifier, label: field.name.label, shown: isShown }
    if (isShown) fields.push(known)
    else if (!isTold) fields.push({ ...known, why: 'It may not be read in this record.' })
    else fields.push({ ...known, ...(await whyAbsent(about, entity, field)) })
  }
  return { rows: rows === true ? 'all' : rows === false ? 'none' : 'some', fields }
}

async function whyAbsent(about: About, entity: Entity, field: Field): Promise<Pick<FieldReading, 'why' | 'source'>> {
  const { model } = about.looking.running
  const name = field.name.identifier
  if (field.limits.hidden) return because(about, 'It is hidden: it never leaves the server.', field.cite)
  for (const binding of entity.bindings) {
    const hides = binding.says === 'hidden' && binding.field === name
    if (hides && (await holds(about, binding.who ?? [], binding.where)))
      return because(about, 'It is hidden in this state.', binding.cite)
  }
  const reading = entity.grants.filter(({ may, fields }) => may.includes('read') && fields.includes(name))
  for (const grant of reading) {
    if (grant.except && (await holds(about, [grant.who], grant.where)))
      return because(about, 'A line of point 6 takes it away.', grant.cite)
  }
  const others = reading.filter(({ except }) => !except)
  const [first] = others
  if (first === undefined) return because(about, 'No line of point 6 lets anybody read it.', model.access.grantsCite)
  return because(about, 'No line that lists it is for this person and this record; this one comes nearest.', first.cite)
}

function because(
  { looking }: About,
  why: string,
  { point, line, text }: Citation,
): Pick<FieldReading, 'why' | 'source'> {
  return { why, source: { point, line, text, revision: looking.running.revision } }
}

/** Is it about whoever reads, and true of this record? */
async function holds(
  { looking, acting, entity, situation }: About,
  who: readonly Who[],
  where: Expression | undefined,
): Promise<boolean> {
  const { running, storage, reader } = looking
  const expressions = [
    ...who.flatMap((each) => (each.kind === 'condition' ? [each.condition] : [])),
    ...(where ? [where] : []),
  ]
  const key = `explain absent ${expressions.map(({ span, text }) => `${span.start} ${text}`).join(' ')}`
  const prepared = prepare(running, storage, entity, key, () => expressions.map(({ tree }) => tree))
  if (situation === undefined) return false
  const see = await judge(prepared, reader, running, acting, situation)
  const isAbout = who.some((each) =>
    each.kind === 'condition'
      ? acting.actor.person !== null && see(each.condition.tree) === true
      : whoCondition(each, acting.actor) === true,
  )
  return (who.length === 0 || isAbout) && (where === undefined || see(where.tree) === true)
}
