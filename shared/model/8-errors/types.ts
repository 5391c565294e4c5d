// Declares errors of the model.
import type { MessageTemplate } from '../4-states/types.ts'
import type { Citation } from '../model.ts'

export interface ErrorEntry {
  readonly code: string
  readonly status: number
  /** What its `{expressions}` read depends on where the code is used: the message as linked for an entity, by identifier; under '' without a record. */
  readonly messages: ReadonlyMap<string, MessageTemplate>
  readonly standard: boolean
  readonly cite?: Citation
}
