// Shows one column of a board with its number and cards; cards can be dropped on it.
import { joinConditions, writeSort } from '#shared/decisions/2-screens.ts'
import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { ActionIcon, Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { wordsOf } from '#shared/fields/choice.ts'
import type { Entity, Field, Screen } from '#shared/model/model.ts'
import { isOneOf } from '../../data/records/filter-conditions.ts'
import type { ListColumn } from '../../data/records/list-columns.ts'
import { expandFor } from '../../data/records/list-columns.ts'
import type { RecordData } from '../../data/records/record-data.ts'
import { useList } from '../../data/records/record-queries.ts'
import { useKnownSession } from '../../data/session.ts'
import { useModel } from '../../data/spec.ts'
import { RefusalNote } from '../../refusals/refusal-note.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { ScreenFilter } from '../table/use-narrowing.tsx'
import { ListSkeleton, Loading } from '../../ui/skeletons.tsx'
import type { LabelledWord } from '../../words/label-of.ts'
import { labelOf } from '../../words/label-of.ts'
import { WordBadge } from '../../ui/word-badge.tsx'
import { BoardCard } from './board-card.tsx'
import { withinSentence } from '../../words/language.ts'
import { say, sayNumber } from '../../words/say.ts'
import classes from './board.module.css'
import type { Move } from './moves.ts'
import { movesOf } from './moves.ts'
import type { CardMove } from './use-move-card.ts'

interface Props {
  readonly screen: Screen
  readonly narrowing: ScreenFilter
  /** Undefined: no new record begins here. */
  readonly onCreate: (() => void) | undefined
  readonly entity: Entity
  /** Does the screen offer what moves a card? */
  readonly canMove: boolean
  readonly field: Field
  readonly word: string
  readonly words: readonly LabelledWord[]
  readonly columns: readonly ListColumn[]
  /** Names of the fields to request. */
  readonly fields: readonly string[]
  /**
   * Effect of dropping the dragged card here, or the reason why it is refused. Undefined where no card is dragged, or
   * it comes from this column.
   */
  readonly move: Move | undefined
  /** Cards on their way, by id. */
  readonly moved: ReadonlyMap<string, CardMove>
  readonly onDrag: (card: RecordData | undefined) => void
  readonly onMove: (card: RecordData, word: string) => void
  readonly onDrop: () => void
}

const CARDS_AT_ONCE = 25
const NO_MOVES: ReadonlyMap<string, Move> = new Map()

export function BoardColumn(props: Props) {
  const {
    screen,
    narrowing,
    onCreate,
    entity,
    canMove,
    field,
    word,
    words,
    columns,
    fields,
    move,
    moved,
    onDrag,
    onMove,
    onDrop,
  } = props
  const model = useModel()
  const session = useKnownSession()
  const atOnce = screen.perPage ?? CARDS_AT_ONCE
  const [limit, setLimit] = useState(atOnce)
  const filter = joinConditions(narrowing.filter, isOneOf(field, [word]))
  const list = useList(entity, {
    ...(filter ? { filter } : {}),
    ...narrowing.search,
    sort: writeSort(screen.sort ?? entity.order),
    fields,
    expand: expandFor(model, session, columns, entity),
    limit,
    count: true,
    may: session.person !== null,
  })
  const { place, isOver } = useDropTarget(move !== undefined, onDrop)
  const items = cardsHere(word, list.data?.items ?? [], moved)
  const count = list.data?.count === undefined ? undefined : list.data.count + items.length - list.data.items.length
  return (
    <section
      ref={place}
      className={classes['column']}
      aria-label={labelOf(words, word)}
      data-drop={move === undefined ? undefined : move.kind === 'refused' ? 'refused' : 'allowed'}
      data-over={(isOver && move?.kind !== 'refused') || undefined}
    >
      <h2 className={classes['head']}>
        {/* In its colour of every list. */}
        <WordBadge word={word} words={wordsOf(field.type)} badge />
        <span className={classes['count']}>{count !== undefined && sayNumber(count)}</span>
        {onCreate && (
          <ActionIcon
            size={26}
            aria-haspopup="dialog"
            aria-label={say('New {name} in {column}', {
              name: withinSentence(entity.name.label),
              column: labelOf(words, word),
            })}
            onClick={onCreate}
          >
            <Icon name="plus" size={15} />
          </ActionIcon>
        )}
      </h2>
      {move?.kind === 'refused' && <p className={classes['reason']}>{move.reason}</p>}
      {list.error && <RefusalNote error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && (
        <Loading>
          <ListSkeleton rows={3} />
        </Loading>
      )}
      <ul className={classes['cards']}>
        {items.map((item) => (
          <BoardCard
            key={item.id}
            item={item}
            entity={entity}
            columns={columns}
            words={words}
            moves={canMove && !moved.has(item.id) ? movesOf(entity, field, item, words) : NO_MOVES}
            isMoving={moved.has(item.id)}
            onDrag={(isDragged) => onDrag(isDragged ? item : undefined)}
            onMove={(to) => onMove(item, to)}
          />
        ))}
      </ul>
      {list.data && items.length === 0 && (
        <p className={classes['none']}>
          {screen.empty !== undefined && !narrowing.isNarrowed ? screen.empty : say('Nothing here')}
        </p>
      )}
      {count !== undefined && count > items.length && (
        <Button
          variant="subtle"
          size="compact-sm"
          mt="xs"
          flex="none"
          loading={list.isFetching}
          onClick={() => setLimit(limit + atOnce)}
        >
          {say('Show more ({count})', { count: count - items.length })}
        </Button>
      )}
    </section>
  )
}

/**
 * Lists the cards of a column with the pending moves applied. Cards moved here come first; cards moved elsewhere are
 * left out.
 */
function cardsHere(
  word: string,
  read: readonly RecordData[],
  moved: ReadonlyMap<string, CardMove>,
): readonly RecordData[] {
  const come = [...moved.values()].filter((move) => move.word === word).map(({ record }) => record)
  return [
    ...come.filter(({ id }) => read.every((each) => each.id !== id)),
    ...read.filter(({ id }) => (moved.get(id)?.word ?? word) === word),
  ]
}

function useDropTarget(isTarget: boolean, onDrop: () => void) {
  const place = useRef<HTMLElement>(null)
  const [isOver, setOver] = useState(false)
  const drop = useRef(onDrop)
  useEffect(() => {
    drop.current = onDrop
  }, [onDrop])
  useEffect(() => {
    const element = place.current
    if (element === null) return undefined
    return dropTargetForElements({
      element,
      canDrop: () => isTarget,
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: () => {
        setOver(false)
        drop.current()
      },
    })
  }, [isTarget])
  return { place, isOver }
}
