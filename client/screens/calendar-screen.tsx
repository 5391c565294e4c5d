// Shows records by date, as a month, a week, a day or an agenda; drags move and stretch them.
import { joinConditions } from '#shared/decisions/2-screens.ts'
import type { EventChangeArg, EventClickArg, EventInput } from '@fullcalendar/core'
import dayGrid from '@fullcalendar/daygrid'
import interaction from '@fullcalendar/interaction'
import list from '@fullcalendar/list'
import FullCalendar from '@fullcalendar/react'
import timeGrid from '@fullcalendar/timegrid'
import { notifications } from '@mantine/notifications'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Entity, Field, Screen } from '#shared/model/model.ts'
import { dayIn } from '#shared/text/day-in.ts'
import { currentTime } from '../clock.ts'
import { isByDay } from '../data/records/filter-conditions.ts'
import { listedFields } from '../data/records/listed-fields.ts'
import { readableBy, usePermissions } from '../data/records/permissions.ts'
import { isOverdue } from '../data/records/is-overdue.ts'
import type { RecordData } from '../data/records/record-data.ts'
import type { FieldValues } from '../data/records/record-mutations.ts'
import { useList } from '../data/records/record-queries.ts'
import { titleOf } from '#shared/decisions/record-title.ts'
import { titlePaths } from '#shared/decisions/title-paths.ts'
import { useKnownSession } from '../data/session.ts'
import { useModel } from '../data/spec.ts'
import { formScreen, recordPath } from '../data/visible-screens.ts'
import { PageHead } from '../page/page-head.tsx'
import { RefusalNote } from '../refusals/refusal-note.tsx'
import { toneClasses } from '../ui/word-badge.tsx'
import { toneOf } from '../ui/word-tone.ts'
import { CreateLink } from './form/create-link.tsx'
import { useNarrowing } from './table/use-narrowing.tsx'
import { useOfferedActions } from './offered-actions.ts'
import { useQuickCreate } from './table/use-quick-create.tsx'
import { shortTitle } from './calendar/short-title.ts'
import { closeMoreEvents, openMoreEvents } from './calendar/more-events.ts'
import { printHour, printTimes } from './calendar/print-times.ts'
import { isMidnight } from './calendar/whole-days.ts'
import { shownHours } from './calendar/shown-hours.ts'
import { SubscribeButton } from './calendar/subscribe-button.tsx'
import { CalendarControls } from './calendar/calendar-controls.tsx'
import { formatLocale } from '../words/language.ts'
import { say } from '../words/say.ts'
import classes from './calendar/calendar.module.css'
import type { ShownSpan } from './calendar/calendar-range.ts'
import { overlapsSpan, shiftDay, fieldValueAt } from './calendar/calendar-range.ts'
import { showOffer } from '../ui/offer.tsx'
import { sayMove } from './calendar/say-move.ts'
import { eventSpan } from './calendar/event-span.ts'
import { useMoveEvent, useMovedEvents } from './calendar/move-event.ts'
import { AGENDA_DAYS, useCalendarState, VIEWS } from './calendar/calendar-state.ts'
import { useEventKeys } from './calendar/use-event-keys.ts'
import { useHeldEvents } from './calendar/use-held-events.ts'

interface Props {
  readonly screen: Screen
  readonly entityName: string
  /** When it begins. */
  readonly by: string
  readonly until?: string | undefined
}

export function CalendarScreen({ entityName, by, until, screen }: Props) {
  const entity = useModel().entities.get(entityName)
  const from = entity?.fields.get(by)
  const to = until === undefined ? undefined : entity?.fields.get(until)
  return entity && from ? <EntityCalendar screen={screen} entity={entity} from={from} to={to} /> : null
}

/** Milliseconds from midnight to nine in the morning. */
const MORNING = 9 * 3_600_000
/** The number of events that are read: more than people can see in a month. */
const MOST_EVENTS = 500

const AGENDA = {
  type: 'list',
  duration: { days: AGENDA_DAYS },
  titleFormat: { day: 'numeric', month: 'short' },
  listDaySideFormat: { weekday: 'long' },
} as const

interface CalendarProps {
  readonly screen: Screen
  readonly entity: Entity
  readonly from: Field
  readonly to: Field | undefined
}

function EntityCalendar({ screen, entity, from, to }: CalendarProps) {
  const model = useModel()
  const session = useKnownSession()
  const navigate = useNavigate()
  const calendar = useRef<FullCalendar>(null)
  const state = useCalendarState()
  const narrowing = useNarrowing(screen, entity)
  const quick = useQuickCreate(entity)
  const offered = useOfferedActions(screen, entity)
  const [span, setSpan] = useState<ShownSpan & { readonly title: string }>()
  const { readable, creatable } = usePermissions(entity)
  const name = entity.name.identifier
  const workflow = [...entity.workflows.keys()][0]
  const fields = [
    'id',
    from.name.identifier,
    ...(to ? [to.name.identifier] : []),
    ...(workflow === undefined ? [] : [workflow]),
    ...listedFields(model, entity, [], readable),
  ].filter((each, at, all) => readable.has(each) && all.indexOf(each) === at)
  const shown = useList(
    entity,
    {
      filter: joinConditions(narrowing.filter, span && overlapsSpan(span, from, to)) ?? '',
      ...narrowing.search,
      sort: from.name.identifier,
      fields,
      expand: titlePaths(model, readableBy(model, session), entity),
      limit: MOST_EVENTS,
      may: session.person !== null,
    },
    span !== undefined,
  )
  const move = useMoveEvent(entity)
  const [refusal, setRefusal] = useState<unknown>()
  const keys = useEventKeys(() => calendar.current?.getApi())
  // The address decides what is shown, also after going back.
  useEffect(() => {
    const api = calendar.current?.getApi()
    // In a task of its own: the library draws at once, which React does not allow in an effect.
    queueMicrotask(() => {
      if (api && api.view.type !== state.view.type) api.changeView(state.view.type)
      if (api) api.gotoDate(state.on)
    })
  }, [state.view.type, state.on])

  const moved = useMovedEvents(entity)
  const items = (shown.data?.items ?? []).map((record) => ({ ...record, ...moved.get(record.id) }))
  const mayMove = (record: RecordData): boolean =>
    offered.update && [from, ...(to ? [to] : [])].every((field) => record._may?.update[field.name.identifier] === true)
  const placed = items.map((record) => {
    const isMovable = mayMove(record)
    return {
      record,
      isMovable,
      span: eventSpan(from, to, record, { entity, timeZone: model.settings.timeZone, isMovable }),
    }
  })
  const withHours = placed.filter(({ span: { allDay } }) => !allDay).map(({ record }) => record)
  const eventOf = ({ record, isMovable, span: duration }: (typeof placed)[number]): EventInput => {
    const word = workflow === undefined ? '' : String(record[workflow] ?? '')
    const isLate = isOverdue(model, entity, from, record)
    const whole = titleOf(model, name, record)
    const title = state.name === 'month' || state.name === 'week' ? shortTitle(entity, record, whole) : whole
    const url = recordPath(model, session, name, record)
    return {
      id: record.id,
      title: isLate ? say('{title} (overdue)', { title }) : title,
      whole,
      ...duration,
      editable: isMovable,
      durationEditable: isMovable && to !== undefined,
      className: [
        classes['event'] ?? '',
        toneClasses[isLate ? 'red' : toneOf(word, 0)] ?? '',
        // What fills a day says so; what only begins with one has no hour to say.
        !duration.allDay && isMidnight(duration.start) ? (classes['untimed'] ?? '') : '',
      ],
      ...(url === undefined ? {} : { url }),
    }
  }
  const drawn = useHeldEvents(placed.map(eventOf))
  const open = ({ event, jsEvent }: EventClickArg) => {
    if (event.url === '' || jsEvent.metaKey || jsEvent.ctrlKey) return
    jsEvent.preventDefault()
    void navigate(event.url)
  }
  const change = ({ event, oldEvent, revert }: EventChangeArg) => {
    if (event.start === null) return revert()
    const end = event.end ?? event.start
    const last = isByDay(from) ? new Date(`${shiftDay(dayIn(end), -1)}T00:00`) : end
    const values = {
      [from.name.identifier]: fieldValueAt(from, event.start),
      ...(to && event.end ? { [to.name.identifier]: fieldValueAt(to, last) } : {}),
    }
    const record = items.find(({ id }) => id === event.id)
    const before = Object.fromEntries(
      Object.keys(values).map((field) => [field, typeof record?.[field] === 'string' ? record[field] : null]),
    )
    const title = String(event.extendedProps['whole'])
    // Later the event may be another one.
    const message = sayMove(title, oldEvent, event)
    setRefusal(undefined)
    const goBack = async (version: number | undefined) => {
      await move({ id: event.id, values: before, version })
      notifications.show({ message: say('{title} is back where it was.', { title }), color: 'green' })
    }
    const go = async () => {
      const { _version: version } = (await move({ id: event.id, values })).data
      const undo = () => void goBack(version).catch(setRefusal)
      showOffer({ text: message, button: say('Undo'), color: 'green', onClick: undo })
    }
    // Each has its own answer, also where the next is moved before it comes.
    go().catch((error: unknown) => {
      revert()
      setRefusal(error)
    })
  }
  const create = offered.create ? formScreen(model, session, name) : undefined
  const isCreating = offered.create && quick.create !== undefined && creatable.has(from.name.identifier)
  // A click on a day means its morning; a span that is drawn is meant as it is.
  const startAt = (start: Date, end: Date, allDay: boolean): FieldValues => {
    const begin = allDay && !isByDay(from) ? new Date(start.getTime() + MORNING) : start
    const last = isByDay(from) ? new Date(end.getTime() - 1) : end
    return {
      [from.name.identifier]: fieldValueAt(from, begin),
      ...(to && !(allDay && !isByDay(from)) ? { [to.name.identifier]: fieldValueAt(to, last) } : {}),
    }
  }
  return (
    <div data-wide>
      <PageHead title={screen.name} prose={screen.prose}>
        {session.person && !session.viewing && <SubscribeButton name={screen.name} />}
        {create && <CreateLink form={create} entity={entity} />}
      </PageHead>
      {narrowing.tools}
      <CalendarControls title={span?.title ?? ''} state={state} />
      {shown.error && <RefusalNote error={shown.error} onRetry={() => void shown.refetch()} />}
      {quick.drawer}
      {refusal !== undefined && <RefusalNote error={refusal} />}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys are those of the events in it */}
      <div className={classes['calendar']} aria-busy={shown.isLoading} {...keys.around}>
        <FullCalendar
          ref={calendar}
          plugins={[dayGrid, timeGrid, list, interaction]}
          initialView={state.view.type}
          initialDate={state.on}
          headerToolbar={false}
          views={{ agenda: AGENDA, [VIEWS.month.type]: { eventOrder: keys.monthOrder } }}
          height="auto"
          stickyHeaderDates
          firstDay={model.settings.firstDayOfWeek}
          locale={formatLocale}
          now={currentTime}
          nowIndicator
          defaultRangeSeparator=" – "
          dayMaxEvents={4}
          dayCellDidMount={openMoreEvents}
          dayCellWillUnmount={closeMoreEvents}
          closeHint={say('Close')}
          // It opens a list: to the library it is a link without an address.
          moreLinkDidMount={({ el }) => el.setAttribute('role', 'button')}
          {...shownHours(withHours, [from, ...(to ? [to] : [])])}
          // Without an end of its own nothing reaches into the next day.
          defaultTimedEventDuration="00:30"
          nextDayThreshold="06:00"
          slotEventOverlap={false}
          allDaySlot={withHours.length < items.length}
          // Where nothing has an end, there is room for two lines of its title.
          eventMinHeight={to === undefined ? 38 : 22}
          eventShortHeight={0}
          allDayText={say('all day')}
          moreLinkContent={({ num }) => say('{count} more', { count: num })}
          moreLinkHint={(count) => say('{count} more', { count })}
          selectable={isCreating}
          selectMirror
          unselectAuto
          select={({ start, end, allDay }) => quick.create?.(startAt(start, end, allDay))}
          events={drawn.events}
          eventClick={open}
          eventChange={change}
          eventDragStart={(drag) => {
            keys.dragStart(drag)
            drawn.hold()
          }}
          eventDragStop={drawn.release}
          eventResizeStart={drawn.hold}
          eventResizeStop={drawn.release}
          eventDidMount={keys.didMount}
          datesSet={({ start, end, view }) => setSpan({ start, end, title: view.title })}
          noEventsText={shown.data ? say('Nothing here.') : say('Loading …')}
          displayEventTime={state.name !== 'month' || to !== undefined}
          eventTimeFormat={printTimes}
          slotLabelFormat={printHour}
        />
      </div>
      {(shown.data?.items.length ?? 0) === MOST_EVENTS && (
        <p className={classes['note']}>
          {say('The first {count}. Choose a shorter span to see all.', { count: MOST_EVENTS })}
        </p>
      )}
    </div>
  )
}
