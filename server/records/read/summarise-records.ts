// Summarises the records that the actor may read, by group and measure.
import type { Type } from '#shared/expressions/type.ts'
import { isNumeric, isOrdered } from '#shared/expressions/type-rules.ts'
import type { Entity } from '#shared/model/model.ts'
import type { SummaryBody } from '#shared/protocol/list.ts'
import type { SummaryGroup, SummaryShape } from '../../storage/query-plans.ts'
import type { ActorContext, RecordsDependencies } from '../records-dependencies.ts'
import { filterOf } from './filter.ts'
import { checkField, checkPath, checkReadable, countShape, PLAN_ROOM } from './read-request.ts'
import { bindingsOf } from '../access/condition-facts.ts'
import { entityNamed, policyOf } from '../../policy/policy.ts'
import { refused } from '../../policy/refused.ts'

export interface SummaryRequest {
  /** `status`, `requester.team`, or with a unit of time `month(resolved_at)`; or two of these with a comma. */
  readonly by?: string
  /** `count,avg(hours_to_resolve)` */
  readonly measure: string
  readonly filter?: string
}

export async function summariseRecords(
  { storage, current }: RecordsDependencies,
  actorContext: ActorContext,
  entity: string,
  request: SummaryRequest,
): Promise<SummaryBody> {
  const { running } = current
  const { actor } = actorContext
  checkReadable(running, entity, actor)
  const policy = policyOf(running, actor)
  const { read } = policy.entity(entity)
  const { readable } = read
  const typeOf = (field: string): Type | undefined => entityNamed(running.model, entity).fields.get(field)?.valueType
  const measures = readMeasures(request.measure, readable)
  const by = request.by === undefined ? [] : readGroupings(request.by)
  for (const { name, shape } of measures) checkMeasure(name, shape, typeOf(shape.field ?? ''))
  for (const { name, grouping } of by) {
    const field = checkPath(running, entity, policy, grouping.field.split('.'), 'grouped_too_far')
    if (grouping.unit !== undefined) checkPeriod(name, grouping.field, field?.valueType)
  }
  checkNotLocalised(entityNamed(running.model, entity), ...measures.map(({ shape }) => shape.field))
  const { filter: text } = request
  const filter = filterOf(running, actor, entity, text)
  const key = [request.by, request.measure, filter?.shape].join('\n')
  const plan = running.keptOn(
    policy.entity(entity),
    'summary',
    key,
    countShape(actorContext.spent, () =>
      storage.planSummary({
        policy: read,
        ...(filter === undefined ? {} : { filter: filter.node }),
        otherPolicies: policy.reads,
        ...(by.length === 0 ? {} : { by: by.map(({ grouping }) => grouping) }),
        measures: measures.map(({ shape }) => shape),
      }),
    ),
    PLAN_ROOM,
  )
  const { groups, isCut } = await plan.run(bindingsOf(actorContext, filter?.input))
  return {
    groups: groups.map((group) => ({
      key: group.keys[0] ?? null,
      ...(by.length > 1 ? { subkey: group.keys[1] ?? null } : {}),
      measures: Object.fromEntries(measures.map(({ name }, index) => [name, group.measures[index] ?? null])),
    })),
    ...(isCut ? { truncated: true } : {}),
  }
}

type Measure = SummaryShape['measures'][number]

const KINDS: { readonly [word: string]: Measure['kind'] } = {
  sum: 'sum',
  avg: 'average',
  average: 'average',
  min: 'min',
  max: 'max',
}

/** The number of measures of a summary. Each is a column of the query, and of every group in the answer. */
const MOST_MEASURES = 20

function readMeasures(text: string, readable: ReadonlySet<string>): readonly ReturnType<typeof readMeasure>[] {
  const names = text.split(',')
  if (names.length > MOST_MEASURES) throw refused('too_many_measures', { most: MOST_MEASURES })
  return names.map((name) => readMeasure(name.trim(), readable))
}

function readMeasure(name: string, readable: ReadonlySet<string>): { readonly name: string; readonly shape: Measure } {
  if (name === 'count') return { name, shape: { kind: 'count' } }
  const [, word = '', field = ''] = /^(\w+)\(\s*(\w+)\s*\)$/.exec(name) ?? []
  const kind = Object.hasOwn(KINDS, word) ? KINDS[word] : undefined
  if (kind === undefined) throw refused('bad_measure', { measure: name })
  checkField(readable, field)
  return { name, shape: { kind, field } }
}

const MOST_GROUPINGS = 2

function readGroupings(text: string): readonly ReturnType<typeof readGrouping>[] {
  const names = text.split(',')
  if (names.length > MOST_GROUPINGS) throw refused('too_many_groupings', { most: MOST_GROUPINGS })
  return names.map((name) => readGrouping(name.trim()))
}

function readGrouping(text: string): { readonly name: string; readonly grouping: SummaryGroup } {
  const [, unit, field = text] = /^(day|week|month|quarter|year)\(([\w.]+)\)$/.exec(text) ?? []
  return {
    name: text,
    grouping: unit === undefined ? { field } : { field, unit: unit as NonNullable<SummaryGroup['unit']> },
  }
}

/** Adding up takes numbers and durations; the smallest and the largest take what has an order of its own. */
function checkMeasure(name: string, { kind, field }: Measure, type: Type | undefined): void {
  if (kind === 'count' || field === undefined || type === undefined) return
  const isNumber = isNumeric(type) || type.kind === 'duration'
  const isFit = kind === 'sum' || kind === 'average' ? isNumber : isOrdered(type) && type.kind !== 'choice'
  if (isFit) return
  const takes = kind === 'sum' || kind === 'average' ? TAKEN_BY_SUM : TAKEN_BY_MINIMUM
  throw refused('not_measurable', { measure: name, takes: { says: takes }, field }, { field: field })
}

const TAKEN_BY_SUM = {
  en: 'sum(field) and avg(field) take numbers, amounts and durations',
  de: 'sum(feld) und avg(feld) nehmen Zahlen, Beträge und Dauern',
}
const TAKEN_BY_MINIMUM = {
  en: 'min(field) and max(field) take numbers, amounts, durations, dates, times and texts',
  de: 'min(feld) und max(feld) nehmen Zahlen, Beträge, Dauern, Daten, Zeiten und Texte',
}

/** A text in the application's language is made for people, outside the database. */
function checkNotLocalised({ fields }: Entity, ...names: readonly (string | undefined)[]): void {
  const field = names.find((name) => name !== undefined && fields.get(name)?.computed?.localised)
  if (field !== undefined) throw refused('localised_field', { field })
}

function checkPeriod(name: string, field: string, type: Type | undefined): void {
  if (type?.kind === 'date' || type?.kind === 'timestamp') return
  throw refused('not_groupable', { group: name, field }, { field: field })
}
