// Opens the form of a new record over a board or a calendar, with what its place there says already.
import type { ReactNode } from 'react'
import { useState } from 'react'
import type { Entity } from '#shared/model/model.ts'
import { createsInPicker } from '../../data/records/permissions.ts'
import type { FieldValues } from '../../data/records/record-mutations.ts'
import { useKnownSession } from '../../data/session.ts'
import { useModel } from '../../data/spec.ts'
import { loadPart } from '../../ui/load-page.tsx'

const CreateDrawer = loadPart(async () => (await import('../form/create-drawer.tsx')).CreateDrawer)

export interface QuickCreate {
  /** Undefined: this person creates none. */
  readonly create: ((start: FieldValues) => void) | undefined
  readonly drawer: ReactNode
}

/** `first`: fields that are asked for before others: those of a card. They stay the same. */
export function useQuickCreate(entity: Entity, first?: readonly string[]): QuickCreate {
  const isOffered = createsInPicker(useModel(), useKnownSession(), entity.name.identifier)
  const [start, setStart] = useState<FieldValues>()
  const close = () => setStart(undefined)
  return {
    create: isOffered ? setStart : undefined,
    drawer: start && (
      <CreateDrawer entity={entity} called="" start={start} first={first} onCreated={close} onClose={close} />
    ),
  }
}
