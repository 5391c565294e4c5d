// Gives the text of a value as spreadsheets and tables of comma-separated values hold it.
import type { ExpandedRecord } from './expanded-record.ts'
import { isExpandedRecord } from './expanded-record.ts'
import { isEmptyValue } from '../fields/coerce-value.ts'
import type { FieldType } from '../fields/field-type.ts'
import type { Printing } from '../fields/printing.ts'
import { joinList } from '../fields/list-text.ts'
import { fieldType } from '../fields/registry.ts'

/** Returns the title of a related record. */
export type TitleOf = (entity: string, record: ExpandedRecord) => string

/** Numbers and dates as programs read them, all else as people do; a related record that did not come along is its id. */
export function copiedText(
  value: unknown,
  type: FieldType,
  printing: Printing,
  titleOf: TitleOf = (_entity, { id }) => id,
): string {
  if (isEmptyValue(value, type)) return ''
  if (type.kind === 'relation') {
    const records: readonly unknown[] = Array.isArray(value) ? value : [value]
    const names = records.map((each) => (isExpandedRecord(each) ? titleOf(type.entity, each) : String(each)))
    return type.many ? joinList(names) : (names[0] ?? '')
  }
  const { copy, print } = fieldType(type.kind)
  return (copy ?? print)(value, type, printing)
}
