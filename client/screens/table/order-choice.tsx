// Chooses the order of cards by column and direction.
import { ActionIcon, Group, NativeSelect } from '@mantine/core'
import type { Sort } from '#shared/model/model.ts'
import type { ListColumn } from '../../data/records/list-columns.ts'
import { sortPath } from '../../data/records/list-columns.ts'
import { useModel } from '../../data/spec.ts'
import { Icon } from '../../ui/icon.tsx'
import { say } from '../../words/say.ts'

interface Props {
  readonly columns: readonly ListColumn[]
  readonly sort: readonly Sort[]
  /** Sorts by the field; choosing the same field again reverses the order. */
  readonly onSort: (field: string) => void
}

export function OrderChoice({ columns, sort, onSort }: Props) {
  const model = useModel()
  const fields = columns.flatMap((column) => {
    const value = sortPath(model, column)
    return value === undefined ? [] : [{ value, label: column.label }]
  })
  if (fields.length === 0) return null
  const first = sort.find(({ field }) => fields.some(({ value }) => value === field) && field === sort[0]?.field)
  // Where it is ordered by what is no column, nothing is chosen yet.
  const options = first ? fields : [{ value: '', label: say('Order'), disabled: true }, ...fields]
  return (
    <Group gap="xs" wrap="nowrap">
      <NativeSelect
        aria-label={say('Order by')}
        data={options}
        value={first?.field ?? ''}
        onChange={(event) => onSort(event.currentTarget.value)}
      />
      {first && (
        <ActionIcon
          variant="default"
          size={36}
          aria-label={first.descending ? say('Descending: reverse order') : say('Ascending: reverse order')}
          onClick={() => onSort(first.field)}
        >
          <Icon name={first.descending ? 'down' : 'up'} size={16} />
        </ActionIcon>
      )}
    </Group>
  )
}
