// Shows records as cards in columns by a field.
import { Text } from '@mantine/core'
import type { Entity, Field, Screen } from '#shared/model/model.ts'
import { columnsOf } from '../data/records/list-columns.ts'
import type { ListColumn } from '../data/records/list-columns.ts'
import { listedFields } from '../data/records/listed-fields.ts'
import { usePermissions } from '../data/records/permissions.ts'
import { useModel } from '../data/spec.ts'
import { PageHead } from '../shell/page-head.tsx'
import { absentCreation, ExplainMissing } from '../shell/explain/explain-missing.tsx'
import { BoardColumn } from './board/board-column.tsx'
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
  const { readable, creatable } = usePermissions(entity)
  const columns: readonly ListColumn[] = columnsOf(model, entity, screen.columns, readable)
  const words =
    field.type.kind === 'one of'
      ? field.type.words.filter(({ word }) => !isRuledOut(screen.where?.text, field, word))
      : []
  return (
    <>
      <PageHead title={screen.name} prose={screen.prose} />
      {words.length === 0 && <Text c="dimmed">A board needs a field with words to stand in columns.</Text>}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable */}
      <div className={classes['board']} tabIndex={0} role="region" aria-label={screen.name}>
        {words.map(({ word }) => (
          <BoardColumn
            key={word}
            screen={screen}
            entity={entity}
            field={field}
            word={word}
            words={words}
            columns={columns}
            fields={listedFields(model, entity, columns, readable)}
          />
        ))}
      </div>
      <ExplainMissing path={`/api/${entity.path}?limit=1`} isList actions={absentCreation(entity, creatable)} />
    </>
  )
}

/** `status != "closed"` leaves no column for what it rules out. */
function isRuledOut(where: string | undefined, field: Field, word: string): boolean {
  const found = new RegExp(`^\\s*${field.name.identifier}\\s*!=\\s*"([^"]*)"\\s*$`).exec(where ?? '')
  return found?.[1] === word
}
