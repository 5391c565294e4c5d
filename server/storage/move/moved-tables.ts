// Lists the tables that hold the data, and the statements that make those of the document.
import type { Catalogue, FieldEntry } from '../schema/catalogue.ts'
import { columnName, pairsName, tableName } from '../schema/catalogue.ts'
import type { StorageDialect } from '../storage-dialect.ts'

export interface MovedTable {
  readonly name: string
  /** The name by which people call it. */
  readonly label: string
  /** Columns that are copied. */
  readonly columns: readonly string[]
  /** Columns in whose order rows are read; no two rows have the same values in them. */
  readonly order: readonly string[]
  /** The column of `order` that each engine numbers by itself; the rows keep their order, or their numbers where it is copied. */
  readonly numbered?: string
}

/** Lists the system's tables without those of the audit. A start makes indexes, words and statistics anew. */
export function systemTables({ tables }: StorageDialect): readonly MovedTable[] {
  const plain = (name: string, label: string, order: string, columns: string): MovedTable => ({
    name,
    label,
    order: order.split(', '),
    columns: columns.split(', '),
  })
  return [
    plain('about', 'the database’s own notes', 'name', 'name, value'),
    plain('catalogue_entity', 'the catalogue', 'number', 'number, name, present'),
    plain('catalogue_field', 'the catalogue', 'number', 'number, entity, name, shape, present'),
    plain(
      'document_revision',
      'revisions of the document',
      'number',
      'number, revision, at, person, file, is_from_file, length, text, reason',
    ),
    plain('system_row', 'accounts and sessions', 'kind, key', 'kind, key, person, expires_at, value, number'),
    plain('sequence', 'sequences', 'field, per', 'field, per, last'),
    plain(
      'file',
      'files',
      'id',
      'id, content, name, type, extension, size, person, created_at, is_whole, entity, record, field',
    ),
    plain('file_part', 'contents of files', 'content, number', 'content, number, bytes'),
    plain('inbox', 'inboxes', 'person, id', 'person, id, at, message, entity, record, read_at, subject'),
    {
      ...plain(
        'job',
        'jobs',
        'number',
        'number, kind, entity, record, key, due_at, leased_until, tries, problem, is_dead, value, queue',
      ),
      numbered: 'number',
    },
    {
      ...plain(
        'history',
        'history',
        tables.historyRow,
        'id, entity, record, at, person, event, transition, changes, revision, line, confirmed, change_set, version, input, call',
      ),
      numbered: tables.historyRow,
    },
  ]
}

export const AUDIT: MovedTable = {
  name: 'audit',
  label: 'the audit',
  order: ['number'],
  columns: ['number', 'at', 'event', 'person', 'subject', 'detail', 'address', 'revision', 'previous', 'hash'],
}

/** The tables of the records, and those of relations to several. */
export function documentTables(catalogue: Catalogue): readonly MovedTable[] {
  return presentEntities(catalogue).flatMap(({ number, name, fields }) => [
    {
      name: tableName(number),
      label: name,
      order: ['row'],
      columns: ['id', 'version', 'trashed_at', 'trashed_with', ...fields.filter(isColumn).map(columnOf)],
      numbered: 'row',
    },
    ...fields
      .filter((field) => !isColumn(field))
      .map((field) => ({
        name: pairsName(field.number),
        label: `${name}.${field.name}`,
        order: ['source', 'position'],
        columns: ['source', 'target', 'position'],
      })),
  ])
}

/**
 * Lists the statements that make the tables of the records. `linked`: relations are keys from the beginning; otherwise
 * `linkStatements` makes them so when all rows are there.
 */
export function tableStatements(catalogue: Catalogue, { tables }: StorageDialect, linked: boolean): readonly string[] {
  const entities = presentEntities(catalogue)
  const target = ({ shape }: FieldEntry) => (linked && shape.target !== undefined ? tableName(shape.target) : undefined)
  return [
    ...entities.map(({ number }) => tables.createTable(tableName(number))),
    ...entities.flatMap(({ number, fields }) =>
      fields.map((field) => {
        const to = target(field)
        if (!isColumn(field)) return tables.createPairs(pairsName(field.number), tableName(number), to)
        const column = tables.column(columnOf(field), field.shape.column)
        const link = to === undefined ? '' : ` REFERENCES ${to} (id)`
        return `ALTER TABLE ${tableName(number)} ADD COLUMN ${columnOf(field)} ${column}${link}`
      }),
    ),
  ]
}

/** Columns in which nothing empty may lie. */
export function requiredColumns(catalogue: Catalogue): readonly { readonly table: string; readonly column: string }[] {
  return presentEntities(catalogue).flatMap(({ number, fields }) =>
    fields
      .filter((field) => isColumn(field) && field.shape.required)
      .map((field) => ({ table: tableName(number), column: columnOf(field) })),
  )
}

export function linkStatements(catalogue: Catalogue): readonly string[] {
  return presentEntities(catalogue).flatMap(({ number, fields }) =>
    fields.flatMap((field) => {
      const { target } = field.shape
      if (target === undefined) return []
      const [table, column] = isColumn(field)
        ? [tableName(number), columnOf(field)]
        : [pairsName(field.number), 'target']
      return [`ALTER TABLE ${table} ADD FOREIGN KEY (${column}) REFERENCES ${tableName(target)} (id)`]
    }),
  )
}

interface PresentEntity {
  readonly number: number
  readonly name: string
  readonly fields: readonly FieldEntry[]
}

function presentEntities({ entities, fields }: Catalogue): readonly PresentEntity[] {
  return entities
    .filter(({ present }) => present)
    .map(({ number, name }) => ({
      number,
      name,
      fields: fields.filter((field) => field.present && field.entity === number),
    }))
}

function isColumn({ shape }: FieldEntry): boolean {
  return shape.column.form !== 'set'
}

function columnOf({ number }: FieldEntry): string {
  return columnName(number)
}
