// Declares a record from the server, with expanded relations and permissions.
import { filesIn } from '#shared/fields/file.ts'
import type { ExpandedRecord } from '#shared/decisions/expanded-record.ts'
import { isExpandedRecord } from '#shared/decisions/expanded-record.ts'
import type { Deletion, RecordPermissions } from '#shared/protocol/record.ts'
import type { TimerItem } from '#shared/protocol/timers.ts'
import { pictureAddress } from '../base-path.ts'

export interface RecordData extends ExpandedRecord {
  readonly _version?: number
  readonly _may?: RecordPermissions
  readonly _timers?: readonly TimerItem[]
  readonly _deleted?: Deletion
}

export function isRecordData(value: unknown): value is RecordData {
  return isExpandedRecord(value)
}

/** The id of a relation's value, expanded or not. */
export function relatedId(value: unknown): string | null {
  if (typeof value === 'string') return value
  return isRecordData(value) ? value.id : null
}

/** The address of a small picture of a person, where the reader may see it. `person`: a record of Person. */
export function pictureOf(person: RecordData): string | undefined {
  const url = filesIn(person['picture'])[0]?.url
  return url === undefined ? undefined : pictureAddress(url, '160')
}
