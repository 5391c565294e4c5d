// Lets the editor of a relation open the form of another record in a drawer above it.
import { createContext } from 'react'
import type { ComponentType } from 'react'
import type { Entity } from '#shared/model/model.ts'
import type { RecordData } from '../data/records/record-data.ts'

export interface CreateRelatedProps {
  readonly entity: Entity
  /** Text that was searched for without a match. The new record gets it as its name. */
  readonly called: string
  readonly onCreated: (record: RecordData) => void
  readonly onClose: () => void
}

/** Undefined where nothing can be created on the way. */
export const CreateRelated = createContext<ComponentType<CreateRelatedProps> | undefined>(undefined)
