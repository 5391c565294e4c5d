// Finds the records that the cells of a relation name: by id, by a unique field, or by title.
import { fieldError } from '#shared/decisions/refusals.ts'
import { cutForCell, isCutCell } from '#shared/fields/cut-cell.ts'
import { joinList } from '#shared/fields/list-text.ts'
import { isId } from '#shared/fields/relation.ts'
import type { Field } from '#shared/model/model.ts'
import { labelFor } from '#shared/text/label.ts'
import { entityNamed, policyOf } from '../../policy/policy.ts'
import { LONGEST_NAME } from '../export/name-to-read.ts'
import type { ActorContext, RecordsDependencies } from '../records-dependencies.ts'
import { quoteCell } from './quote-cell.ts'
import { isTitleOfOneField, namingFields } from './naming-fields.ts'
import type { CellResult } from './read-cell.ts'
import { cellError, cutError } from './read-cell.ts'
import type { LookUpName } from './names-in-file.ts'
import { makeRecordNames } from './record-names.ts'
import type { RowIndex } from './rows-of-file.ts'
import { namesIn } from './rows-of-file.ts'
import type { TableCell } from './table/table-cell.ts'
import { shownText } from './table/table-cell.ts'
import type { WrittenRows } from './written-rows.ts'

/** The file that is imported: its own records are found too, as soon as they are written. */
interface OwnFile {
  readonly entity: string
  readonly index: RowIndex
  readonly written: WrittenRows
}

/**
 * Makes what finds the records that a cell names. A record that the reader may not see is not found. `present`: the ids that the
 * record has so far: what an export calls them means them, though others are called so, too.
 */
export function makeRelatedIds(
  dependencies: RecordsDependencies,
  actorContext: ActorContext,
  own: OwnFile,
  lookUp: LookUpName,
) {
  const { running } = dependencies.current
  const names = makeRecordNames(dependencies, actorContext)
  const namings = new Map<string, { readonly fields: readonly Field[]; readonly isWhole: boolean }>()
  const namingOf = (name: string) => {
    const entity = entityNamed(running.model, name)
    const { readable } = policyOf(running, actorContext.actor).entity(name).read
    const naming = new Set(namingFields(entity))
    const made = {
      fields: [...entity.fields.values()].filter(
        ({ name: { identifier } }) => naming.has(identifier) && readable.has(identifier),
      ),
      // Where the title's field may not be read, another text names the record.
      isWhole: isTitleOfOneField(entity) && [...naming].every((each) => readable.has(each)),
    }
    namings.set(name, made)
    return made
  }
  const idsOf = async (name: string, text: string): Promise<readonly string[]> => {
    if (text.length > LONGEST_NAME) return []
    if (isId(text)) return [text.toLowerCase()]
    const { fields, isWhole } = namings.get(name) ?? namingOf(name)
    const named = await lookUp(name, fields, text)
    return named.length > 0 || isWhole ? named : names.idsOf(name, text)
  }
  const presentCalled = async (entity: string, text: string, present: readonly string[]) => {
    for (const id of present) if ((await names.nameOf(entity, id)) === text) return id
    return undefined
  }
  const idsInFile = (text: string): readonly string[] =>
    own.index.linesNamed(text).flatMap((line) => own.written.idOf(line) ?? [])
  /** Why nothing is called so: its row is in this file, and was not written before. */
  const reasonIn = (text: string, isCircular: boolean) => {
    const [line] = own.index.linesNamed(text).filter((each) => own.written.idOf(each) === undefined)
    if (line === undefined) return undefined
    return isCircular ? ({ code: 'rows_in_circle', line } as const) : ({ code: 'row_refused', line } as const)
  }
  /** Ids by the text of their cell, of entities other than the file's own: the same for each row whose record has no relations yet. */
  const read = new Map<Field, Map<string, CellResult>>()
  const relatedIn = async (
    field: Field,
    cell: TableCell,
    present: readonly string[],
    isCircular: boolean,
  ): Promise<CellResult> => {
    const { type } = field
    if (type.kind !== 'relation') throw new Error(`${field.name.identifier} is no relation.`)
    if (typeof cell !== 'string' && cell.is === 'error') return { error: cellError(field, cell) }
    const text = shownText(cell)
    if (isCutCell(text)) {
      const called = await Promise.all(present.map((id) => names.nameOf(type.entity, id)))
      const isSame = cutForCell(joinList(called.map((name = '') => name))) === text
      return isSame ? { value: type.many ? present : present[0] } : { error: cutError(field, text) }
    }
    const ids: string[] = []
    for (const each of namesIn(field, cell)) {
      const known = await idsOf(type.entity, each)
      const called = type.entity === own.entity ? [...new Set([...known, ...idsInFile(each)])] : known
      const left = present.filter((id) => !ids.includes(id))
      const id = called.length === 1 ? called[0] : await presentCalled(type.entity, each, left)
      if (id === undefined) {
        const entity = entityNamed(running.model, type.entity).name.label
        const [name, label] = [field.name.identifier, labelFor(field.name.label)]
        const reason = called.length > 0 || type.entity !== own.entity ? undefined : reasonIn(each, isCircular)
        if (reason) return { error: fieldError(name, reason.code, { field: label, line: reason.line }, field.cite) }
        const values = { field: label, entity, text: quoteCell(each) }
        return { error: fieldError(name, called.length === 0 ? 'none_called' : 'several_called', values, field.cite) }
      }
      ids.push(id)
    }
    return { value: type.many ? ids : (ids[0] ?? null) }
  }
  const readAnew = async (field: Field, cell: string, isCircular: boolean): Promise<CellResult> => {
    const found = await relatedIn(field, cell, [], isCircular)
    if ('value' in found && field.type.kind === 'relation' && field.type.entity !== own.entity) {
      const ofField = read.get(field) ?? new Map<string, CellResult>()
      read.set(field, ofField.set(cell, found))
    }
    return found
  }
  /** Gives at once what was read before. */
  return (
    field: Field,
    cell: TableCell,
    present: readonly string[],
    isCircular: boolean,
  ): CellResult | Promise<CellResult> => {
    if (typeof cell !== 'string' || present.length > 0) return relatedIn(field, cell, present, isCircular)
    return read.get(field)?.get(cell) ?? readAnew(field, cell, isCircular)
  }
}
