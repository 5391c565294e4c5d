// Derives checks of filters, orders, groups, searches and relations: they show no more than the fields do.
import type { Citation, Entity, Field, Grant } from '#shared/model/model.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import type { InLanguages } from '#shared/text/language.ts'
import { fieldType } from '#shared/fields/registry.ts'
import type { Check, Derivation, Expectation } from './check.ts'
import type { Reader } from './expected-permissions.ts'
import { hasAll, readableOf, rolesOf } from './expected-permissions.ts'
import type { Plan } from './plan.ts'
import { apiPath, deriveFor, joinDerived, situationOf } from './plan.ts'

export function deriveSurfaces(plan: Plan): Derivation {
  return joinDerived(
    [...plan.model.entities.values()].flatMap((entity) =>
      plan.kinds.flatMap((reader) =>
        [...entity.fields.values()]
          .filter((field) => !field.limits.hidden && !field.standard && field.computed === undefined)
          .map((field) => deriveFor(lineOf(entity, field), () => checksOf(plan, { entity, reader, field }))),
      ),
    ),
  )
}

interface Question {
  readonly entity: Entity
  readonly reader: Reader
  readonly field: Field
}

/** The first line by which the field is read, or the one of the field. */
function lineOf({ grants }: Entity, { name, cite }: Field): Citation {
  const line = grants.find(({ may, fields }) => may.includes('read') && fields.includes(name.identifier))?.cite
  return line === undefined || line.line === 0 ? cite : line
}

/** A record of the world that the reader sees; `value`: what they see of the field, null where they may not read it. */
interface SeenRow {
  readonly record: RecordValue
  readonly isShown: boolean
  readonly value: unknown
}

function checksOf(plan: Plan, asked: Question): readonly Check[] {
  const { entity, reader, field } = asked
  const { world } = plan.maker
  const name = field.name.identifier
  const all = world.all(entity.name.identifier)
  const seen = all.flatMap((record): SeenRow[] => {
    const readable = readableOf(situationOf(plan, reader, record, world), reader, entity)
    const isShown = readable?.has(name) === true
    return readable === undefined ? [] : [{ record, isShown, value: isShown ? (record[name] ?? null) : null }]
  })
  const ask: Ask = (path, what, expects, more = {}) => ({
    line: lineOf(entity, field),
    says: { says: AS, values: { what: { says: what, values: { field: name } }, reader: reader.said } },
    given: [],
    as: reader.person?.id ?? null,
    request: { method: 'GET', path: `${apiPath(entity)}${path}` },
    expects,
    ...more,
  })
  if (!mayEverRead(plan, asked)) return seen.length === 0 ? [] : unknownChecks(field, ask)
  if (!seen.some(({ isShown }) => isShown)) return []
  return [
    ...filterChecks(all, seen, field, ask),
    ...orderChecks(seen, field, ask),
    ...summaryChecks(seen, field, ask),
    ...keyChecks(all, seen, field, ask),
    ...relationChecks(plan, asked, seen, ask),
    ...searchChecks(plan, asked, seen, ask),
    ...historyChecks(plan, asked, seen, ask),
  ]
}

type Ask = (path: string, what: InLanguages, expects: Expectation, more?: Partial<Check>) => Check

/** Could some line ever let somebody like the reader read the field? */
function mayEverRead({ model }: Plan, { entity, reader, field }: Question): boolean {
  if (hasAll(model, reader)) return true
  const own = rolesOf(model, reader)
  const mayApply = ({ who }: Grant): boolean => {
    if (who.kind === 'anyone') return true
    if (reader.person === null) return false
    if (who.kind !== 'role') return true
    return own.includes(who.role) || (model.roles.get(who.role)?.onRecords ?? []).length > 0
  }
  return entity.grants.some(
    (grant) =>
      !grant.except && grant.may.includes('read') && grant.fields.includes(field.name.identifier) && mayApply(grant),
  )
}

/** To somebody who may never read it, the field is none. */
function unknownChecks(field: Field, ask: Ask): readonly Check[] {
  const name = field.name.identifier
  const { isOrdered, isGrouped } = waysOf(field)
  return [
    ...(isOrdered ? [ask(`?sort=${name}`, SORTING, { kind: 'status', is: [400] })] : []),
    ask(`?filter=${encodeURIComponent(`${name} != null`)}`, FILTER, { kind: 'status', is: [400] }),
    ...(isGrouped ? [ask(`/summary?by=${name}`, GROUPS, { kind: 'status', is: [400] })] : []),
  ]
}

interface Ways {
  readonly isOrdered: boolean
  readonly isGrouped: boolean
  readonly isFiltered: boolean
}

/** The ways to ask for a field that are tried here. */
function waysOf({ valueType: { kind } }: Field): Ways {
  const isPlain = kind === 'integer' || kind === 'choice'
  return {
    isOrdered: isPlain || kind === 'date',
    isGrouped: isPlain || kind === 'boolean',
    isFiltered: isPlain || kind === 'text',
  }
}

/** A value that is hidden in some record, and one that is shown. */
function filterChecks(all: readonly RecordValue[], seen: readonly SeenRow[], field: Field, ask: Ask): readonly Check[] {
  if (!waysOf(field).isFiltered) return []
  const name = field.name.identifier
  const shownIds = new Set(seen.filter(({ isShown }) => isShown).map(({ record }) => record.id))
  const isThere = (record: RecordValue): boolean => (record[name] ?? null) !== null
  const seenIds = new Set(seen.map(({ record }) => record.id))
  const isHidden = (record: RecordValue): boolean => isThere(record) && !shownIds.has(record.id)
  const hidden = all.find((record) => isHidden(record) && seenIds.has(record.id)) ?? all.find(isHidden)
  const shown = all.find((record) => isThere(record) && shownIds.has(record.id))
  return [hidden, shown].flatMap((record) => {
    if (record === undefined) return []
    const value = record[name]
    const ids = seen.filter((row) => row.value === value).map((row) => row.record.id)
    const filter = encodeURIComponent(`${name} == ${JSON.stringify(value)}`)
    const what = record === hidden ? FILTER_HIDDEN : FILTER_SHOWN
    return [
      ask(`?limit=1000&count=exact&filter=${filter}`, what, {
        kind: 'list',
        ids,
      }),
    ]
  })
}

/** Empty values come last, and with them those that may not be read in their records. */
function orderChecks(seen: readonly SeenRow[], field: Field, ask: Ask): readonly Check[] {
  const { type, name } = field
  if (!waysOf(field).isOrdered) return []
  const rank = (value: unknown): number | string =>
    'words' in type ? type.words.findIndex(({ word }) => word === value) : (value as number | string)
  const groups = [...Map.groupBy(seen, ({ value }) => value)]
    .toSorted(([a], [b]) => (a === null ? 1 : b === null ? -1 : rank(a) < rank(b) ? -1 : 1))
    .map(([, rows]) => rows.map(({ record }) => record.id))
  return [ask(`?limit=1000&sort=${name.identifier}`, SORTING, { kind: 'order', groups })]
}

function summaryChecks(seen: readonly SeenRow[], field: Field, ask: Ask): readonly Check[] {
  if (!waysOf(field).isGrouped) return []
  const groups = Map.groupBy(seen, ({ value }) => JSON.stringify(value))
  const counts = Object.fromEntries([...groups].map(([key, rows]) => [key, rows.length]))
  const { identifier } = field.name
  return [ask(`/summary?by=${identifier}&measure=count`, GROUPS, { kind: 'summary', counts })]
}

/** A unique field finds its record for those who may read it there. */
function keyChecks(all: readonly RecordValue[], seen: readonly SeenRow[], field: Field, ask: Ask): readonly Check[] {
  const { limits, name, valueType } = field
  if (limits.unique === undefined || limits.unique.per.length > 0 || valueType.kind !== 'text') return []
  const isFound = (record: RecordValue): boolean => seen.some((row) => row.record === record && row.isShown)
  const isSeen = (record: RecordValue): boolean => seen.some((row) => row.record === record)
  const known = all.filter((record) => (record[name.identifier] ?? null) !== null)
  const [found, beside, unseen] = [
    known.find(isFound),
    known.find((record) => isSeen(record) && !isFound(record)),
    known.find((record) => !isSeen(record)),
  ]
  return [found, beside, unseen].flatMap((record) => {
    if (record === undefined) return []
    const path = `/${name.identifier}/${encodeURIComponent(String(record[name.identifier]))}`
    const is = isFound(record) ? [200] : [401, 403, 404]
    return [ask(path, isFound(record) ? KEY_SHOWN : KEY_HIDDEN, { kind: 'status', is })]
  })
}

/** A related record is in the place of its id for those who may read something of it. */
function relationChecks(plan: Plan, { reader, field }: Question, seen: readonly SeenRow[], ask: Ask): readonly Check[] {
  const { type, name } = field
  const target = type.kind === 'relation' && !type.many ? plan.model.entities.get(type.entity) : undefined
  if (target === undefined) return []
  const { world } = plan.maker
  const isReadable = (id: unknown): boolean => {
    const other = world.find(target.name.identifier, String(id))
    return other !== undefined && readableOf(situationOf(plan, reader, other, world), reader, target) !== undefined
  }
  return [true, false].flatMap((isShown) => {
    const row = seen.find(({ value }) => value !== null && isReadable(value) === isShown)
    if (row === undefined) return []
    const path = `/${row.record.id}?expand=${name.identifier}`
    return [ask(path, isShown ? RELATED_SHOWN : RELATED_HIDDEN, { kind: 'related', field: name.identifier, isShown })]
  })
}

/** A word that no other field has. */
const RARE_WORD = 'quixotry'

function searchChecks(
  plan: Plan,
  { entity, reader, field }: Question,
  seen: readonly SeenRow[],
  ask: Ask,
): readonly Check[] {
  const { limits, type, name, valueType } = field
  const isFree = limits.pattern === undefined && limits.unique === undefined && Number(limits.max ?? 60) > 20
  if (valueType.kind !== 'text' || !isFree || !limits.searchable || fieldType(type.kind).madeFrom !== undefined)
    return []
  const { world } = plan.maker
  return [true, false].flatMap((isThere) => {
    const row = seen.find(({ isShown }) => isShown === isThere)
    if (row === undefined) return []
    const record = { ...row.record, id: plan.maker.nextId(), [name.identifier]: RARE_WORD }
    const unique = [...entity.fields.values()].filter((each) => each.limits.unique !== undefined)
    const free = { ...record, ...Object.fromEntries(unique.map((each) => [each.name.identifier, null])) }
    if (unique.some((each) => each.required === true)) return []
    const here = situationOf(plan, reader, free, world)
    if ((readableOf(here, reader, entity)?.has(name.identifier) === true) !== isThere) return []
    return [
      ask(
        `?search=${RARE_WORD}`,
        isThere ? WORD_SHOWN : WORD_HIDDEN,
        { kind: 'listed', ids: [free.id], isThere },
        { given: [{ entity: entity.name.identifier, record: free }] },
      ),
    ]
  })
}

/** Somebody who may write everything changes the field; then its history is read. */
function historyChecks(
  plan: Plan,
  { entity, reader, field }: Question,
  seen: readonly SeenRow[],
  ask: Ask,
): readonly Check[] {
  const { writer } = plan
  const name = field.name.identifier
  if (writer?.person == null || !entity.historyKept || entity.name.identifier === 'Person') return []
  if (field.valueType.kind !== 'text' || !isChangeable(entity, field)) return []
  const { world } = plan.maker
  return [true, false].flatMap((isTold) => {
    const row = seen.find(({ record }) => {
      const here = situationOf(plan, reader, record, world)
      const told = readableOf(here, reader, entity, 'see history')
      const read = readableOf(here, reader, entity)
      return told !== undefined && read !== undefined && (told.has(name) && read.has(name)) === isTold
    })
    if (row === undefined) return []
    const path = apiPath(entity, row.record.id)
    const read = ask(`/${row.record.id}/history`, CHANGE, { kind: 'history', field: name, isTold })
    return [
      ask(
        '',
        CHANGE,
        { kind: 'done' },
        {
          as: writer.person?.id ?? null,
          request: { method: 'PATCH', path, body: { [name]: `${RARE_WORD} ${reader.label}`.slice(0, 20) } },
          then: [{ as: read.as, request: read.request, expects: read.expects }],
        },
      ),
    ]
  })
}

/** Is it changed without anything else being asked of its value, and without being read to decide who may read it? */
function isChangeable(entity: Entity, { limits, type, computed, standard }: Field): boolean {
  const isPlain = computed === undefined && !standard && fieldType(type.kind).madeFrom === undefined
  const isFree = limits.pattern === undefined && limits.unique === undefined && !limits.writeOnce
  return isPlain && isFree && Number(limits.max ?? 60) >= 20 && Number(limits.min ?? 0) <= 8 && !entity.onlyOne
}

const AS = { en: '{what} as {reader}', de: '{what} als {reader}' }
const SORTING = { en: 'sorting by {field}', de: 'Sortieren nach {field}' }
const FILTER = { en: 'a filter by {field}', de: 'ein Filter nach {field}' }
const GROUPS = { en: 'groups by {field}', de: 'Gruppen nach {field}' }
const FILTER_SHOWN = {
  en: 'a filter by {field}, shown in a record',
  de: 'ein Filter nach {field}, gezeigt in einem Eintrag',
}
const FILTER_HIDDEN = {
  en: 'a filter by {field}, hidden in a record',
  de: 'ein Filter nach {field}, verborgen in einem Eintrag',
}
const KEY_SHOWN = { en: 'a record by its {field}, shown', de: 'ein Eintrag über {field}, gezeigt' }
const KEY_HIDDEN = { en: 'a record by its {field}, hidden', de: 'ein Eintrag über {field}, verborgen' }
const RELATED_SHOWN = { en: '{field} with its record, shown', de: '{field} mit Eintrag, gezeigt' }
const RELATED_HIDDEN = { en: '{field} with its record, hidden', de: '{field} mit Eintrag, verborgen' }
const WORD_SHOWN = {
  en: 'a word of {field}, shown in its record',
  de: 'ein Wort aus {field}, gezeigt im Eintrag',
}
const WORD_HIDDEN = {
  en: 'a word of {field}, hidden in its record',
  de: 'ein Wort aus {field}, verborgen im Eintrag',
}
const CHANGE = { en: 'a change of {field} in the history', de: 'eine Änderung von {field} im Verlauf' }
