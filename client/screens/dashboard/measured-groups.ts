// Reads what a tile measures: the numbers of a summary, or the share that one summary is of another.
import { joinConditions } from '#shared/decisions/2-screens.ts'
import { millisecondsOf } from '#shared/fields/duration.ts'
import { fieldType } from '#shared/fields/registry.ts'
import type { Entity, Tile } from '#shared/model/model.ts'
import type { SummaryBody } from '#shared/protocol/list.ts'
import { writeBy, writeMeasure } from '../../data/records/measure-parameters.ts'
import { isReadInPart } from '../../data/records/permissions.ts'
import { useSummary } from '../../data/records/record-queries.ts'
import { useKnownSession } from '../../data/session.ts'
import { useModel } from '../../data/spec.ts'
import { WHEN_THERE_IS_ROOM } from '../../data/when-there-is-room.ts'

export type TileMeasure = Extract<Tile['shows'], { readonly kind: 'measure' }>

export type MeasuredValue = string | number

type AnswerGroup = SummaryBody['groups'][number]

export interface MeasuredGroup extends Pick<AnswerGroup, 'key' | 'subkey'> {
  /** Value as the server sent it, or null where there is nothing to measure. */
  readonly value: MeasuredValue | null
  /** Number for the length of a bar. Durations and moments are in milliseconds. */
  readonly number: number
}

export interface Measurement {
  readonly groups: readonly MeasuredGroup[]
  readonly isPending: boolean
  readonly isCut: boolean
  readonly error: unknown
  refetch(): void
}

/** `also`: a condition beside those of the tile. */
export function useMeasured(entity: Entity, measure: TileMeasure, also?: string, enabled = true): Measurement {
  const isShare = measure.measure === 'share'
  const name = writeMeasure(measure)
  const model = useModel()
  const session = useKnownSession()
  const { field } = measure
  const isInPart = field !== undefined && isReadInPart(model, session, entity.name.identifier, field)
  const query = {
    // The sum of nothing is 0; the largest of nothing is none.
    measure: isInPart ? `${name},${largestOf(field)}` : name,
    ...(measure.by
      ? { by: [measure.by, measure.within].flatMap((each) => (each ? [writeBy(each)] : [])).join(',') }
      : {}),
  }
  const options = { ...WHEN_THERE_IS_ROOM, enabled }
  const counted = useSummary(entity, { ...query, ...filterOf(measure.where?.text, measure.among?.text, also) }, options)
  const whole = useSummary(
    entity,
    { ...query, ...filterOf(measure.among?.text, also) },
    { ...options, enabled: enabled && isShare },
  )
  const queries = isShare ? [counted, whole] : [counted]
  return {
    groups: isShare
      ? sharesOf(counted.data?.groups ?? [], whole.data?.groups ?? [])
      : (counted.data?.groups ?? []).map((group) => readGroup(group, name, entity, measure)),
    isPending: queries.some(({ isPending }) => isPending),
    isCut: queries.some(({ data }) => data?.truncated === true),
    error: queries.find(({ error }) => error !== null)?.error ?? null,
    refetch: () => queries.forEach((each) => void each.refetch()),
  }
}

function largestOf(field: string): string {
  return `max(${field})`
}

function filterOf(...conditions: readonly (string | undefined)[]): { readonly filter?: string } {
  const filter = joinConditions(...conditions)
  return filter === undefined ? {} : { filter }
}

function readGroup(group: AnswerGroup, name: string, entity: Entity, { field }: TileMeasure): MeasuredGroup {
  const isOfNothing = field !== undefined && group.measures[largestOf(field)] === null
  const value = isOfNothing ? null : (group.measures[name] ?? null)
  const type = field === undefined ? undefined : entity.fields.get(field)?.type
  const { unit, precision } = type ? fieldType(type.kind) : {}
  const number =
    value === null
      ? 0
      : unit === 'time'
        ? millisecondsOf(value)
        : precision === undefined
          ? Number(value)
          : new Date(value).getTime()
  return { ...keysOf(group), value, number }
}

/** Computes shares in percent. A group without records has no share. */
export function sharesOf(parts: readonly AnswerGroup[], wholes: readonly AnswerGroup[]): readonly MeasuredGroup[] {
  const idOf = ({ key, subkey }: AnswerGroup) => JSON.stringify([key, subkey])
  const counts = new Map(parts.map((part) => [idOf(part), Number(part.measures['count'])]))
  return wholes.map((whole): MeasuredGroup => {
    const all = Number(whole.measures['count'])
    const value = all === 0 ? null : ((counts.get(idOf(whole)) ?? 0) / all) * 100
    return { ...keysOf(whole), value, number: value ?? 0 }
  })
}

function keysOf({ key, subkey }: AnswerGroup): Pick<AnswerGroup, 'key' | 'subkey'> {
  return subkey === undefined ? { key } : { key, subkey }
}
