// Shows what publishing a document changes: who gains and loses what, rules, screens, calls and timers.
import { Group, Loader, Stack, Table, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type {
  CallChange,
  ChangedRecords,
  DocumentPlan,
  DuesChange,
  LeftOut,
  PermissionChange,
  PossibleChange,
  ScreenChange,
} from '#shared/protocol/plan.ts'
import { labelFor } from '#shared/text/label.ts'
import { usePlan } from '../../data/administration/document.ts'
import { useSpec } from '../../data/spec.ts'
import { RefusalNote } from '../../refusals/refusal-note.tsx'
import { say, sayCount } from '../../words/say.ts'
import { ShortList } from './short-list.tsx'

interface Props {
  readonly text: string
  /** Names of what is deleted with its values. */
  readonly deletes: readonly string[]
}

export function PlanOutcomes({ text, deletes }: Props) {
  const { data, error, isPending, refetch } = usePlan(text, deletes)
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
  const { permissions, possible, rules, screens, calls, timers, schedules, leftOut } = plan
  const breaking = calls.filter(({ isBreaking }) => isBreaking)
  const labelOf = useEntityLabels()
  return (
    <Stack gap="md">
      {looksAtData(plan) && (
        <Part title={say('Who gains and who loses')}>
          {permissions.length === 0 ? (
            <Text size="sm">{say('Nobody gains or loses anything.')}</Text>
          ) : (
            <PermissionTable permissions={permissions} labelOf={labelOf} />
          )}
        </Part>
      )}
      {possible.length > 0 && (
        <Part title={say('Only made-up people and records show')}>
          <PermissionTable permissions={possible} labelOf={labelOf} />
        </Part>
      )}
      {rules.length > 0 && (
        <Part title={say('Existing records break new rules')}>
          <ShortList
            items={rules.map(({ rule, entity, records }) =>
              say('{rule}: {records}', { rule, records: `${labelOf(entity)} – ${sayRecords(records)}` }),
            )}
          />
        </Part>
      )}
      {screens.length > 0 && (
        <Part title={say('Screens')}>
          <ShortList items={screens.map(sayScreen)} />
        </Part>
      )}
      {calls.length > 0 && (
        <Part title={say('Programs')}>
          <Text size="sm">
            {breaking.length === 0
              ? say('Programs go on as before.')
              : sayCount(breaking.length, '{count} change may break programs:', '{count} changes may break programs:')}
          </Text>
          <ShortList items={breaking.map(sayCall)} />
        </Part>
      )}
      {[timers, schedules].some(isChanged) && (
        <Part title={say('Timers and schedules')}>
          <ShortList items={[sayDues(say('Timers'), timers), sayDues(say('Schedules'), schedules)]} />
        </Part>
      )}
      {leftOut.length > 0 && (
        <Part title={say('Not looked at')}>
          <ShortList items={leftOut.map(sayLeftOut)} />
        </Part>
      )}
    </Stack>
  )
}

function useEntityLabels(): (entity: string) => string {
  const model = useSpec().data?.model
  return (entity) => model?.entities.get(entity)?.name.label ?? entity
}

function looksAtData({ leftOut }: DocumentPlan): boolean {
  return !leftOut.some(({ what }) => what === 'data')
}

function sayScreen({ change, name, route, from = '' }: ScreenChange): string {
  switch (change) {
    case 'new':
      return say('New: {name} ({route})', { name, route })
    case 'gone':
      return say('Gone: {name} ({route})', { name, route })
    case 'moved':
      return say('Moved: {name}, from {from} to {route}', { name, from, route })
  }
}

/** Says a change that may break programs. */
function sayCall({ call, change, member = '' }: CallChange): string {
  switch (change) {
    case 'gone':
      return say('{call} is gone', { call })
    case 'callers':
      return say('{call} is for other callers', { call })
    case 'needs':
      return say('{call} needs {member}', { call, member })
    case 'takes no':
      return say('{call} takes no {member} any more', { call, member })
    case 'answers no':
      return say('{call} answers no {member} any more', { call, member })
    case 'takes otherwise':
    case 'answers otherwise':
      return say('{call} has {member} in another form', { call, member })
    default:
      return call
  }
}

function sayLeftOut(left: LeftOut): string {
  switch (left.what) {
    case 'data':
      return say('The data: who gains and loses, rules and timers')
    case 'people':
      return say('All people but the first {count}', { count: left.lookedAt })
    case 'records':
      return say('All records of an entity but the first {count}', { count: left.most })
    case 'rule':
      return say('The rule “{rule}”', { rule: left.rule })
    case 'timers':
      return say('Timers')
    case 'made up':
      return say('Made-up people and records')
  }
}

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

/** A change of permissions; what made-up people and records show has no counts. */
type ShownChange = PossibleChange & Partial<PermissionChange>

interface PermissionTableProps {
  readonly permissions: readonly ShownChange[]
  readonly labelOf: (entity: string) => string
}

function PermissionTable({ permissions, labelOf }: PermissionTableProps) {
  return (
    <Table.ScrollContainer minWidth={480}>
      <Table fz="sm" verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{say('Who')}</Table.Th>
            <Table.Th>{say('Permissions')}</Table.Th>
            <Table.Th>{say('Records')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {permissions.slice(0, MOST_ITEMS).map((change) => (
            <Table.Tr key={JSON.stringify([change.direction, change.entity, change.roles, change.permissions])}>
              <Table.Td>{sayWho(change)}</Table.Td>
              <Table.Td>
                <Text span size="sm" fw={600} c={change.direction === 'lose' ? 'red' : 'orange'}>
                  {sayDirection(change)}
                </Text>{' '}
                {change.permissions.map(sayPermission).join(', ')}
              </Table.Td>
              <Table.Td className="wraps">
                {labelOf(change.entity)}
                {change.records !== undefined && change.records.count > 0 && ` – ${sayRecords(change.records)}`}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {permissions.length > MOST_ITEMS && (
        <Text size="sm">{say('and {count} more', { count: permissions.length - MOST_ITEMS })}</Text>
      )}
    </Table.ScrollContainer>
  )
}

function sayDirection({ direction }: ShownChange): string {
  if (direction === 'change') return say('on other conditions:')
  return direction === 'gain' ? say('gains:') : say('loses:')
}

function sayWho({ isAnonymous, people, roles }: ShownChange): string {
  if (isAnonymous) return say('Anyone')
  const named = roles.map((role) => labelFor(role)).join(', ')
  if (people === undefined) return named || say('People without a role')
  const count = sayCount(people, '{count} person', '{count} people')
  return named === '' ? count : `${count}: ${named}`
}

function sayPermission(permission: string): string {
  const [verb = '', ...rest] = permission.split(' ')
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
    case 'export':
      return say('export')
    case 'import':
      return say('import')
    case 'restore':
      return say('restore')
    default:
      return rest.length === 0 ? say('see the history') : say('see the history of “{name}”', { name })
  }
}

function sayRecords({ count, examples }: ChangedRecords): string {
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
