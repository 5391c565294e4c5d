// Derives checks of what people read: a record on each side of every line, lists, histories, exports.
import type { Citation, Entity, Grant, Verb } from '#shared/model/model.ts'
import type { Check, CheckStep, Derivation } from './check.ts'
import { valueOn } from './evaluate-on-world.ts'
import type { Reader } from './expected-permissions.ts'
import { conditionsOf, grantsFor, hasAll, isGrantee, readableOf } from './expected-permissions.ts'
import type { RecordCandidate } from './make-records.ts'
import { candidatesFor } from './make-records.ts'
import type { Plan } from './plan.ts'
import { apiPath, deriveFor, joinDerived, situationOf } from './plan.ts'
import { worldWith } from './world.ts'

export function deriveReads(plan: Plan): Derivation {
  return joinDerived(
    [...plan.model.entities.values()].flatMap((entity) => [
      ...entity.grants
        .filter(({ may }) => may.includes('read'))
        .flatMap((grant) =>
          plan.kinds.map((reader) => deriveFor(grant.cite, () => checksOfLine(plan, { entity, grant, reader }))),
        ),
      ...plan.readers.flatMap((reader) =>
        (['read', 'see history', 'export'] as const).map((verb) => {
          const [line = entity.cite] = entity.grants.filter(({ may }) => may.includes(verb)).map(({ cite }) => cite)
          return deriveFor(line, () =>
            checksOfVerb(plan, { entity, reader, verb, line: lineOf(plan, entity, verb, reader) }),
          )
        }),
      ),
    ]),
  )
}

/** The first line that gives it to the reader on some record; else the first that gives it to anybody. */
function lineOf(plan: Plan, entity: Entity, verb: Verb, reader: Reader): Citation {
  const { grants, cite, name } = entity
  const { world } = plan.maker
  const of = grants.filter(({ may }) => may.includes(verb))
  const own = of.find((grant) =>
    world
      .all(name.identifier)
      .some((record) => grantsFor(situationOf(plan, reader, record, world), reader, entity, verb).includes(grant)),
  )
  return (own ?? of[0] ?? grants[0])?.cite ?? cite
}

interface Question {
  readonly entity: Entity
  readonly grant: Grant
  readonly reader: Reader
}

/** Records where the line holds, where it does not, and where that is unknown; each with the fields that all lines give together. */
function checksOfLine(plan: Plan, { entity, grant, reader }: Question): readonly Check[] {
  const found = new Map<string, Check>()
  for (const { record, given } of candidates(plan, entity)) {
    const all = [...given, { entity: entity.name.identifier, record }]
    const here = situationOf(plan, reader, record, worldWith(plan.maker.world, all))
    const isGiven = isGrantee(here, reader, grant.who) && grantsFor(here, reader, entity, 'read').includes(grant)
    const readable = readableOf(here, reader, entity)
    const met = grant.where === undefined || valueOn(here, grant.where.tree)
    const side = `${String(met)} ${isGiven} ${readable === undefined ? 'hidden' : [...readable].join()}`
    if (found.has(side) || found.size >= MOST_SIDES) continue
    found.set(side, {
      line: grant.cite,
      says: { says: isGiven ? LINE_HOLDS : LINE_FAILS, values: { entity: entity.name.label, reader: reader.said } },
      given: all,
      as: reader.person?.id ?? null,
      request: { method: 'GET', path: apiPath(entity, record.id) },
      expects:
        readable === undefined ? { kind: 'status', is: [401, 403, 404] } : { kind: 'record', fields: [...readable] },
      // A condition that is neither true nor false is decided by the database, too.
      ...(met === null && { then: [askList(entity, record.id, readable !== undefined)] }),
    })
  }
  return [...found.values()]
}

const MOST_SIDES = 6

function askList(entity: Entity, id: string, isThere: boolean): CheckStep {
  return {
    request: { method: 'GET', path: `${apiPath(entity)}?limit=1000` },
    expects: { kind: 'listed', ids: [id], isThere },
  }
}

function candidates({ maker }: Plan, entity: Entity): readonly RecordCandidate[] {
  return candidatesFor(maker, entity, conditionsOf(entity, ['read']), 'reads')
}

interface VerbQuestion {
  readonly entity: Entity
  readonly reader: Reader
  readonly verb: 'read' | 'see history' | 'export'
  readonly line: Citation
}

/** Over the whole world: the list, the export, and the history of one record. */
function checksOfVerb(plan: Plan, { entity, reader, verb, line }: VerbQuestion): readonly Check[] {
  const { world } = plan.maker
  const rows = world.all(entity.name.identifier).filter((record) => {
    const here = situationOf(plan, reader, record, world)
    if (readableOf(here, reader, entity) === undefined) return false
    return verb === 'read' || hasAll(plan.model, reader) || readableOf(here, reader, entity, verb) !== undefined
  })
  const ids = rows.map(({ id }) => id)
  const base = { line, given: [], as: reader.person?.id ?? null }
  if (verb === 'see history') {
    if (!entity.historyKept) return []
    const some = [rows[0], world.all(entity.name.identifier).find(({ id }) => !ids.includes(id))]
    return some.flatMap((record) =>
      record === undefined
        ? []
        : [
            {
              ...base,
              says: {
                says: ids.includes(record.id) ? HISTORY_SHOWN : HISTORY_HIDDEN,
                values: { entity: entity.name.label, reader: reader.said },
              },
              request: { method: 'GET' as const, path: apiPath(entity, record.id, 'history') },
              expects: { kind: 'status' as const, is: ids.includes(record.id) ? [200] : [401, 403, 404] },
            },
          ],
    )
  }
  const path = verb === 'read' ? '?limit=1000&count=exact' : '/export?format=ndjson'
  return [
    {
      ...base,
      says: {
        says: verb === 'read' ? LIST : EXPORT,
        values: { entities: entity.plural, reader: reader.said, count: ids.length },
      },
      request: { method: 'GET', path: `${apiPath(entity)}${path}` },
      expects: { kind: 'list', ids },
    },
  ]
}

const LINE_HOLDS = {
  en: 'reading a {entity} as {reader}, where the line holds',
  de: '{entity} lesen als {reader}, wo die Zeile gilt',
}
const LINE_FAILS = {
  en: 'reading a {entity} as {reader}, where the line does not hold',
  de: '{entity} lesen als {reader}, wo die Zeile nicht gilt',
}
const HISTORY_SHOWN = {
  en: 'the history of a {entity} as {reader}: shown',
  de: 'der Verlauf von {entity} als {reader}: gezeigt',
}
const HISTORY_HIDDEN = {
  en: 'the history of a {entity} as {reader}: not shown',
  de: 'der Verlauf von {entity} als {reader}: nicht gezeigt',
}
const LIST = {
  en: 'the list of {entities} as {reader}: {count} records',
  de: 'die Liste {entities} als {reader}: Einträge: {count}',
}
const EXPORT = {
  en: 'the export of {entities} as {reader}: {count} records',
  de: 'der Export {entities} als {reader}: Einträge: {count}',
}
