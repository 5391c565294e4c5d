// Shows what publishing a document changes: who gains and loses what, rules, screens, calls and timers.
import { Group, Loader, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type {
  CallChange,
  ChangedDues,
  ChangedRecords,
  DocumentPlan,
  LeftOut,
  PermissionChange,
  PossibleChange,
  ScreenChange,
} from '#shared/protocol/plan.ts'
import { isLeftOut } from '#shared/protocol/plan.ts'
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
  const harmless = calls.filter(({ isBreaking }) => !isBreaking)
  const labelOf = useLabels()
  const nobody = isLeftOut(plan, 'people', 'records') ? undefined : sayNobody(permissions)
  return (
    <Stack gap="md">
      {(permissions.length > 0 || nobody !== undefined) && (
        <Part title={say('Who gains and who loses')}>
          <ShortList items={joinAlike(permissions).map((change) => sayPermissions(change, labelOf))} />
          {nobody !== undefined && <Text size="sm">{nobody}</Text>}
        </Part>
      )}
      {possible.length > 0 && (
        <Part title={say('Only made-up people and records show')}>
          <ShortList items={joinAlike(possible).map((change) => sayPermissions(change, labelOf))} />
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
          {harmless.length > 0 && <Text size="sm">{say('Other changes:')}</Text>}
          <ShortList items={harmless.map(sayCall)} />
        </Part>
      )}
      {timers.changed.length + schedules.changed.length > 0 && (
        <Part title={say('Timers and schedules')}>
          <ShortList items={[...timers.changed, ...schedules.changed].map((dues) => sayDues(dues, labelOf))} />
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

/** Gives the label of an entity, or of a field or a transition of it, as far as the document in force knows them. */
type LabelOf = (entity: string, name?: string) => string

function useLabels(): LabelOf {
  const model = useSpec().data?.model
  return (entity, name) => {
    const found = model?.entities.get(entity)
    if (name === undefined) return found?.name.label ?? entity
    return labelFor((found?.fields.get(name) ?? found?.transitions.get(name))?.name.label ?? name)
  }
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

function sayCall({ call, change, member = '' }: CallChange): string {
  switch (change) {
    case 'new':
      return say('{call} is new', { call })
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
    case 'takes':
      return say('{call} may take {member}', { call, member })
    case 'answers':
      return say('{call} also answers {member}', { call, member })
  }
}

function sayLeftOut(left: LeftOut): string {
  switch (left.what) {
    case 'data':
      return say('The data: who gains and loses, rules and timers')
    case 'people':
      return left.lookedAt === 0 ? say('All people') : say('All people but the first {count}', { count: left.lookedAt })
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

/** A change of permissions; what made-up people and records show has no counts. */
type ShownChange = PossibleChange & Partial<PermissionChange>

/** Puts what the same people may do with the same records into one sentence. */
function joinAlike(changes: readonly ShownChange[]): readonly ShownChange[] {
  const alike = Map.groupBy(changes, ({ permissions: _, ...others }) => JSON.stringify(others))
  return [...alike.values()].flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : [{ ...first, permissions: [first, ...others].flatMap(({ permissions }) => permissions) }],
  )
}

/** “3 people (Customer) may now read: Ticket (12 records: HD-00012, …)”. */
function sayPermissions(change: ShownChange, labelOf: LabelOf): string {
  const { direction, isAnonymous, people, roles, permissions, entity, records } = change
  const named = roles.map((role) => labelFor(role)).join(', ')
  const label = labelOf(entity)
  const values = {
    what: sayWhat(permissions, (name) => labelOf(entity, name)),
    records: records === undefined || records.count === 0 ? label : `${label} (${sayRecords(records)})`,
  }
  if (isAnonymous) return sayPlural(direction, { who: say('Anyone'), ...values })
  const held = named || say('without a role')
  if (people === undefined || people === 1) return sayOne(direction, { roles: held, ...values })
  return sayPlural(direction, { who: `${sayCount(people, '{count} person', '{count} people')} (${held})`, ...values })
}

type Direction = PossibleChange['direction']

function sayPlural(direction: Direction, values: Readonly<Record<'who' | 'what' | 'records', string>>): string {
  switch (direction) {
    case 'gain':
      return say('{who} may now {what}: {records}', values)
    case 'lose':
      return say('{who} may no longer {what}: {records}', values)
    case 'change':
      return say('{who} may on other conditions {what}: {records}', values)
  }
}

function sayOne(direction: Direction, values: Readonly<Record<'roles' | 'what' | 'records', string>>): string {
  switch (direction) {
    case 'gain':
      return say('One person ({roles}) may now {what}: {records}', values)
    case 'lose':
      return say('One person ({roles}) may no longer {what}: {records}', values)
    case 'change':
      return say('One person ({roles}) may on other conditions {what}: {records}', values)
  }
}

/** Undefined: somebody gains, and somebody loses. */
function sayNobody(permissions: readonly PermissionChange[]): string | undefined {
  const [gains, loses] = (['gain', 'lose'] as const).map((side) =>
    permissions.some(({ direction }) => direction === side),
  )
  if (!gains && !loses) return say('Nobody gains or loses anything.')
  if (!gains) return say('Nobody gains anything.')
  return loses ? undefined : say('Nobody loses anything.')
}

/** “read, change “Subject”, “Body””: names of one verb stand together. */
function sayWhat(permissions: readonly string[], nameOf: (name: string) => string): string {
  const byVerb = Map.groupBy(permissions, (permission) => permission.split(' ')[0] ?? '')
  return [...byVerb]
    .flatMap(([verb, all]) => {
      const names = all.flatMap((permission) => permission.slice(verb.length + 1) || [])
      return [
        ...(names.length < all.length ? [sayVerb(verb)] : []),
        ...(names.length > 0
          ? [sayVerbOf(verb, names.map((name) => say('“{name}”', { name: nameOf(name) })).join(', '))]
          : []),
      ]
    })
    .join(', ')
}

function sayVerb(verb: string): string {
  switch (verb) {
    case 'read':
      return say('read')
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
      return say('see the history')
  }
}

/** `names`: of fields, or of transitions. */
function sayVerbOf(verb: string, names: string): string {
  switch (verb) {
    case 'do':
      return say('do {names}', { names })
    case 'read':
      return say('read {names}', { names })
    case 'update':
      return say('change {names}', { names })
    default:
      return say('see the history of {names}', { names })
  }
}

function sayRecords({ count, examples }: ChangedRecords): string {
  const named = examples.map(({ id, title }) => title ?? id).join(', ')
  const counted = sayCount(count, '{count} record', '{count} records')
  return named === '' ? counted : `${counted}: ${named}${count > examples.length ? ', …' : ''}`
}

function sayDues({ entity, name, ...counts }: ChangedDues, labelOf: LabelOf): string {
  const what = entity === null ? say('Schedule “{name}”', { name }) : `${labelOf(entity)}: ${name}`
  return say('{what}: {started} start, {moved} move, {dropped} are dropped', { what, ...counts })
}
