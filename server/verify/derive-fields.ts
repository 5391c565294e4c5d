// Derives checks of point 3: what is required, and each limit with a value on both sides of it.
import { fieldType } from '#shared/fields/registry.ts'
import type { Entity, Field } from '#shared/model/model.ts'
import type { Phrase } from '#shared/text/phrase.ts'
import type { Check, Derivation } from './check.ts'
import type { Body } from './creation.ts'
import { bodyOf, mayBeSent, startOf } from './creation.ts'
import { holdsOn, NotDerived } from './evaluate-on-world.ts'
import type { Reader } from './expected-permissions.ts'
import type { RecordCandidate } from './make-records.ts'
import { candidatesFor, isSound } from './make-records.ts'
import type { Plan } from './plan.ts'
import { apiPath, deriveFor, joinDerived, situationOf } from './plan.ts'
import { NO_RECORD_MADE, NO_WRITER } from './reasons.ts'
import { clash } from './unique-values.ts'
import { validValue } from './valid-values.ts'
import { valuesAtLimits } from './values-at-limits.ts'
import { worldWith } from './world.ts'

export function deriveFields(plan: Plan): Derivation {
  return joinDerived(
    [...plan.model.entities.values()].flatMap((entity) => [
      deriveFor(entity.cite, () => noOtherField(plan, entity)),
      ...[...entity.fields.values()]
        .filter(({ standard, cite }) => !standard && cite.line > 0)
        .map((field) => deriveFor(field.cite, () => checksOf(plan, entity, field))),
    ]),
  )
}

const OTHER_FIELD = 'no_field_of_this_document'

/** A field that the document does not name is refused where somebody sends it. */
function noOtherField(plan: Plan, entity: Entity): readonly Check[] {
  const { writer } = plan
  if (writer === undefined || entity.cite.line === 0) return []
  const field = { name: { ...entity.name, identifier: OTHER_FIELD, label: OTHER_FIELD }, cite: entity.cite }
  return [write({ plan, entity, field, writer }, { [OTHER_FIELD]: 'sent' }, { isWrong: true, says: { says: SENT } })]
}

interface Target<Of = Field> {
  readonly plan: Plan
  readonly entity: Entity
  readonly field: Of
  readonly writer: Reader
}

function checksOf(plan: Plan, entity: Entity, field: Field): readonly Check[] {
  const { writer } = plan
  if (writer === undefined) throw new NotDerived(NO_WRITER)
  const target = { plan, entity, field, writer }
  if (!mayBeSent(field)) return notWritten(target)
  if (field.limits.hidden) throw new NotDerived(HIDDEN_FIELD)
  return [
    ...required(target),
    ...requiredSometimes(target),
    ...writtenOnce(target),
    ...unique(target),
    ...valuesAtLimits(field, plan.maker.now).flatMap(({ value, isWrong, says }) => {
      // A value at a limit of the type takes the place of the usual one.
      const body = { [field.name.identifier]: value }
      const base = isWrong ? baseOf(plan, entity) : baseFor(plan, entity, body)
      return base === undefined ? [] : [write(target, body, { isWrong, says }, base)]
    }),
  ]
}

/** Sent with a new record; with a change of a person, since people are invited and not created. */
function write(
  { plan, entity, field, writer }: Target<Pick<Field, 'name' | 'cite'>>,
  body: Body,
  { isWrong, says, code }: { readonly isWrong: boolean; readonly says: Phrase; readonly code?: string },
  { record, given }: RecordCandidate = baseOf(plan, entity),
): Check {
  const isPerson = entity.name.identifier === 'Person'
  const all = isPerson ? [...given, { entity: 'Person', record }] : given
  return {
    line: field.cite,
    says: {
      says: isWrong ? WRITE_REFUSED : WRITE_TAKEN,
      values: { field: field.name.label, entity: entity.name.label, how: says },
    },
    given: all,
    as: writer.person?.id ?? null,
    request: isPerson
      ? { method: 'PATCH', path: apiPath(entity, record.id), body }
      : { method: 'POST', path: apiPath(entity), body: { ...bodyOf(entity, record), ...body } },
    expects: { kind: 'field', field: field.name.identifier, isWrong, ...(code === undefined ? {} : { code }) },
  }
}

function baseOf({ maker }: Plan, entity: Entity): RecordCandidate {
  const [first] = candidatesFor(maker, entity, [], 'fields', startOf(entity))
  if (first === undefined) throw new NotDerived(NO_RECORD_MADE)
  return first
}

/** One that no other record is like where only one may be so, and with which the rules allow the value where one is found. */
function baseFor({ maker, model }: Plan, entity: Entity, body: Body): RecordCandidate | undefined {
  const written = ({ record }: RecordCandidate): RecordCandidate['record'] => ({ ...record, ...body })
  const free = candidatesFor(maker, entity, [], 'fields', startOf(entity)).filter((each) => {
    const one = { entity: entity.name.identifier, record: written(each) }
    return !clash(model, worldWith(maker.world, [...each.given, one]), [one])
  })
  return free.find((each) => isSound(maker, entity, { ...each, record: written(each) })) ?? free[0]
}

/** A field that the system keeps is refused where somebody sends it. */
function notWritten(target: Target): readonly Check[] {
  const { field, plan } = target
  const value = validValue(field, 1, plan.maker.now) ?? 'sent'
  return [write(target, { [field.name.identifier]: value }, { isWrong: true, says: { says: SENT } })]
}

function required(target: Target): readonly Check[] {
  const { required: isRequired, name } = target.field
  if (isRequired !== true) return []
  return [write(target, { [name.identifier]: null }, { isWrong: true, says: { says: EMPTY }, code: 'required' })]
}

/** A record of which the condition is true, and one of which it is not, from which the value is taken away. */
function requiredSometimes({ plan, entity, field, writer }: Target): readonly Check[] {
  const { required: condition, name } = field
  if (typeof condition !== 'object') return []
  const key = name.identifier
  const candidates = candidatesFor(plan.maker, entity, [condition.tree], `required ${key}`)
  return [true, false].flatMap((isWrong): Check[] => {
    for (const { record, given } of candidates) {
      const all = [...given, { entity: entity.name.identifier, record }]
      const empty = { ...record, [key]: null }
      const here = situationOf(plan, writer, empty, worldWith(plan.maker.world, all))
      if (record[key] === null || holdsOn(here, condition.tree) !== isWrong) continue
      return [
        {
          line: field.cite,
          says: {
            says: isWrong ? EMPTIED_REQUIRED : EMPTIED_OPTIONAL,
            values: { field: name.label, entity: entity.name.label },
          },
          given: all,
          as: writer.person?.id ?? null,
          request: { method: 'PATCH', path: apiPath(entity, record.id), body: { [key]: null } },
          expects: { kind: 'field', field: key, isWrong, ...(isWrong ? { code: 'required' } : {}) },
        },
      ]
    }
    return []
  })
}

function writtenOnce({ plan, entity, field, writer }: Target): readonly Check[] {
  const { limits, name, type } = field
  if (!limits.writeOnce || type.kind === 'relation') return []
  const { record, given } = baseOf(plan, entity)
  const other = candidatesFor(plan.maker, entity, [], 'fields', startOf(entity)).find(
    (each) => each.record[name.identifier] !== record[name.identifier],
  )
  if (other === undefined) return []
  return [
    {
      line: field.cite,
      says: { says: CHANGE_REFUSED, values: { field: name.label, entity: entity.name.label } },
      given: [...given, { entity: entity.name.identifier, record }],
      as: writer.person?.id ?? null,
      request: {
        method: 'PATCH',
        path: apiPath(entity, record.id),
        body: { [name.identifier]: other.record[name.identifier] },
      },
      expects: { kind: 'field', field: name.identifier, isWrong: true, code: 'write_once' },
    },
  ]
}

/** The value of a record that is there already. */
function unique(target: Target): readonly Check[] {
  const { plan, entity, field } = target
  const key = field.name.identifier
  if (
    field.limits.unique === undefined ||
    field.limits.unique.per.length > 0 ||
    fieldType(field.type.kind).madeFrom !== undefined
  )
    return []
  const taken = plan.maker.world.all(entity.name.identifier).find((each) => (each[key] ?? null) !== null)
  if (taken === undefined) return []
  return [write(target, { [key]: taken[key] }, { isWrong: true, says: { says: AS_ANOTHER } })]
}

const HIDDEN_FIELD = {
  en: 'a hidden field never leaves the server',
  de: 'ein verborgenes Feld verlässt den Server nie',
}
const WRITE_REFUSED = { en: '{field} of a {entity}, {how}: refused', de: '{field} ({entity}), {how}: abgelehnt' }
const WRITE_TAKEN = { en: '{field} of a {entity}, {how}: taken', de: '{field} ({entity}), {how}: angenommen' }
const SENT = { en: 'sent', de: 'gesendet' }
const EMPTY = { en: 'empty', de: 'leer' }
const AS_ANOTHER = { en: 'as another one has it', de: 'mit dem Wert eines anderen Eintrags' }
const EMPTIED_REQUIRED = {
  en: '{field} of a {entity} emptied, where it is required',
  de: '{field} ({entity}) geleert, wo es Pflicht ist',
}
const EMPTIED_OPTIONAL = {
  en: '{field} of a {entity} emptied, where it is not required',
  de: '{field} ({entity}) geleert, wo es keine Pflicht ist',
}
const CHANGE_REFUSED = { en: '{field} of a {entity} changed: refused', de: '{field} ({entity}) geändert: abgelehnt' }
