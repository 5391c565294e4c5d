// Present catalogue × new model → what must change in the schema, and what stands against it. Pure: nothing is read or written here.
import type { Entity, Field, Model } from '#shared/model/model.ts'
import { columnName, formOf, isFixed, isStored, pairsName, tableName } from './catalogue.ts'
import type { Catalogue, EntityEntry, FieldEntry, FieldForm } from './catalogue.ts'
import { conversionOf, hasValue, isSameForm } from './conversion.ts'
import { quote } from '../sort-keys.ts'

/** A query for the ids of rows that stand in the way (nothing may come), and the sentence if there are some. */
export interface Check {
  readonly sql: string
  readonly sentence: (rows: number) => string
}

export interface SchemaPlan {
  readonly catalogue: Catalogue
  /** What changes, for people. */
  readonly changes: readonly string[]
  /** Asked before anything is changed. */
  readonly before: readonly Check[]
  readonly statements: readonly string[]
  /** Fields whose values must be worked out for the rows that are there. */
  readonly fill: readonly { readonly entity: string; readonly field: string }[]
  /** Asked when values are filled in. */
  readonly after: readonly Check[]
  /** Run last: columns in which nothing empty may lie. */
  readonly last: readonly string[]
}

export function planSchema(present: Catalogue, model: Model): SchemaPlan {
  const plan = new Planning(present, model)
  plan.entities()
  return plan.result()
}

class Planning {
  private readonly present: Catalogue
  private readonly model: Model
  private readonly nextEntities: EntityEntry[] = []
  private readonly nextFields: FieldEntry[] = []
  private readonly numbers = new Map<string, number>()
  private readonly changes: string[] = []
  private readonly before: Check[] = []
  private readonly statements: string[] = []
  private readonly fill: { entity: string; field: string }[] = []
  private readonly after: Check[] = []
  private readonly last: string[] = []
  private freeEntity: number
  private freeField: number

  constructor(present: Catalogue, model: Model) {
    this.present = present
    this.model = model
    this.freeEntity = Math.max(0, ...present.entities.map((entity) => entity.number)) + 1
    this.freeField = Math.max(0, ...present.fields.map((field) => field.number)) + 1
  }

  result(): SchemaPlan {
    const catalogue = { entities: this.nextEntities, fields: this.nextFields }
    const { changes, before, statements, fill, after, last } = this
    return { catalogue, changes, before, statements, fill, after, last }
  }

  entities(): void {
    const old = new Map(this.present.entities.filter((entity) => entity.present).map((entity) => [entity.name, entity]))
    const kept = new Map<string, EntityEntry>()
    for (const [name, entity] of this.model.entities) {
      const known = old.get(name) ?? renamed(entity.was, old, this.model.entities)
      if (known) kept.set(name, known)
      this.numbers.set(name, known?.number ?? this.freeEntity++)
    }
    for (const entity of this.present.entities) {
      const stays = [...kept.values()].includes(entity)
      if (!stays) this.nextEntities.push({ ...entity, present: false })
      if (entity.present && !stays) this.removeEntity(entity)
    }
    for (const [name, entity] of this.model.entities) {
      const known = kept.get(name)
      const number = this.numbers.get(name) ?? 0
      this.nextEntities.push({ number, name, present: true })
      if (!known) this.createEntity(name, number)
      else if (known.name !== name) this.changes.push(`${known.name} is now called ${name}.`)
      this.fieldsOf(name, entity, number, known !== undefined)
    }
  }

  private createEntity(name: string, number: number): void {
    this.changes.push(`${name} is new.`)
    // The alphabet of ids is narrow, so that an id can stand in JSON text as it is.
    this.statements.push(
      `CREATE TABLE ${tableName(number)} (row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE CHECK (id <> '' AND NOT id GLOB '*[^-0-9A-Za-z_]*'), version INTEGER NOT NULL, trashed_at TEXT, trashed_with TEXT) STRICT`,
    )
  }

  private removeEntity(entity: EntityEntry): void {
    const fields = this.present.fields.filter((field) => field.entity === entity.number)
    this.before.push({
      sql: `SELECT id FROM ${tableName(entity.number)}`,
      sentence: (rows) =>
        `${entity.name} is no longer in the document, and ${count(rows, 'record')} of it would be lost.`,
    })
    this.changes.push(`${entity.name} is removed; there was no record of it.`)
    this.nextFields.push(...fields.map((field) => ({ ...field, present: false })))
    // The table stays, empty: others may have relations to it that are removed in the same step.
    for (const field of fields)
      if (field.present && field.shape.column.form === 'set')
        this.statements.push(`DROP TABLE ${pairsName(field.number)}`)
  }

  private fieldsOf(name: string, entity: Entity, number: number, existed: boolean): void {
    const old = new Map(
      this.present.fields
        .filter((field) => field.entity === number && field.present)
        .map((field) => [field.name, field]),
    )
    const stored = new Map(
      [...entity.fields].filter(([field, { computed: _ }]) => !isFixed(field)).filter(([, field]) => isStored(field)),
    )
    const kept = new Set<number>()
    for (const [fieldName, field] of stored) {
      const known = old.get(fieldName) ?? renamed(field.was, old, stored)
      if (known) kept.add(known.number)
      this.field(name, number, fieldName, field, known, existed)
    }
    for (const field of this.present.fields) {
      if (field.entity !== number || kept.has(field.number)) continue
      this.nextFields.push({ ...field, present: false })
      if (field.present) this.removeField(name, field)
    }
  }

  private field(
    entity: string,
    number: number,
    name: string,
    field: Field,
    known: FieldEntry | undefined,
    existed: boolean,
  ): void {
    const shape = formOf(field, (target) => this.numbers.get(target))
    if (!known) return this.addField(entity, number, name, field, shape, existed)
    if (known.name !== name) this.changes.push(`${entity}.${known.name} is now called ${name}.`)
    if (!isSameForm(known.shape, shape)) return this.convertField(entity, number, name, field, known, shape)
    this.nextFields.push({ ...known, name, shape })
    this.checkWords(entity, number, name, known, shape)
    const column = columnName(known.number)
    if (shape.computed !== undefined && shape.computed !== known.shape.computed) {
      this.changes.push(`${entity}.${name} is worked out anew.`)
      this.fill.push({ entity, field: name })
    }
    if (shape.required && !known.shape.required) this.require(entity, number, name, field, column)
    if (!shape.required && known.shape.required) {
      this.changes.push(`${entity}.${name} may be empty.`)
      this.statements.push(`ALTER TABLE ${tableName(number)} ALTER COLUMN ${column} DROP NOT NULL`)
    }
  }

  private addField(
    entity: string,
    number: number,
    name: string,
    field: Field,
    shape: FieldForm,
    existed: boolean,
  ): void {
    const fieldNumber = this.freeField++
    this.nextFields.push({ number: fieldNumber, entity: number, name, shape, present: true })
    if (existed) this.changes.push(`${entity}.${name} is new.`)
    this.createColumn(number, fieldNumber, shape)
    if (shape.column.form === 'set') return
    if (existed && (field.computed || field.default || field.type.kind === 'sequence'))
      this.fill.push({ entity, field: name })
    if (shape.required) this.require(entity, number, name, field, columnName(fieldNumber))
  }

  private createColumn(entity: number, field: number, shape: FieldForm): void {
    const table = tableName(entity)
    if (shape.column.form === 'set') {
      const target = shape.target === undefined ? '' : ` REFERENCES ${tableName(shape.target)} (id)`
      this.statements.push(
        `CREATE TABLE ${pairsName(field)} (source TEXT NOT NULL REFERENCES ${table} (id) ON DELETE CASCADE, target TEXT NOT NULL${target}, position INTEGER NOT NULL, PRIMARY KEY (source, position)) STRICT, WITHOUT ROWID`,
      )
      return
    }
    const column = columnName(field)
    const check =
      shape.column.form === 'boolean'
        ? ` CHECK (${column} IN (0, 1))`
        : shape.column.form === 'json'
          ? ` CHECK (json_valid(${column}))`
          : ''
    const target = shape.target === undefined ? '' : ` REFERENCES ${tableName(shape.target)} (id)`
    this.statements.push(`ALTER TABLE ${table} ADD COLUMN ${column} ${shape.column.kind}${check}${target}`)
  }

  private removeField(entity: string, field: FieldEntry): void {
    const isComputed = field.shape.computed !== undefined
    if (!isComputed) {
      this.before.push({
        sql: `SELECT id FROM ${tableName(field.entity)} WHERE ${hasValue(field)}`,
        sentence: (rows) =>
          `${entity}.${field.name} is no longer in the document, and its value in ${count(rows, 'record')} would be lost.`,
      })
    }
    this.changes.push(`${entity}.${field.name} is removed${isComputed ? '' : '; no record had a value in it'}.`)
    this.dropColumn(field)
  }

  private dropColumn(field: FieldEntry): void {
    if (field.shape.column.form === 'set') this.statements.push(`DROP TABLE ${pairsName(field.number)}`)
    else this.statements.push(`ALTER TABLE ${tableName(field.entity)} DROP COLUMN ${columnName(field.number)}`)
  }

  /** Another kind of column: the values move where each of them has exactly one new form. */
  private convertField(
    entity: string,
    number: number,
    name: string,
    field: Field,
    known: FieldEntry,
    shape: FieldForm,
  ): void {
    const fieldNumber = this.freeField++
    this.nextFields.push(
      { ...known, present: false },
      { number: fieldNumber, entity: number, name, shape, present: true },
    )
    this.changes.push(`${entity}.${name} has another type.`)
    this.createColumn(number, fieldNumber, shape)
    if (shape.computed !== undefined) this.fill.push({ entity, field: name })
    else {
      const conversion = conversionOf(known, shape)
      const lost = conversion?.lost === undefined ? hasValue(known) : conversion.lost
      if (!conversion || conversion.lost !== undefined) {
        this.before.push({
          sql: `SELECT id FROM ${tableName(number)} WHERE ${lost}`,
          sentence: (rows) =>
            `${entity}.${name} has another type, and its value in ${count(rows, 'record')} would be lost.`,
        })
      }
      if (conversion) this.statements.push(conversion.statement(tableName(number), fieldNumber))
      if (shape.required) this.require(entity, number, name, field, columnName(fieldNumber))
    }
    this.dropColumn(known)
  }

  private checkWords(entity: string, number: number, name: string, known: FieldEntry, shape: FieldForm): void {
    if (!shape.words) return
    const list = shape.words.map(quote).join(', ')
    const column = columnName(known.number)
    const isSame = known.shape.words?.join('\n') === shape.words.join('\n')
    if (isSame) return
    this.changes.push(`${entity}.${name} has other words.`)
    const condition =
      shape.column.form === 'json'
        ? `EXISTS (SELECT 1 FROM json_each(${column}) WHERE value NOT IN (${list}))`
        : `${column} NOT IN (${list})`
    const gone = known.shape.words?.filter((word) => !shape.words?.includes(word)) ?? []
    if (known.shape.words && gone.length === 0) return
    this.before.push({
      sql: `SELECT id FROM ${tableName(number)} WHERE ${condition}`,
      sentence: (rows) =>
        `${entity}.${name} ${gone.length > 0 ? `has no longer ${gone.join(', ')}` : 'takes only certain words'}, but ${count(rows, 'record')} ${rows === 1 ? 'holds' : 'hold'} what is not among its words.`,
    })
  }

  private require(entity: string, number: number, name: string, field: Field, column: string): void {
    if (field.default && !this.fill.some((entry) => entry.entity === entity && entry.field === name))
      this.fill.push({ entity, field: name })
    this.after.push({
      sql: `SELECT id FROM ${tableName(number)} WHERE ${column} IS NULL`,
      sentence: (rows) =>
        `${entity}.${name} is required, and ${count(rows, 'record')} ${rows === 1 ? 'has' : 'have'} no value in it and ${rows === 1 ? 'gets' : 'get'} none by default.`,
    })
    this.last.push(`ALTER TABLE ${tableName(number)} ALTER COLUMN ${column} SET NOT NULL`)
  }
}

/** What `was` names, unless that name is in use. */
function renamed<T>(
  was: string | undefined,
  old: ReadonlyMap<string, T>,
  next: ReadonlyMap<string, unknown>,
): T | undefined {
  return was === undefined || next.has(was) ? undefined : old.get(was)
}

function count(rows: number, noun: string): string {
  return `${rows} ${noun}${rows === 1 ? '' : 's'}`
}
