// Holds what is dragged on a board, asks what a move leaves open, and carries it out.
import { Button, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import { useState } from 'react'
import type { Entity, Field, Transition } from '#shared/model/model.ts'
import { labelOfName } from '../../data/field-label.ts'
import type { RecordData } from '../../data/records/record-data.ts'
import { titleOf } from '#shared/decisions/record-title.ts'
import { useModel } from '../../data/spec.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import type { LabelledWord } from '../../words/label-of.ts'
import { labelOf } from '../../words/label-of.ts'
import { finalState, inputsFrom } from '../record/offered-transitions.ts'
import { TransitionDialog } from '../record/transition-dialog.tsx'
import type { Move } from './moves.ts'
import { movesOf } from './moves.ts'
import { useMoveCard, useMovedCards } from './use-move-card.ts'
import { say } from '../../words/say.ts'

interface PendingMove {
  readonly card: RecordData
  readonly word: string
}

export function useBoardMoves(entity: Entity, field: Field, words: readonly LabelledWord[]) {
  const model = useModel()
  const [dragged, setDragged] = useState<RecordData | undefined>()
  const [choosing, setChoosing] = useState<
    (PendingMove & { readonly transitions: readonly Transition[] }) | undefined
  >()
  const [asking, setAsking] = useState<(PendingMove & { readonly transition: Transition }) | undefined>()
  const move = useMoveCard(entity, field)
  const [refusal, setRefusal] = useState<unknown>()
  const moves = dragged && movesOf(entity, field, dragged, words)

  const carryOut = (card: RecordData, word: string, transition?: Transition) => {
    setRefusal(undefined)
    // Each has its own answer, also where the next is moved before it comes.
    move({
      record: card,
      word,
      ...(transition ? { by: transition.path, values: leadsToSeveral(transition) ? { to: word } : {} } : {}),
    }).then(
      () =>
        notifications.show({
          message: say('{title} moved to {word}.', {
            title: titleOf(model, entity.name.identifier, card),
            word: labelOf(words, word),
          }),
          color: 'green',
        }),
      setRefusal,
    )
  }
  const begin = (card: RecordData, word: string, transition: Transition) => {
    const asks = inputsFrom(entity, transition, card).filter(({ name }) => name.identifier !== 'to')
    if (asks.length > 0 || finalState(entity, transition, card) !== undefined) setAsking({ card, word, transition })
    else carryOut(card, word, transition)
  }
  const start = (card: RecordData, word: string) => {
    const found = movesOf(entity, field, card, words).get(word)
    if (found?.kind === 'update') carryOut(card, word)
    if (found?.kind === 'refused') notifications.show({ message: found.reason, color: 'red' })
    if (found?.kind !== 'transition') return
    const [only, ...others] = found.transitions
    if (only !== undefined && others.length === 0) begin(card, word, only)
    else setChoosing({ card, word, transitions: found.transitions })
  }
  const dialog: ReactNode = (
    <>
      {choosing && (
        <Dialog
          opened
          onClose={() => setChoosing(undefined)}
          title={say('How do you want to move this to {word}?', { word: labelOf(words, choosing.word) })}
        >
          <Stack gap="xs">
            {choosing.transitions.map((transition, index) => (
              <Button
                key={transition.path}
                data-autofocus={index === 0 || undefined}
                variant="default"
                onClick={() => {
                  setChoosing(undefined)
                  begin(choosing.card, choosing.word, transition)
                }}
              >
                {labelOfName(transition.name)}
              </Button>
            ))}
          </Stack>
        </Dialog>
      )}
      {asking && (
        <TransitionDialog
          entity={entity}
          record={asking.card}
          transition={asking.transition}
          asks={inputsFrom(entity, asking.transition, asking.card)}
          end={finalState(entity, asking.transition, asking.card)}
          onClose={() => setAsking(undefined)}
        />
      )}
    </>
  )
  return {
    dialog,
    refusal,
    moved: useMovedCards(entity, field),
    drag: setDragged,
    start,
    drop: (word: string) => dragged && start(dragged, word),
    moveTo: (word: string): Move | undefined => moves?.get(word),
  }
}

function leadsToSeveral({ rows }: Transition): boolean {
  return rows.some(({ to }) => to !== 'stay' && to.length > 1)
}
