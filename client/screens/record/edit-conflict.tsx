// Shows both versions of the fields that others changed too, and a choice for each.
import { Alert, Table, Text } from '@mantine/core'
import type { Entity } from '#shared/model/model.ts'
import { fieldLabel } from '../../data/field-label.ts'
import type { FieldValues } from '../../data/records/record-mutations.ts'
import type { RecordData } from '../../data/records/record-data.ts'
import { FieldValue } from '../../fields/field-value.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useScrollTo } from '../../ui/scroll/use-scroll-to.ts'
import { Segments } from '../../ui/segments.tsx'
import { say } from '../../words/say.ts'

interface Props {
  readonly entity: Entity
  /** Names of the fields. */
  readonly common: readonly string[]
  readonly mine: FieldValues
  /** "Amara Okafor changed it, 14:02."; undefined: the reader may not know. */
  readonly told: string | undefined
  /** The record as it is now. */
  readonly theirs: RecordData
  /** Names of the fields that stay as others made them. */
  readonly left: ReadonlySet<string>
  readonly onChange: (left: ReadonlySet<string>) => void
}

export function EditConflict({ entity, common, mine, told, theirs, left, onChange }: Props) {
  const place = useScrollTo<HTMLDivElement>(theirs._version)
  const fields = common.flatMap((name) => entity.fields.get(name) ?? [])
  const choose = (name: string, whose: 'mine' | 'theirs') => {
    const others = [...left].filter((each) => each !== name)
    onChange(new Set(whose === 'theirs' ? [...others, name] : others))
  }
  return (
    <Alert
      ref={place}
      // All of it stands above the buttons, which stay in sight.
      style={{ scrollMarginBottom: '8rem' }}
      role="alert"
      color="orange"
      variant="light"
      icon={<Icon name="warning" />}
      title={told ?? say('Somebody changed this while you were editing.')}
    >
      <Text size="sm" c="var(--mantine-color-text)" mb="sm">
        {say('Your changes aren’t lost. Choose for each of these fields which version to keep, then save.')}
      </Text>
      <Table withRowBorders={false} fz="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{say('Field')}</Table.Th>
            <Table.Th>{say('Yours')}</Table.Th>
            <Table.Th>{say('Theirs')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {fields.map((field) => {
            const name = field.name.identifier
            return (
              <Table.Tr key={name}>
                <Table.Th scope="row">
                  <div>{fieldLabel(field)}</div>
                  <Segments
                    isSmall
                    label={fieldLabel(field)}
                    data={[
                      { value: 'mine', label: say('Yours') },
                      { value: 'theirs', label: say('Theirs') },
                    ]}
                    value={left.has(name) ? 'theirs' : 'mine'}
                    onChange={(whose) => choose(name, whose)}
                  />
                </Table.Th>
                <Table.Td>
                  <FieldValue value={mine[name] ?? null} field={field} compact exact />
                </Table.Td>
                <Table.Td>
                  <FieldValue value={theirs[name] ?? null} field={field} compact exact />
                </Table.Td>
              </Table.Tr>
            )
          })}
        </Table.Tbody>
      </Table>
    </Alert>
  )
}
