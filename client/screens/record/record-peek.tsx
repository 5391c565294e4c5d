// Shows a record of a list beside the list: read, changed in place, and on to the next.
import { ActionIcon, Anchor, Group } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { Link } from 'react-router-dom'
import type { Entity, Screen } from '#shared/model/model.ts'
import type { RecordData } from '../../data/records/record-data.ts'
import { pictureOf } from '../../data/records/record-data.ts'
import { PersonBadge } from '../../ui/person-badge.tsx'
import { readableBy, usePermissions } from '../../data/records/permissions.ts'
import { useRecord } from '../../data/records/record-queries.ts'
import { titleOf } from '#shared/decisions/record-title.ts'
import { relationPaths } from '#shared/decisions/title-paths.ts'
import { useKnownSession } from '../../data/session.ts'
import { useModel } from '../../data/spec.ts'
import { allScreens, recordPath } from '../../data/visible-screens.ts'
import { StateBadges } from '../../fields/state-badges.tsx'
import { RefusalNote } from '../../refusals/refusal-note.tsx'
import { SideDialog } from '../../ui/dialog/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ListSkeleton, Loading } from '../../ui/skeletons.tsx'
import { arrangeFields } from './arrange-fields.ts'
import { DeleteButton } from './delete-button.tsx'
import { EditButton } from './edit-button.tsx'
import { PropertyList } from './property-list.tsx'
import { LongFields } from './record-fields.tsx'
import { RecordFiles } from './record-files.tsx'
import { say } from '../../words/say.ts'
import classes from './record-peek.module.css'
import { Transitions } from './transitions.tsx'

interface Props {
  readonly entity: Entity
  /** Ids of the records of the list, in its order. */
  readonly ids: readonly string[]
  readonly id: string
  readonly onMove: (id: string) => void
  readonly onClose: () => void
}

export function RecordPeek({ entity, ids, id, onMove, onClose }: Props) {
  const at = ids.indexOf(id)
  const move = (step: 1 | -1) => {
    const next = ids[at + step]
    if (next !== undefined) onMove(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLElement)) return
    // Nor in a dialog that was opened from it.
    if (!event.currentTarget.contains(event.target)) return
    if (event.target.closest('input, textarea, select, [role="listbox"]')) return
    const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    move(step === 1 ? 1 : -1)
  }
  return (
    <SideDialog
      opened
      onClose={onClose}
      position="right"
      size="lg"
      title={
        <Group gap={4}>
          <ActionIcon aria-label={say('Previous record')} disabled={at <= 0} onClick={() => move(-1)}>
            <Icon name="up" size={15} />
          </ActionIcon>
          <ActionIcon aria-label={say('Next record')} disabled={at >= ids.length - 1} onClick={() => move(1)}>
            <Icon name="down" size={15} />
          </ActionIcon>
        </Group>
      }
      onKeyDown={onKeyDown}
    >
      <PeekedRecord key={id} entity={entity} id={id} />
    </SideDialog>
  )
}

function PeekedRecord({ entity, id }: { readonly entity: Entity; readonly id: string }) {
  const model = useModel()
  const session = useKnownSession()
  const { readable } = usePermissions(entity)
  const relations = [...entity.fields.values()].filter(
    ({ type, name }) => 'entity' in type && readable.has(name.identifier),
  )
  const expand = relationPaths(
    model,
    readableBy(model, session),
    entity,
    relations.map(({ name }) => name.identifier),
  )
  const found = useRecord(entity, 'id', id, expand)
  if (found.error) return <RefusalNote error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data)
    return (
      <Loading>
        <ListSkeleton rows={5} />
      </Loading>
    )
  const { record, etag } = found.data
  const screen = allScreens(model).find(
    ({ shows }) => shows.kind === 'record' && shows.entity === entity.name.identifier,
  )
  return (
    <PeekContent
      entity={entity}
      record={record}
      screen={screen}
      path={recordPath(model, session, entity.name.identifier, record)}
      title={titleOf(model, entity.name.identifier, record)}
      etag={etag}
    />
  )
}

interface ContentProps {
  readonly entity: Entity
  readonly record: RecordData
  readonly screen: Screen | undefined
  readonly path: string | undefined
  readonly title: string
  readonly etag: string | null
}

function PeekContent({ entity, record, screen, path, title, etag }: ContentProps) {
  const { long, short, files } = arrangeFields(screen ?? NO_SCREEN, entity, record)
  return (
    <div className={classes['content']}>
      <h2 className={classes['title']}>
        {entity.name.identifier === 'Person' ? (
          <PersonBadge name={title} picture={pictureOf(record)} size="large" />
        ) : (
          title
        )}
      </h2>
      <div className={classes['bar']}>
        <StateBadges entity={entity} record={record} />
        <Transitions entity={entity} record={record} />
        {path === undefined && (
          <Group gap="xs" className={classes['tools'] ?? ''}>
            <EditButton entity={entity} record={record} etag={etag} fields={screen?.fields} />
            <DeleteButton entity={entity} record={record} isSmall />
          </Group>
        )}
      </div>
      {path && (
        <Anchor component={Link} to={path} size="sm">
          {say('Open the whole page')}
        </Anchor>
      )}
      {short.length > 0 && <PropertyList entity={entity} fields={short} record={record} />}
      <LongFields entity={entity} sections={long} record={record} />
      <RecordFiles entity={entity} fields={files} record={record} />
    </div>
  )
}

/** Default for an entity without a record screen: all fields that the actor may read are shown. */
const NO_SCREEN: Pick<Screen, 'fields'> = {}
