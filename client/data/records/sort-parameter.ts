// Reads and writes the list parameter `sort`: `-priority,due_at`.
import { fieldType } from '#shared/fields/registry.ts'
import type { Field, Sort } from '#shared/model/model.ts'

export function writeSort(sort: readonly Sort[]): string {
  return sort.map(({ field, descending }) => `${descending ? '-' : ''}${field}`).join(',')
}

export function readSort(text: string): readonly Sort[] {
  return text
    .split(',')
    .filter((part) => part !== '')
    .map((part) => ({ field: part.replace(/^-/, ''), descending: part.startsWith('-') }))
}

/** Has the field an order that the server sorts by? */
export function isSortable(field: Field): boolean {
  return fieldType(field.type.kind).sortable === true && field.computed?.localised !== true
}
