// Shows a record with its title, actions, fields, related records and history.
import { Group } from '@mantine/core'
import { useDeferredValue, useMemo } from 'react'
import { useLocation, useParams } from 'react-router-dom'
import { recordNames } from '#shared/decisions/2-record-names.ts'
import type { Entity, Field, Screen } from '#shared/model/model.ts'
import { useCurrentTime } from '../clock.ts'
import { RequestRefusal } from '../data/api.ts'
import { mayHappen } from './record/may-happen.ts'
import type { RecordData } from '../data/records/record-data.ts'
import { pictureOf } from '../data/records/record-data.ts'
import { Initials } from '../ui/person-badge.tsx'
import { MentionContext, mentionPlace } from '../data/notices/mentions.ts'
import { useRecentRecord } from '../data/recent.ts'
import { predictCreate } from '../data/records/predict-create.ts'
import { pageRelations } from '../data/prefetch-record.ts'
import { useListedRecord, useRecord } from '../data/records/record-queries.ts'
import { creatableNames, readableNames } from '../data/records/permissions.ts'
import { sessionActor } from '../data/session-policy.ts'
import { placesBeside } from '../data/record-places.ts'
import { listScreen } from '../data/visible-screens.ts'
import { useKnownSession } from '../data/session.ts'
import { useModel } from '../data/spec.ts'
import { titleOf } from '#shared/decisions/record-title.ts'
import { StateBadges } from '../fields/state-badges.tsx'
import { NotFound } from '../page/not-found.tsx'
import { PageHead } from '../page/page-head.tsx'
import { RefusalNote } from '../refusals/refusal-note.tsx'
import { ExplainMissing } from '../refusals/explain/explain-missing.tsx'
import { FirstDrawing } from '../ui/first-drawing.tsx'
import { Loading, PageSkeleton } from '../ui/skeletons.tsx'
import { useDrawnSoon } from '../ui/use-drawn-soon.ts'
import { AssignToMe } from './assignment/assign-to-me.tsx'
import { BesideLists } from './record/beside/beside-lists.tsx'
import { DeleteButton } from './record/delete-button.tsx'
import { EditButton } from './record/edit-button.tsx'
import { History } from './record/history/history.tsx'
import { NamedRecord } from './record/named-record.tsx'
import { PropertyList } from './record/property-list.tsx'
import { LongFields } from './record/record-fields.tsx'
import { RecordFiles } from './record/record-files.tsx'
import { absentActions, unchangeableFields, unseenFields } from './record/missing-parts.ts'
import { arrangeFields } from './record/arrange-fields.ts'
import { offeredTransitions } from './record/offered-transitions.ts'
import { RecordMenu } from './record/menu/record-menu.tsx'
import { WatchButton } from './record/menu/watch-button.tsx'
import { GoneRecord } from './record/gone-record.tsx'
import { RecordNeighbours } from './record/record-neighbours.tsx'
import { RecordTimers } from './record/record-timers.tsx'
import { Transitions } from './record/transitions.tsx'
import { say } from '../words/say.ts'
import classes from './record-screen.module.css'

interface Props {
  readonly screen: Screen
  readonly entityName: string
  readonly by: string
}

/** The page of a record has it whole, but for what is no title. */
const WHOLE_TITLE = 1_000

export function RecordScreen({ screen, entityName, by }: Props) {
  const entity = useModel().entities.get(entityName)
  return entity ? <EntityRecord screen={screen} entity={entity} by={by} /> : null
}

function EntityRecord({
  screen,
  entity,
  by,
}: {
  readonly screen: Screen
  readonly entity: Entity
  readonly by: string
}) {
  const parameters = useParams()
  const key = Object.values(parameters)[0] ?? ''
  const [model, session] = [useModel(), useKnownSession()]
  const names = by === 'id' ? recordNames(entity, readableNames(model, session, entity.name.identifier), key) : []
  if (names.length > 0) return <NamedRecord screen={screen} entity={entity} names={names} />
  return <KeyedRecord screen={screen} entity={entity} by={by} recordKey={key} />
}

interface KeyedProps {
  readonly screen: Screen
  readonly entity: Entity
  readonly by: string
  readonly recordKey: string
}

function KeyedRecord({ screen, entity, by, recordKey: key }: KeyedProps) {
  const expand = pageRelations(useModel(), useKnownSession(), entity)
  const found = useRecord(entity, by, key, expand)
  const isDrawn = useDrawnSoon(found.data !== undefined)
  const isHidden = found.error instanceof RequestRefusal && found.error.problem.status === 404
  if (found.data && isHidden) return <GoneRecord screen={screen} entity={entity} record={found.data.record} />
  if (found.data && isDrawn)
    // Each has a page of its own: what was typed or refused at one does not stand at the next.
    return <RecordPage key={found.data.record.id} screen={screen} entity={entity} {...found.data} />
  if (isHidden) return <NotFound />
  if (found.error) return <RecordFailed screen={screen} entity={entity} found={found} />
  return <RecordWaiting screen={screen} entity={entity} by={by} recordKey={key} />
}

/** The page keeps its name and the way back to the list. */
function RecordFailed({
  screen,
  entity,
  found,
}: {
  readonly screen: Screen
  readonly entity: Entity
  readonly found: ReturnType<typeof useRecord>
}) {
  const list = listScreen(useModel(), useKnownSession(), entity.name.identifier, screen.route)
  return (
    <>
      <PageHead title={screen.name} above={<RecordNeighbours list={list} />} />
      <RefusalNote error={found.error} onRetry={() => void found.refetch()} />
    </>
  )
}

/** Shows what a list already knows of the record, in its final place, while the record is loading. */
function RecordWaiting({ screen, entity, by, recordKey }: KeyedProps) {
  const model = useModel()
  const session = useKnownSession()
  const record = useListedRecord(entity, by, recordKey)
  const { identifier } = entity.name
  return (
    <>
      {record && (
        <>
          <PageHead
            title={titleOf(model, identifier, record)}
            above={<RecordNeighbours list={listScreen(model, session, identifier, screen.route)} />}
          />
          <div className={classes['bar']}>
            <StateBadges entity={entity} record={record} />
          </div>
        </>
      )}
      <Loading>
        {record ? (
          <PageSkeleton />
        ) : (
          <FirstDrawing part="page">
            <PageSkeleton />
          </FirstDrawing>
        )}
      </Loading>
    </>
  )
}

interface PageProps {
  readonly screen: Screen
  readonly entity: Entity
  readonly record: RecordData
  readonly etag: string | null
}

function RecordPage({ screen, entity, record, etag }: PageProps) {
  const model = useModel()
  const session = useKnownSession()
  const title = titleOf(model, entity.name.identifier, record)
  const { pathname } = useLocation()
  useRecentRecord(session.person?.id, { path: pathname, title, entity: entity.name.identifier })
  const arranged = arrangeFields(screen, entity, record)
  const { long, short, files } = arranged
  const list = listScreen(model, session, entity.name.identifier, screen.route)
  const others = placesBeside(model, screen, entity)
  // Where there are only facts, they stand where one begins to read.
  const isInColumns = short.length > 0 && (long.length > 0 || others.length > 0)
  const showsHistory = (screen.beside ?? []).includes('history') && record._may?.history.allowed === true
  const actor = sessionActor(session)
  const now = useCurrentTime().toISOString()
  const addable = (related: Entity, field: Field): boolean =>
    creatableNames(model, session, related.name.identifier).has(field.name.identifier) &&
    predictCreate(model, actor, { entity: related, field, record, now }) !== false
  // Those who view as somebody else see no more than that person does.
  const reader = { ...actor, administrator: actor.administrator && session.viewing === undefined }
  const mentions = useMemo(() => mentionPlace(entity.path, record.id), [entity.path, record.id])
  const shown = { screen, arranged, transitions: offeredTransitions(entity, record, actor), addable, reader }
  const timers = (record._timers ?? []).filter((item) => mayHappen(model, { entity, record, item }))
  const hasStates = entity.workflows.size > 0
  // The record is read before what is written below it.
  const isRestDrawn = useDeferredValue(true, false)
  const tools = (
    <Group gap="xs" className={classes['tools'] ?? ''}>
      <AssignToMe entity={entity} record={record} />
      <EditButton entity={entity} record={record} etag={etag} fields={screen.fields} />
      <DeleteButton entity={entity} record={record} />
      <WatchButton entity={entity} record={record} />
      <RecordMenu entity={entity} record={record} places={others} />
      <ExplainMissing
        path={`/api/${entity.path}/${record.id}`}
        actions={absentActions(model, entity, record, shown)}
        unseen={unseenFields(entity, record, shown)}
        unchangeable={unchangeableFields(entity, record)}
      />
    </Group>
  )
  const history = showsHistory && isRestDrawn && (
    <div className={classes['history']}>
      <History entity={entity} record={record} />
    </div>
  )
  const facts = short.length > 0 && (
    <aside className={classes['aside']} aria-label={say('Details')}>
      <PropertyList entity={entity} fields={short} record={record} />
      {isInColumns && history}
    </aside>
  )
  return (
    <MentionContext value={mentions}>
      <div className={isInColumns ? undefined : classes['narrow']}>
        <PageHead
          title={titleOf(model, entity.name.identifier, record, WHOLE_TITLE)}
          mark={
            entity.name.identifier === 'Person' && <Initials name={title} picture={pictureOf(record)} size="large" />
          }
          prose={screen.prose}
          above={<RecordNeighbours list={list} />}
        >
          {!hasStates && tools}
        </PageHead>
        {hasStates && (
          <div className={classes['bar']}>
            <StateBadges entity={entity} record={record} />
            <Transitions entity={entity} record={record} />
            {tools}
          </div>
        )}
        <RecordTimers timers={timers} />
        <div
          className={isInColumns ? classes['columns'] : classes['single']}
          data-lines={others.some(({ name }) => entity.parts.has(name)) || undefined}
        >
          {!isInColumns && facts}
          {(long.length > 0 || files.length > 0 || others.length > 0) && (
            <div className={classes['main']}>
              <div className={classes['long']}>
                <LongFields entity={entity} sections={long} record={record} />
                <RecordFiles entity={entity} fields={files} record={record} />
              </div>
              <div className={classes['beside']}>
                {isRestDrawn && <BesideLists places={others} entity={entity} record={record} />}
              </div>
            </div>
          )}
          {isInColumns ? facts : history}
        </div>
      </div>
    </MentionContext>
  )
}
