// Lists what a screen does not offer or show, and explains each of it.
import { Stack, Text, Title } from '@mantine/core'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import type { ExplainBody } from '#shared/protocol/explain.ts'
import { useExplain } from '../../data/administration/explain.ts'
import { labelOfName } from '../../data/field-label.ts'
import { CitedRow } from '../cited-row.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { ListSkeleton, Loading } from '../../ui/skeletons.tsx'
import { useLateOpen } from '../../ui/dialog/use-late-open.ts'
import { Explanation } from './explain-dialog.tsx'
import type { AbsentAction, AbsentField, MissingProps } from './explain-missing.tsx'
import { OwnRole } from './own-role.tsx'
import { say } from '../../words/say.ts'
import classes from './explain-refusal.module.css'

interface Props extends MissingProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

export function MissingDialog({ isOpen, onClose, ...missing }: Props) {
  return (
    <Dialog opened={useLateOpen(isOpen)} onClose={onClose} title={say('Why can’t I …?')} size="lg">
      {isOpen && <Missing {...missing} />}
    </Dialog>
  )
}

function Missing({ path, isList = false, actions, unseen = [], unchangeable = [] }: MissingProps) {
  return (
    <Stack gap="lg">
      {actions.length > 0 && (
        <Part title={say('What you can’t do')}>
          {actions.map((action) => (
            <Action key={action.what} {...action} />
          ))}
        </Part>
      )}
      {path !== undefined && <Unseen path={path} isList={isList} unseen={unseen} />}
      {unchangeable.length > 0 && (
        <Part title={say('What you can’t change')}>
          <Fields fields={unchangeable} />
        </Part>
      )}
    </Stack>
  )
}

interface UnseenProps {
  readonly path: string
  readonly isList: boolean
  readonly unseen: readonly AbsentField[]
}

function Unseen({ path, isList, unseen }: UnseenProps) {
  const { data, error, isPending } = useExplain({ method: 'GET', path }, true)
  const told = data && [...hiddenFields(data), ...unseen]
  const isPart = isList && data?.reading?.rows === 'some'
  return (
    <Part title={say('What you do not see')}>
      {isPending && (
        <Loading>
          <ListSkeleton rows={3} />
        </Loading>
      )}
      {error && <Text role="alert">{error.message}</Text>}
      {isPart && <Text size="sm">{say('You only see records you have access to.')}</Text>}
      {told?.length === 0 && !isPart && <Text size="sm">{say('You can see everything you have access to.')}</Text>}
      {told && <Fields fields={told} />}
    </Part>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Title order={3} id={id} size="h5" mb={6}>
        {title}
      </Title>
      {children}
    </section>
  )
}

/** Explained when it is opened: most are not. */
function Action({ what, call, doers }: AbsentAction) {
  const [open, setOpen] = useState(false)
  return (
    <div className={classes['action']}>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{say('{of}: why not?', { of: what })}</summary>
        {open && <Explanation call={call} />}
      </details>
      {doers && !open && (
        <Text size="sm">
          {doers.sentence} <OwnRole roles={doers.roles} />
        </Text>
      )}
    </div>
  )
}

function Fields({ fields }: { readonly fields: readonly AbsentField[] }) {
  return (
    <ul className={classes['ways']}>
      {fields.map(({ label, why, cite }) => (
        <li key={label}>
          <Text fw={600} size="sm">
            {labelOfName(label)}
          </Text>
          <Text size="sm">{why}</Text>
          {cite && <CitedRow cite={cite} isOpen />}
        </li>
      ))}
    </ul>
  )
}

function hiddenFields({ reading }: ExplainBody): readonly AbsentField[] {
  const hidden = reading?.fields.filter(({ shown }) => !shown) ?? []
  return hidden.map(({ label, why = say('You don’t have access to this field.'), source }) => ({
    label,
    why,
    cite: source,
  }))
}
