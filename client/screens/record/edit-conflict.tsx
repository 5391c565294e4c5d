// Shows both versions of a concurrently edited record and a choice.
import { Alert, Button, Group, Table, Text } from '@mantine/core'
import type { Entity } from '#shared/model/model.ts'
import { fieldLabel } from '../../data/field-label.ts'
import type { FieldValues } from '../../data/records/record-mutations.ts'
import type { RecordData } from '../../data/records/record-data.ts'
import { FieldValue } from '../../fields/field-value.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useScrollTo } from '../../ui/scroll/use-scroll-to.ts'
import { say } from '../../words/say.ts'

interface Props {
  readonly entity: Entity
  readonly mine: FieldValues
  /** The record as it is now. */
  readonly theirs: RecordData
  readonly onMine: () => void
  readonly onTheirs: () => void
  readonly busy: boolean
}

export function EditConflict({ entity, mine, theirs, onMine, onTheirs, busy }: Props) {
  const place = useScrollTo<HTMLDivElement>(theirs._version)
  const fields = Object.keys(mine).flatMap((name) => entity.fields.get(name) ?? [])
  return (
    <Alert
      ref={place}
      role="alert"
      color="orange"
      variant="light"
      icon={<Icon name="warning" />}
      title={say('Somebody changed this while you were editing.')}
    >
      <Text size="sm" c="var(--mantine-color-text)" mb="sm">
        {say('Your changes aren’t lost. Which version do you want to keep?')}
      </Text>
      <Table withRowBorders={false} fz="sm" mb="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{say('Field')}</Table.Th>
            <Table.Th>{say('Yours')}</Table.Th>
            <Table.Th>{say('Theirs')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {fields.map((field) => (
            <Table.Tr key={field.name.identifier}>
              <Table.Th scope="row">{fieldLabel(field)}</Table.Th>
              <Table.Td>
                <FieldValue value={mine[field.name.identifier]} field={field} compact exact />
              </Table.Td>
              <Table.Td>
                <FieldValue value={theirs[field.name.identifier]} field={field} compact exact />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Group gap="xs">
        <Button size="xs" loading={busy} onClick={onMine}>
          {say('Save mine')}
        </Button>
        <Button size="xs" variant="default" onClick={onTheirs}>
          {say('Keep theirs')}
        </Button>
      </Group>
    </Alert>
  )
}
