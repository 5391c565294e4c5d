// Explains each action and field that a screen does not offer.
import { ActionIcon, Modal, Stack, Text, Title, Tooltip } from '@mantine/core'
import { Icon } from '../../ui/icon.tsx'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import type { Entity } from '#shared/model/model.ts'
import type { ExplainBody } from '#shared/protocol/explain.ts'
import { useExplain } from '../../data/administration/explain.ts'
import type { ExplainableRequest } from '../../data/api.ts'
import { labelFor } from '../../data/field-label.ts'
import { useKnownSession } from '../../data/session.ts'
import { useLinePath } from '../../data/spec.ts'
import { CitedLine } from '../../ui/cited-line.tsx'
import type { CitedSentence } from '../../ui/cited-line.tsx'
import { ListSkeleton, Loading } from '../../ui/skeletons.tsx'
import { Explanation } from './explain-refusal.tsx'
import classes from './explain-refusal.module.css'

/** What is not offered: its name, and the call that it would make. */
export interface AbsentAction {
  readonly what: string
  readonly call: ExplainableRequest
}

/** What is not shown, or can't be changed. */
export interface AbsentField {
  readonly label: string
  readonly why: string
  readonly cite?: CitedSentence | undefined
}

interface Props {
  /** Of the record or the list, as the API has it: the server says what of it is not for the reader. A form reads nothing. */
  readonly path?: string
  readonly isList?: boolean
  readonly actions: readonly AbsentAction[]
  /** What this screen leaves out of what the reader may read. */
  readonly unseen?: readonly AbsentField[]
  readonly unchangeable?: readonly AbsentField[]
}

export function ExplainMissing(props: Props) {
  const { viewing, administrator } = useKnownSession()
  const [open, setOpen] = useState(false)
  const { actions, unseen = [], unchangeable = [] } = props
  // From administrators nothing is kept that the screen does not show.
  const isWhole = administrator && viewing === undefined
  const isKnown = isWhole || props.path === undefined
  if (isKnown && actions.length + unseen.length + unchangeable.length === 0) return null
  return (
    <>
      <Tooltip label="What is missing?">
        <ActionIcon size={36} aria-label="What is missing?" onClick={() => setOpen(true)}>
          <Icon name="question" size={18} />
        </ActionIcon>
      </Tooltip>
      <Modal opened={open} onClose={() => setOpen(false)} title="What you cannot do here, and why" size="lg">
        {open && <Missing {...props} />}
      </Modal>
    </>
  )
}

function Missing({ path, isList = false, actions, unseen = [], unchangeable = [] }: Props) {
  return (
    <Stack gap="lg">
      {actions.length > 0 && (
        <Part title="What you can’t do">
          {actions.map(({ what, call }) => (
            <Action key={what} what={what} call={call} />
          ))}
        </Part>
      )}
      {path !== undefined && <Unseen path={path} isList={isList} unseen={unseen} />}
      {unchangeable.length > 0 && (
        <Part title="What you can’t change">
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
    <Part title="What you do not see">
      {isPending && (
        <Loading>
          <ListSkeleton rows={3} />
        </Loading>
      )}
      {error && <Text role="alert">{error.message}</Text>}
      {isPart && <Text size="sm">Records that are not for you are not here.</Text>}
      {told?.length === 0 && !isPart && <Text size="sm">Nothing that you may know of is left out.</Text>}
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
function Action({ what, call }: AbsentAction) {
  const [open, setOpen] = useState(false)
  return (
    <details className={classes['action']} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{what}: why not?</summary>
      {open && <Explanation call={call} />}
    </details>
  )
}

function Fields({ fields }: { readonly fields: readonly AbsentField[] }) {
  const pathOf = useLinePath()
  return (
    <ul className={classes['ways']}>
      {fields.map(({ label, why, cite }) => (
        <li key={label}>
          <Text fw={600} size="sm">
            {labelFor(label)}
          </Text>
          <Text size="sm">{why}</Text>
          {cite && <CitedLine cite={cite} to={pathOf(cite.line)} />}
        </li>
      ))}
    </ul>
  )
}

/** On a list: adding to it. */
export function absentCreation(entity: Entity, creatable: ReadonlySet<string>): readonly AbsentAction[] {
  if (creatable.size > 0) return []
  return [
    { what: `Add ${entity.name.label.toLowerCase()}`, call: { method: 'POST', path: `/api/${entity.path}`, body: {} } },
  ]
}

function hiddenFields({ reading }: ExplainBody): readonly AbsentField[] {
  const hidden = reading?.fields.filter(({ shown }) => !shown) ?? []
  return hidden.map(({ label, why = 'It may not be read.', source }) => ({ label, why, cite: source }))
}
