// Renders the records of a calendar screen as iCalendar, as the screen shows them to the actor.
import { canOpenScreen, joinConditions, pathOfRecord, screensFor } from '#shared/decisions/2-screens.ts'
import type { ExpandedRecord } from '#shared/decisions/expanded-record.ts'
import { titleFields, titleOf } from '#shared/decisions/record-title.ts'
import { titlePaths } from '#shared/decisions/title-paths.ts'
import { laterDate } from '#shared/expressions/calendar.ts'
import type { Field, Screen } from '#shared/model/model.ts'
import { isShown } from '#shared/points/declarations.ts'
import { entityNamed, policyOf } from '../policy/policy.ts'
import { refused } from '../policy/refused.ts'
import { findHeldRoles } from '../records/access/held-roles.ts'
import { findRecords } from '../records/read/find-records.ts'
import { MOST_EXPANDED } from '../records/read/read-request.ts'
import type { ActorContext, RecordsDependencies } from '../records/records-dependencies.ts'
import { endOfEvent } from './calendar-events.ts'
import type { CalendarEvent } from './render-calendar.ts'
import { renderCalendar } from './render-calendar.ts'

/** Days before today from which events are listed. */
const PAST_DAYS = 90
const MOST_EVENTS = 2_000
const PAGE = 500

/** `base`: address of the application, under which each event has a link. Refused where the actor may not open the screen. */
export async function renderScreenCalendar(
  dependencies: RecordsDependencies,
  actorContext: ActorContext,
  { key }: Screen,
  base: string,
): Promise<string> {
  const { running } = dependencies.current
  const { model } = running
  const { actor, now } = actorContext
  const held = await findHeldRoles(dependencies, actorContext)
  const policy = policyOf(running, actor)
  const { screens } = policy.projectedModel(held)
  const screen = isShown(screens) ? screens.screens.find((each) => each.key === key) : undefined
  if (screen?.shows.kind !== 'calendar' || !canOpenScreen(screen, actor, held)) throw refused('not_found')
  const { entity: name, by, to } = screen.shows
  const entity = entityNamed(model, name)
  const { readable } = policy.entity(name).read
  const [from, until] = [entity.fields.get(by), to === undefined ? undefined : entity.fields.get(to)]
  if (from === undefined || !readable.has(by)) throw refused('not_found')
  const ends = until !== undefined && readable.has(until.name.identifier) ? until : undefined
  const since = laterDate(now.slice(0, 10), -PAST_DAYS, 'day') ?? now.slice(0, 10)
  const fields = [by, ...(ends ? [ends.name.identifier] : []), ...titleFields(entity, readable)]
  const expand = titlePaths(model, (of) => policy.entity(of).read.readable, entity).slice(0, MOST_EXPANDED)
  const request = {
    filter: joinConditions(screen.where?.text, sinceDay(since, [from, ...(ends ? [ends] : [])])) ?? '',
    sort: by,
    fields: ['id', ...new Set(fields.filter((each) => readable.has(each)))].join(','),
    ...(expand.length === 0 ? {} : { expand: expand.join(',') }),
    limit: PAGE,
    count: false,
  }
  const opened = screensFor(model, actor, held)
  const eventOf = (record: ExpandedRecord): CalendarEvent => {
    const path = pathOfRecord(opened, name, record)
    const end = ends && endOfEvent(record[ends.name.identifier], ends.valueType)
    return {
      id: record.id,
      start: String(record[by]),
      end: end ?? null,
      summary: titleOf(model, name, record),
      ...(path === undefined ? {} : { url: base + path }),
    }
  }
  const events: CalendarEvent[] = []
  let after: readonly unknown[] | undefined
  do {
    const page = await findRecords(dependencies, actorContext, name, { ...request, ...(after && { after }) })
    events.push(...page.items.map((item) => eventOf(JSON.parse(item) as ExpandedRecord)))
    after = page.next ?? undefined
  } while (after !== undefined && events.length < MOST_EVENTS)
  return renderCalendar(`${model.name}: ${screen.name}`, events, now)
}

/** Condition that one of the fields is not before the day. */
function sinceDay(day: string, fields: readonly Field[]): string {
  const parts = fields.map(
    ({ name, valueType }) =>
      `${name.identifier} >= ${valueType.kind === 'date' ? `date("${day}")` : `moment("${day}T00:00:00Z")`}`,
  )
  return `(${parts.join(' or ')})`
}
