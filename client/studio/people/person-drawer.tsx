// Shows the actions of an administrator on one person.
import { Button, Group, Stack, Text } from '@mantine/core'
import { Fragment, useState } from 'react'
import type { PersonItem } from '#shared/protocol/people.ts'
import type { AdministrationRequest } from '../../data/administration/administration.ts'
import { useAdministrationRequest, viewAs, wholeLink } from '../../data/administration/administration.ts'
import {
  ReauthenticationDialog,
  needsReauthentication,
} from '../../account/reauthentication/reauthentication-dialog.tsx'
import { RefusalNote } from '../../refusals/refusal-note.tsx'
import { ExplainMissing } from '../../refusals/explain/explain-missing.tsx'
import type { AbsentAction } from '../../refusals/explain/explain-missing.tsx'
import { OneTimeLink } from './one-time-link.tsx'
import type { Roles } from './role-labels.ts'
import { sayPasskeys } from './describe-sign-in.ts'
import { say, sayCount, sayList } from '../../words/say.ts'
import classes from './people.module.css'
import { Reassign } from './reassign.tsx'
import { RolesForm } from './roles-form.tsx'
import { SideDialog } from '../../ui/dialog/dialog.tsx'

interface Props {
  /** Undefined: none is open. */
  readonly person: PersonItem | undefined
  readonly roles: Roles
  readonly isSelf: boolean
  readonly onClose: () => void
}

export function PersonDrawer({ person, roles, isSelf, onClose }: Props) {
  return (
    <SideDialog opened={person !== undefined} onClose={onClose} title={person?.name ?? ''} size="md">
      {person && <Acts key={person.id} person={person} roles={roles} isSelf={isSelf} />}
    </SideDialog>
  )
}

interface Choice {
  /** Key of the choice. A choice that replaces another at its button has the same key. */
  readonly key: string
  readonly label: string
  readonly hint: string
  readonly act: AdministrationRequest
  readonly isGrave?: boolean
  readonly isOffered: boolean
}

const ACTIVE = 'active'

function Acts({ person, roles, isSelf }: Omit<Props, 'person' | 'onClose'> & { readonly person: PersonItem }) {
  const act = useAdministrationRequest()
  const viewing = useViewAs(person.id)
  const [sure, setSure] = useState<string | null>(null)
  const link = act.data?.path === undefined && act.data?.link === undefined ? undefined : wholeLink(act.data)
  const run = ({ act: wanted, key, isGrave }: Choice) => {
    if (isGrave && sure !== key) return setSure(key)
    setSure(null)
    act.mutate(wanted)
  }
  const canView = !isSelf && person.active && !person.roles.includes('Administrator')
  const choices = choicesFor(person, isSelf)
  return (
    <Stack gap="lg">
      <Group justify="space-between" wrap="nowrap" mih={36}>
        <Text size="sm" c="dimmed" className="wraps">
          {person.email}
        </Text>
        <ExplainMissing actions={absentActs(person, choices, canView)} />
      </Group>
      {act.error && !needsReauthentication(act.error) && <RefusalNote error={act.error} />}
      {viewing.error !== null && <RefusalNote error={viewing.error} />}
      <ReauthenticationDialog
        error={act.error}
        onProven={() => act.variables && act.mutate(act.variables)}
        onGiveUp={() => act.reset()}
      />
      {link !== undefined && (
        <OneTimeLink
          link={link}
          text={say('Send it only to {name}. It’s shown only once and works once.', { name: person.name })}
        />
      )}
      <RolesForm person={person} roles={roles} onSave={(wanted) => act.mutate(wanted)} isSaving={act.isPending} />
      <ul className={classes['acts']}>
        {canView && (
          <li>
            <ActText hint={say('See the application as this person does. You can’t change anything while viewing.')} />
            <Button size="xs" variant="default" loading={viewing.isLeaving} onClick={viewing.start}>
              {say('View as')}
            </Button>
          </li>
        )}
        {choices
          .filter(({ isOffered }) => isOffered)
          .map((choice) => (
            <Fragment key={choice.key}>
              {/* What is open under their name is handed over before they leave. */}
              {choice.key === ACTIVE && (
                <li className={classes['handover']}>
                  {(!person.active || sure === ACTIVE) && <Reassign person={person} />}
                </li>
              )}
              <li>
                <ActText hint={choice.hint} />
                <Button
                  size="xs"
                  variant={sure === choice.key ? 'filled' : 'default'}
                  {...(choice.isGrave ? { color: 'red' } : {})}
                  loading={act.isPending && act.variables.path === choice.act.path}
                  onClick={() => run(choice)}
                >
                  {sure === choice.key ? say('Confirm: {label}', { label: choice.label }) : choice.label}
                </Button>
              </li>
            </Fragment>
          ))}
      </ul>
    </Stack>
  )
}

function ActText({ hint }: { readonly hint: string }) {
  return (
    <Text size="sm" c="dimmed">
      {hint}
    </Text>
  )
}

function useViewAs(person: string) {
  const [isLeaving, setLeaving] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const start = () => {
    setLeaving(true)
    viewAs({ person }).catch((problem: unknown) => {
      setLeaving(false)
      setError(problem)
    })
  }
  return { isLeaving, error, start }
}

/** All that can be done about somebody; what is not offered can be asked about. */
function choicesFor(
  { id, version, active, hasAccount, hasPassword, hasSecondFactor, passkeys, sessions, tokens }: PersonItem,
  isSelf: boolean,
): readonly Choice[] {
  const change = (body: object): AdministrationRequest => ({
    method: 'PATCH',
    path: `/api/people/${id}`,
    body,
    version,
  })
  return [
    {
      key: 'invite',
      label: say('Invite'),
      hint: say('A link for choosing a password. It’s shown once.'),
      act: { method: 'POST', path: '/api/auth/invitations', body: { roles: [], person: id } },
      isOffered: !hasAccount && active,
    },
    {
      key: 'password',
      label: say('Link for a new password'),
      hint: say('If they can’t sign in: create a one-time link for a new password.'),
      act: { method: 'POST', path: '/api/auth/password/links', body: { person: id } },
      isOffered: hasPassword,
    },
    {
      key: 'factor',
      label: say('Reset second factor'),
      hint: sayReset(hasSecondFactor, passkeys),
      isGrave: true,
      act: { method: 'POST', path: '/api/auth/second-factor/reset', body: { person: id } },
      isOffered: (hasSecondFactor || passkeys > 0) && !isSelf,
    },
    {
      key: 'sessions',
      label: say('Sign out everywhere'),
      hint: sayOpen(sessions, tokens),
      isGrave: true,
      act: { method: 'DELETE', path: `/api/system/people/${id}/sessions` },
      isOffered: sessions + tokens > 0 && !isSelf,
    },
    {
      key: ACTIVE,
      label: say('Deactivate'),
      hint: say('If you deactivate them, they can’t sign in until you activate them again.'),
      isGrave: true,
      act: change({ active: false }),
      isOffered: active && !isSelf,
    },
    {
      key: ACTIVE,
      label: say('Activate'),
      hint: say('If you activate them, they can sign in again.'),
      act: change({ active: true }),
      isOffered: !active && !isSelf,
    },
  ]
}

/** Those that would change nothing go without saying. */
function absentActs(person: PersonItem, choices: readonly Choice[], canView: boolean): readonly AbsentAction[] {
  const isIdle = ({ label }: Choice): boolean =>
    label === say('Sign out everywhere') || label === (person.active ? say('Activate') : say('Deactivate'))
  const viewAct = { method: 'POST', path: '/api/auth/view-as', body: { person: person.id } }
  return [
    ...(canView ? [] : [{ what: say('View as'), call: viewAct }]),
    ...choices
      .filter((choice) => !choice.isOffered && !isIdle(choice))
      .map(({ label, act: { method, path, body } }) => ({ what: label, call: { method, path, body } })),
  ]
}

function sayReset(hasApp: boolean, passkeys: number): string {
  const own = [...(hasApp ? [say('the authenticator app')] : []), ...(passkeys > 0 ? [sayPasskeys(passkeys)] : [])]
  return say('For people who have lost access: {methods} will stop working, and all sessions will end.', {
    methods: sayList(own, 'and'),
  })
}

function sayOpen(sessions: number, tokens: number): string {
  const parts = [
    ...(sessions > 0 ? [sayCount(sessions, '{count} session', '{count} sessions')] : []),
    ...(tokens > 0 ? [sayCount(tokens, '{count} token', '{count} tokens')] : []),
  ]
  return say('Ends {what}.', { what: sayList(parts, 'and') })
}
