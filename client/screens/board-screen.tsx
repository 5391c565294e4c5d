// Shows records as cards in columns by a field.
import { Group, Text } from '@mantine/core'
import { useMemo } from 'react'
import type { Entity, Field, Screen, Transition } from '#shared/model/model.ts'
import { columnsOf } from '../data/records/list-columns.ts'
import type { ListColumn } from '../data/records/list-columns.ts'
import { listedFields } from '../data/records/listed-fields.ts'
import { onlyStep, usePermissions } from '../data/records/permissions.ts'
import type { FieldValues } from '../data/records/record-mutations.ts'
import { sessionActor } from '../data/session-policy.ts'
import { useKnownSession } from '../data/session.ts'
import { useModel } from '../data/spec.ts'
import { formScreen } from '../data/visible-screens.ts'
import { PageHead } from '../page/page-head.tsx'
import { absentCreation, ExplainMissing } from '../refusals/explain/explain-missing.tsx'
import { RefusalNote } from '../refusals/refusal-note.tsx'
import { CreateLink } from './form/create-link.tsx'
import { BoardColumn } from './board/board-column.tsx'
import { shownWords } from './board/shown-words.ts'
import { useBoardMoves } from './board/use-board-moves.tsx'
import { useNarrowing } from './table/use-narrowing.tsx'
import { useOfferedActions } from './offered-actions.ts'
import { useQuickCreate } from './table/use-quick-create.tsx'
import { say } from '../words/say.ts'
import classes from './board/board.module.css'

interface Props {
  readonly screen: Screen
  readonly entityName: string
  readonly by: string
}

export function BoardScreen({ screen, entityName, by }: Props) {
  const entity = useModel().entities.get(entityName)
  const field = entity?.fields.get(by)
  return entity && field ? <Board screen={screen} entity={entity} field={field} /> : null
}

function Board({ screen, entity, field }: { readonly screen: Screen; readonly entity: Entity; readonly field: Field }) {
  const model = useModel()
  const session = useKnownSession()
  const { readable, creatable } = usePermissions(entity)
  const columns: readonly ListColumn[] = columnsOf(model, entity, screen.columns, readable)
  const words = useMemo(
    () => shownWords(model, sessionActor(session), { field, where: screen.where }),
    [model, session, field, screen.where],
  )
  const offered = useOfferedActions(screen, entity)
  const board = useBoardMoves(offered.entity, field, words)
  const create = offered.create ? formScreen(model, session, entity.name.identifier) : undefined
  const narrowing = useNarrowing(screen, entity)
  const quick = useQuickCreate(entity, screen.columns)
  const step = onlyStep(model, session, entity)
  const startFor = startIn(entity, field, creatable, step)
  return (
    <>
      <PageHead title={screen.name} prose={screen.prose}>
        {create && <CreateLink form={create} entity={entity} />}
      </PageHead>
      {narrowing.tools}
      {words.length === 0 && <Text c="dimmed">{say('A board needs a choice field for its columns.')}</Text>}
      {board.refusal !== undefined && <RefusalNote error={board.refusal} />}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable */}
      <div className={classes['board']} tabIndex={0} role="region" aria-label={screen.name} data-wide>
        {words.map(({ word }) => (
          <BoardColumn
            key={word}
            screen={screen}
            narrowing={narrowing}
            onCreate={
              offered.create && quick.create && startFor(word) ? () => quick.create?.(startFor(word) ?? {}) : undefined
            }
            entity={offered.entity}
            canMove={offered.update || entity.workflows.has(field.name.identifier)}
            field={field}
            word={word}
            words={words}
            columns={columns}
            fields={listedFields(model, entity, columns, readable)}
            move={board.moveTo(word)}
            moved={board.moved}
            onDrag={board.drag}
            onMove={board.start}
            onDrop={() => board.drop(word)}
          />
        ))}
      </div>
      {/* As the foot of a list. */}
      <Group justify="flex-end" mt="xs" mih={36}>
        <ExplainMissing path={`/api/${entity.path}?limit=1`} isList actions={absentCreation(entity, creatable)} />
      </Group>
      {board.dialog}
      {quick.drawer}
    </>
  )
}

/**
 * Makes a function that returns the first values of a new record in the column of a word, or undefined where no
 * record can begin there.
 */
function startIn(entity: Entity, field: Field, creatable: ReadonlySet<string>, step: Transition | undefined) {
  const { identifier } = field.name
  const workflow = entity.workflows.get(identifier)
  return (word: string): FieldValues | undefined => {
    if (step?.field === identifier) {
      const { to } = step.rows.find(({ from }) => from === 'new record') ?? { to: 'stay' }
      if (to !== 'stay') return to.includes(word) ? (to.length > 1 ? { to: word } : {}) : undefined
    }
    if (workflow) return workflow.starts === word ? {} : undefined
    return creatable.has(identifier) ? { [identifier]: word } : undefined
  }
}
