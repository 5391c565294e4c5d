// Offers to explain each action and field that a screen does not offer.
import { ActionIcon } from '@mantine/core'
import { useState } from 'react'
import type { Entity } from '#shared/model/model.ts'
import type { ExplainableRequest } from '../../data/api.ts'
import { useKnownSession } from '../../data/session.ts'
import type { CitedSentence } from '../../ui/cited-line.tsx'
import { Icon } from '../../ui/icon.tsx'
import { loadPart } from '../../ui/load-page.tsx'
import { withinSentence } from '../../words/language.ts'
import { say } from '../../words/say.ts'

const MissingDialog = loadPart(async () => (await import('./missing-dialog.tsx')).MissingDialog)

/** An action that is not offered: its name, and the call that it would make. */
export interface AbsentAction {
  readonly what: string
  readonly call: ExplainableRequest
  /** Those who could do the action, shown to administrators. */
  readonly doers?: Doers | undefined
}

/** Those who could do an action. */
export interface Doers {
  /** "Agent or its assignee can do this." */
  readonly sentence: string
  /** Labels of the roles among them that the reader does not have. */
  readonly roles: readonly string[]
}

/** A field that is not shown, or can't be changed. */
export interface AbsentField {
  readonly label: string
  readonly why: string
  readonly cite?: CitedSentence | undefined
}

export interface MissingProps {
  /**
   * API path of the record or the list, by which the server says which of its parts the reader may not see. It is
   * absent for a form, which reads nothing.
   */
  readonly path?: string
  readonly isList?: boolean
  readonly actions: readonly AbsentAction[]
  /** Fields that the reader may read but this screen leaves out. */
  readonly unseen?: readonly AbsentField[]
  readonly unchangeable?: readonly AbsentField[]
}

export function ExplainMissing(props: MissingProps) {
  const { viewing, administrator } = useKnownSession()
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  const { actions, unseen = [], unchangeable = [] } = props
  // From administrators nothing is kept that the screen does not show.
  const isWhole = administrator && viewing === undefined
  const isKnown = isWhole || props.path === undefined
  if (isKnown && actions.length + unseen.length + unchangeable.length === 0) return null
  const show = () => {
    setOpened(true)
    setOpen(true)
  }
  return (
    <>
      <ActionIcon size={36} aria-label={say('Why can’t I …?')} title={say('Why can’t I …?')} onClick={show}>
        <Icon name="question" size={18} />
      </ActionIcon>
      {wasOpened && <MissingDialog {...props} isOpen={isOpen} onClose={() => setOpen(false)} />}
    </>
  )
}

/** On a list: adding to it. */
export function absentCreation(entity: Entity, creatable: ReadonlySet<string>): readonly AbsentAction[] {
  if (creatable.size > 0) return []
  return [
    {
      what: say('Add {name}', { name: withinSentence(entity.name.label) }),
      call: { method: 'POST', path: `/api/${entity.path}`, body: {} },
    },
  ]
}
