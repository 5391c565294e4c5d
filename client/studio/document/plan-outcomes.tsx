// Shows what publishing a document changes: who gains and loses what, rules, screens, calls and timers.
import { Group, List, Loader, Stack, Table, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { DocumentPlan, DuesChange, RightsChange } from '#shared/protocol/plan.ts'
import { labelFor } from '#shared/text/label.ts'
import { usePlan } from '../../data/administration/document.ts'
import { useSpec } from '../../data/spec.ts'
import { RefusalNote } from '../../refusals/refusal-note.tsx'
import { say, sayCount } from '../../words/say.ts'

interface Props {
  readonly text: string
}

export function PlanOutcomes({ text }: Props) {
  const { data, error, isPending, refetch } = usePlan(text)
  if (error) return <RefusalNote error={error} onRetry={() => void refetch()} />
  if (isPending)
    return (
      <Group gap="xs" role="status">
        <Loader size="xs" />
        <Text size="sm">{say('Trying it on a copy of the data …')}</Text>
      </Group>
    )
  // The check has said what stands against it.
  if (data === null || data.conflicts.length > 0) return null
  return <Plan plan={data} />
}

function Plan({ plan }: { readonly plan: DocumentPlan }) {
  const { rights, rules, screens, calls, timers, schedules, notLookedAt } = plan
  const breaking = calls.filter(({ isBreaking }) => isBreaking)
  const labelOf = useEntityLabels()
  return (
    <Stack gap="md">
      <Part title={say('Who gains and who loses')}>
        {rights.length === 0 ? (
          <Text size="sm">{say('Nobody gains or loses anything.')}</Text>
        ) : (
          <RightsTable rights={rights} labelOf={labelOf} />
        )}
      </Part>
      {rules.length > 0 && (
        <Part title={say('Existing records break new rules')}>
          <Items
            items={rules.map(({ rule, entity, records }) =>
              say('{rule}: {records}', { rule, records: `${labelOf(entity)} – ${sayRecords(records)}` }),
            )}
          />
        </Part>
      )}
      {screens.length > 0 && (
        <Part title={say('Screens')}>
          <Items
            items={screens.map(
              ({ change, name, route, from }) =>
                `${SCREENS[change](name)} ${from ?? ''} ${from === undefined ? '' : '→'} ${route}`,
            )}
          />
        </Part>
      )}
      {calls.length > 0 && (
        <Part title={say('Programs')}>
          <Text size="sm">
            {breaking.length === 0
              ? say('Programs go on as before.')
              : sayCount(breaking.length, '{count} change may break programs:', '{count} changes may break programs:')}
          </Text>
          <Items items={breaking.map(({ call, change }) => `${call} ${change}`)} />
        </Part>
      )}
      {[timers, schedules].some(isChanged) && (
        <Part title={say('Timers and schedules')}>
          <Items items={[sayDues(say('Timers'), timers), sayDues(say('Schedules'), schedules)]} />
        </Part>
      )}
      {notLookedAt.length > 0 && (
        <Part title={say('Not looked at')}>
          <Items items={notLookedAt} />
        </Part>
      )}
    </Stack>
  )
}

function useEntityLabels(): (entity: string) => string {
  const model = useSpec().data?.model
  return (entity) => model?.entities.get(entity)?.name.label ?? entity
}

const SCREENS = {
  new: (name: string) => say('New: {name}', { name }),
  gone: (name: string) => say('Gone: {name}', { name }),
  moved: (name: string) => say('Moved: {name}', { name }),
} as const

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <Title order={3} fz="h5" mb={4}>
        {title}
      </Title>
      {children}
    </section>
  )
}

const MOST_ITEMS = 30

function Items({ items }: { readonly items: readonly string[] }) {
  if (items.length === 0) return null
  return (
    <List size="sm">
      {items.slice(0, MOST_ITEMS).map((item) => (
        <List.Item key={item} className="wraps">
          {item}
        </List.Item>
      ))}
      {items.length > MOST_ITEMS && (
        <List.Item>{say('and {count} more', { count: items.length - MOST_ITEMS })}</List.Item>
      )}
    </List>
  )
}

interface RightsTableProps {
  readonly rights: readonly RightsChange[]
  readonly labelOf: (entity: string) => string
}

function RightsTable({ rights, labelOf }: RightsTableProps) {
  return (
    <Table.ScrollContainer minWidth={480}>
      <Table fz="sm" verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{say('Who')}</Table.Th>
            <Table.Th>{say('Rights')}</Table.Th>
            <Table.Th>{say('Records')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rights.slice(0, MOST_ITEMS).map((change) => (
            <Table.Tr key={JSON.stringify([change.direction, change.entity, change.roles, change.rights])}>
              <Table.Td>{sayWho(change)}</Table.Td>
              <Table.Td>
                <Text span size="sm" fw={600} c={change.direction === 'gain' ? 'orange' : 'red'}>
                  {change.direction === 'gain' ? say('gains:') : say('loses:')}
                </Text>{' '}
                {change.rights.map(sayRight).join(', ')}
              </Table.Td>
              <Table.Td className="wraps">
                {labelOf(change.entity)}
                {change.records.count > 0 && ` – ${sayRecords(change.records)}`}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {rights.length > MOST_ITEMS && (
        <Text size="sm">{say('and {count} more', { count: rights.length - MOST_ITEMS })}</Text>
      )}
    </Table.ScrollContainer>
  )
}

function sayWho({ isAnonymous, people, roles }: RightsChange): string {
  if (isAnonymous) return say('Anyone')
  const count = sayCount(people, '{count} person', '{count} people')
  return roles.length === 0 ? count : `${count}: ${roles.map((role) => labelFor(role)).join(', ')}`
}

function sayRight(right: string): string {
  const [verb = '', ...rest] = right.split(' ')
  const name = labelFor(rest.join(' '))
  switch (verb) {
    case 'do':
      return `“${name}”`
    case 'read':
      return rest.length === 0 ? say('read') : say('read “{name}”', { name })
    case 'update':
      return say('change “{name}”', { name })
    case 'create':
      return say('create')
    case 'delete':
      return say('delete')
    default:
      return say('see the history')
  }
}

function sayRecords({ count, examples }: RightsChange['records']): string {
  const named = examples.map(({ id, title }) => title ?? id).join(', ')
  const counted = sayCount(count, '{count} record', '{count} records')
  return named === '' ? counted : `${counted}: ${named}${count > examples.length ? ', …' : ''}`
}

function isChanged({ started, moved, dropped }: DuesChange): boolean {
  return started + moved + dropped > 0
}

function sayDues(what: string, { started, moved, dropped }: DuesChange): string {
  return say('{what}: {started} start, {moved} move, {dropped} are dropped', { what, started, moved, dropped })
}
