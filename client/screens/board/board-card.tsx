// Shows a record as a card that can be dragged to another column, or moved there by its menu.
import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { ActionIcon, Menu, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { isEmptyValue } from '#shared/fields/coerce-value.ts'
import { familyOf, fieldType, isHeading } from '#shared/fields/registry.ts'
import type { Entity, Model } from '#shared/model/model.ts'
import type { ListColumn } from '../../data/records/list-columns.ts'
import { valueAt } from '../../data/records/list-columns.ts'
import type { RecordData } from '../../data/records/record-data.ts'
import { isRecordData } from '../../data/records/record-data.ts'
import { titleOf } from '#shared/decisions/record-title.ts'
import { useKnownSession } from '../../data/session.ts'
import { useModel } from '../../data/spec.ts'
import { recordPath } from '../../data/visible-screens.ts'
import { FieldValue } from '../../fields/field-value.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { LabelledWord } from '../../words/label-of.ts'
import { labelOf } from '../../words/label-of.ts'
import { say } from '../../words/say.ts'
import classes from './board.module.css'
import type { Move } from './moves.ts'

interface Props {
  readonly item: RecordData
  readonly entity: Entity
  readonly columns: readonly ListColumn[]
  readonly words: readonly LabelledWord[]
  readonly moves: ReadonlyMap<string, Move>
  readonly isMoving: boolean
  readonly onDrag: (isDragged: boolean) => void
  readonly onMove: (word: string) => void
}

export function BoardCard({ item, entity, columns, words, moves, isMoving, onDrag, onMove }: Props) {
  const model = useModel()
  const session = useKnownSession()
  const card = useRef<HTMLLIElement>(null)
  const isMovable = [...moves.values()].some(({ kind }) => kind !== 'refused')
  const drag = useRef(onDrag)
  useEffect(() => {
    drag.current = onDrag
  }, [onDrag])
  useEffect(() => {
    const element = card.current
    if (element === null || !isMovable) return undefined
    return draggable({
      element,
      getInitialData: () => ({ id: item.id }),
      onDragStart: () => drag.current(true),
      onDrop: () => drag.current(false),
    })
  }, [isMovable, item.id])
  const name = entity.name.identifier
  const title = titleOf(model, name, item)
  const path = recordPath(model, session, name, item)
  const facts = columns.filter((column) => {
    const value = valueAt(item, column)
    return value === undefined || (!isEmptyValue(value, column.field.type) && !isSaidBy(title, model, column, value))
  })
  return (
    <li
      ref={card}
      className={`card ${classes['card']}`}
      data-movable={isMovable || undefined}
      data-moving={isMoving || undefined}
    >
      <div className={classes['title']}>
        {path ? (
          <Link to={path} draggable={false} data-row-link>
            {title}
          </Link>
        ) : (
          title
        )}
      </div>
      {facts.length > 0 && (
        <div className={classes['facts']}>
          {facts.map((column) => (
            <span key={column.path.join('.')}>
              <span className={isBare(column) || valueAt(item, column) === undefined ? undefined : 'unseen'}>
                {column.label}:{' '}
              </span>
              <FieldValue
                value={valueAt(item, column)}
                field={column.field}
                compact
                isOverdue={column.isOverdue?.(item)}
              />
            </span>
          ))}
        </div>
      )}
      {moves.size > 0 && <MoveMenu title={title} moves={moves} words={words} onMove={onMove} />}
    </li>
  )
}

interface MenuProps extends Pick<Props, 'moves' | 'words' | 'onMove'> {
  readonly title: string
}

/** Moves a card by a menu, for keyboards and phones, as dragging does. A refused move shows its reason. */
function MoveMenu({ title, moves, words, onMove }: MenuProps) {
  return (
    <Menu position="bottom-end" shadow="md" width={240}>
      <Menu.Target>
        <ActionIcon
          className={classes['move'] ?? ''}
          size={28}
          aria-label={say('Move {title} to another column', { title })}
        >
          <Icon name="leave" size={15} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{say('Move to')}</Menu.Label>
        {[...moves].map(([word, move]) =>
          move.kind === 'refused' ? (
            // Reached by the keyboard all the same: its reason is to be read.
            <Menu.Item key={word} aria-disabled c="dimmed" closeMenuOnClick={false}>
              {labelOf(words, word)}
              <Text size="xs">{move.reason}</Text>
            </Menu.Item>
          ) : (
            <Menu.Item key={word} onClick={() => onMove(word)}>
              {labelOf(words, word)}
            </Menu.Item>
          ),
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

/** A value that says nothing without its name: "No", "3". */
function isBare({ field: { type } }: ListColumn): boolean {
  const family = familyOf(type)
  return family === 'flag' || (family === 'number' && fieldType(type.kind).unit === undefined)
}

/** Texts, numbers and names of other records that stand in the title already. */
function isSaidBy(title: string, model: Model, { field: { type } }: ListColumn, value: unknown): boolean {
  const said =
    type.kind === 'relation' && isRecordData(value)
      ? titleOf(model, type.entity, value)
      : isHeading(type.kind)
        ? String(value).trim()
        : undefined
  // Long titles are cut.
  return said !== undefined && title.includes(said.slice(0, 60))
}
