// Fetches the record of a row on which the pointer or the keyboard rests: it is there when it is opened.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { Entity, Model } from '#shared/model/model.ts'
import type { SessionBody } from '#shared/protocol/session.ts'
import { useKnownSession } from './session.ts'
import { useModel } from './spec.ts'
import { visibleScreens } from './visible-screens.ts'
import { readableBy, readableNames } from './records/permissions.ts'
import type { RecordData } from './records/record-data.ts'
import { recordQuery } from './records/record-queries.ts'
import { relationPaths } from '#shared/decisions/title-paths.ts'

/** Milliseconds after which a pointer rests: passing over a row asks for nothing. */
const REST = 80
/** Records read ahead per minute at most, so that reading ahead does not use up the person's rate limit. */
const MOST_READ_AHEAD = 30
const MINUTE = 60_000

export function usePrefetchedRows(entity: Entity, records: readonly RecordData[]): void {
  const client = useQueryClient()
  const model = useModel()
  const session = useKnownSession()
  const readAt = useRef<readonly number[]>([])
  const fetchRow = useEffectEvent((id: string | undefined) => {
    const record = records.find((each) => each.id === id)
    const query = record && pageQuery(model, session, entity, record)
    if (query === undefined) return
    const now = performance.now()
    const lately = readAt.current.filter((at) => now - at < MINUTE)
    if (lately.length >= MOST_READ_AHEAD) return
    readAt.current = [...lately, now]
    void client.prefetchQuery(query)
  })
  useEffect(() => {
    let timer: number | undefined
    let rested: string | undefined
    const rest = ({ target }: Event) => {
      const row = target instanceof Element ? target.closest('[data-record]') : null
      const id = row?.getAttribute('data-record') ?? undefined
      if (id === rested) return
      rested = id
      globalThis.clearTimeout(timer)
      if (id !== undefined) timer = globalThis.setTimeout(() => fetchRow(id), REST)
    }
    document.addEventListener('pointerover', rest)
    document.addEventListener('focusin', rest)
    return () => {
      globalThis.clearTimeout(timer)
      document.removeEventListener('pointerover', rest)
      document.removeEventListener('focusin', rest)
    }
  }, [])
}

/** Fetches what a number names while it is typed: Enter may follow. */
export function usePrefetchedRecord(named: { readonly entity: Entity; readonly record: RecordData } | undefined): void {
  const client = useQueryClient()
  const model = useModel()
  const session = useKnownSession()
  const fetchNamed = useEffectEvent(() => {
    const query = named && pageQuery(model, session, named.entity, named.record)
    if (query) void client.prefetchQuery(query)
  })
  const id = named?.record.id
  useEffect(() => {
    if (id !== undefined) fetchNamed()
  }, [id])
}

/** Makes the query that the page of the record sends, or undefined where the record has no page. */
function pageQuery(model: Model, session: SessionBody, entity: Entity, record: RecordData) {
  const shows = visibleScreens(model, session)
    .map((screen) => screen.shows)
    .find((each) => each.kind === 'record' && each.entity === entity.name.identifier)
  const key = shows?.kind === 'record' ? record[shows.by] : undefined
  if (shows?.kind !== 'record' || (typeof key !== 'string' && typeof key !== 'number')) return undefined
  return recordQuery(entity, shows.by, String(key), pageRelations(model, session, entity))
}

/** The relations that the page of a record shows with their titles. */
export function pageRelations(model: Model, session: SessionBody, entity: Entity): readonly string[] {
  const readable = readableNames(model, session, entity.name.identifier)
  const names = [...entity.fields.values()].flatMap(({ type, name }) =>
    type.kind === 'relation' && readable.has(name.identifier) ? [name.identifier] : [],
  )
  return relationPaths(model, readableBy(model, session), entity, names)
}
