// Derives checks of what happens by itself in point 4: each timed transition just before and at its moment.
import { lengthOf } from '#shared/expressions/duration.ts'
import { convertToJson } from '#shared/fields/convert-to-json.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Entity, Transition, TransitionRow } from '#shared/model/model.ts'
import type { Check, Derivation, Expectation } from './check.ts'
import type { Situation } from './evaluate-on-world.ts'
import { holdsOn, NotDerived, valueOn } from './evaluate-on-world.ts'
import type { RecordCandidate } from './make-records.ts'
import { candidatesFor, isSound } from './make-records.ts'
import type { Plan } from './plan.ts'
import { apiPath, deriveFor, joinDerived, situationOf } from './plan.ts'
import { worldWith } from './world.ts'

export function deriveTimers(plan: Plan): Derivation {
  return joinDerived(
    [...plan.model.entities.values()].flatMap((entity) => [
      ...[...entity.transitions.values()].flatMap((transition) =>
        transition.rows.flatMap((row) =>
          row.after === undefined ? [] : [deriveFor(row.cite, () => checksOf(plan, { entity, transition, row }))],
        ),
      ),
      ...[...entity.timers.values()].map(({ cite }) => ({
        checks: [],
        notTestable: [{ line: cite, why: { says: PAUSING } }],
      })),
    ]),
  )
}

interface TimedRow {
  readonly entity: Entity
  readonly transition: Transition
  readonly row: TransitionRow
}

/** A record on which its condition is met, and one on which it is not. */
function checksOf(plan: Plan, timed: TimedRow): readonly Check[] {
  const { entity, transition, row } = timed
  if (row.from === 'any' || row.from === 'new record') throw new NotDerived(EVERY_STATE)
  const about = [...(row.when ? [row.when.tree] : []), ...(row.after?.kind === 'at' ? [row.after.expression.tree] : [])]
  const found = new Map<boolean, Check>()
  for (const state of row.from)
    for (const candidate of candidatesFor(plan.maker, entity, about, `timer ${row.cite.line}`, {
      [transition.field]: state,
    })) {
      if (!isSound(plan.maker, entity, candidate)) continue
      const made = checkOf(plan, timed, candidate)
      if (made !== undefined && !found.has(made.isMet)) found.set(made.isMet, made.check)
    }
  if (found.size === 0) throw new NotDerived(SHOWS_NOWHERE)
  return [...found.values()]
}

function checkOf(plan: Plan, timed: TimedRow, { record, given }: RecordCandidate) {
  const { entity, transition, row } = timed
  const { writer } = plan
  if (writer === undefined) throw new NotDerived(NO_READER)
  const all = [...given, { entity: entity.name.identifier, record }]
  const here: Situation = { ...situationOf(plan, writer, record, worldWith(plan.maker.world, all)), me: null }
  const due = dueOf(here, row)
  const change = changeOf(here, timed)
  if (due === undefined || due <= Date.parse(plan.maker.now) + 2_000 || change === undefined) return undefined
  const isFirst = [...entity.transitions.values()]
    .flatMap(({ rows }) => rows)
    .every((other) => other === row || other.after === undefined || !runsBefore(here, other, record, transition, due))
  if (!isFirst) return undefined
  const isMet = row.when === undefined || holdsOn(here, row.when.tree)
  const request = { method: 'GET' as const, path: apiPath(entity, record.id) }
  const { field, before, after } = change
  const value = (is: unknown): Expectation => ({ kind: 'value', field, is: [is] })
  const at = (milliseconds: number): string => new Date(milliseconds).toISOString()
  const check: Check = {
    line: row.cite,
    says: { says: isMet ? AT_ITS_MOMENT : UNMET, values: { transition: transition.name.label } },
    given: all,
    as: writer.person?.id ?? null,
    request,
    expects: value(before),
    then: [
      { at: at(due - 1_000), request, expects: value(before) },
      { at: at(due + 1_000), request, expects: value(isMet ? after : before) },
    ],
  }
  return { isMet, check }
}

function runsBefore(
  here: Situation,
  other: TransitionRow,
  record: RecordValue,
  { field }: Transition,
  due: number,
): boolean {
  const state = String(record[field] ?? '')
  if (other.from !== 'any' && !other.from.includes(state)) return false
  const moment = dueOf(here, other)
  return moment !== undefined && moment <= due + 1_000
}

/** Milliseconds since 1970, of a record that has just come to its state. */
function dueOf(here: Situation, { after }: TransitionRow): number | undefined {
  if (after === undefined) return undefined
  if (after.kind === 'every') throw new NotDerived(REPEATED)
  const value = valueOn(here, after.expression.tree)
  if (value === null) return undefined
  if (after.kind === 'duration') return Date.parse(here.now) + Number(lengthOf(value as bigint))
  if (after.expression.tree.type.kind !== 'timestamp') throw new NotDerived(ON_A_DAY)
  return Date.parse(String(value))
}

/** The field by which it shows: the state, or the first one that it sets. */
function changeOf(here: Situation, { entity, transition, row }: TimedRow) {
  const record = here.this as RecordValue
  if (row.to !== 'stay') {
    const [after] = row.to
    return row.to.length === 1 ? { field: transition.field, before: record[transition.field], after } : undefined
  }
  for (const effect of row.then) {
    if (effect.kind !== 'set' || effect.if !== undefined) continue
    const shape = entity.fields.get(effect.field)
    if (shape === undefined) continue
    const after = convertToJson(valueOn(here, effect.value.tree), shape.valueType)
    const before = record[effect.field] ?? null
    if (JSON.stringify(before) !== JSON.stringify(after)) return { field: effect.field, before, after }
  }
  return undefined
}

const PAUSING = {
  en: 'timers that pause are not followed by verify',
  de: 'Fristen mit Pausen werden im Nachweis nicht verfolgt',
}
const EVERY_STATE = { en: 'it runs in every state', de: 'die Frist läuft in jedem Zustand' }
const SHOWS_NOWHERE = {
  en: 'no record could be made on which it shows that it happened',
  de: 'kein Eintrag, an dem man den Übergang sieht, ließ sich anlegen',
}
const NO_READER = {
  en: 'nobody may read all fields: administrators have no data',
  de: 'niemand darf alle Felder lesen: die Verwaltung hat keine Daten',
}
const REPEATED = {
  en: 'what is repeated is not followed by verify',
  de: 'was sich wiederholt, wird im Nachweis nicht verfolgt',
}
const ON_A_DAY = { en: 'it happens at the beginning of a day', de: 'es geschieht am Anfang eines Tages' }
const AT_ITS_MOMENT = { en: '{transition} at its moment', de: '{transition} zum Zeitpunkt' }
const UNMET = {
  en: '{transition} at its moment, where its condition is not met',
  de: '{transition} zum Zeitpunkt, wo die Bedingung nicht erfüllt ist',
}
