// Declares errors of the model.
import type { MessageTemplate } from '../4-states/types.ts'
import type { Citation } from '../model.ts'

export interface ErrorEntry {
  readonly code: string
  readonly status: number
  /**
   * Message as linked for each entity, by identifier, because what its `{expressions}` read depends on where the code
   * is used. The key '' is the message without a record.
   */
  readonly messages: ReadonlyMap<string, MessageTemplate>
  readonly standard: boolean
  readonly cite?: Citation
}
