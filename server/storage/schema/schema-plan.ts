// Plans the schema changes from the present catalogue to a model; pure, without I/O.
import { isSequence } from '#shared/fields/sequence.ts'
import type { Entity, Field, Model } from '#shared/model/model.ts'
import { TEXT } from '#shared/expressions/type-rules.ts'
import { columnName, formOf, isFixed, isStored, pairsName, tableName } from './catalogue.ts'
import type { Catalogue, EntityEntry, FieldEntry, FieldForm } from './catalogue.ts'
import { canConvert, isSameForm } from './convert-values.ts'
import type { Conversion } from './convert-values.ts'
import { aboutField, hasValue } from './migration-conflicts.ts'
import type { RowCheck, ValueCheck } from './migration-conflicts.ts'
import { createPlanNames, deletedName, formerLabel } from './plan-names.ts'
import type { PlannedPublication, PlanNames } from './plan-names.ts'
import type { PlanSentenceName } from './plan-sentences.ts'
import { quoteIdentifier } from '../sort-keys.ts'
import { sql } from '../sql.ts'
import type { StorageDialect } from '../storage-dialect.ts'

export interface SchemaPlan {
  readonly catalogue: Catalogue
  /** Changes of the schema, in words for people. */
  readonly changes: readonly string[]
  /** Asked before anything is changed. */
  readonly before: readonly (RowCheck | ValueCheck)[]
  readonly statements: readonly string[]
  /** Values that move into another column. */
  readonly conversions: readonly Conversion[]
  /** Columns that are empty by then, or may be deleted with their values. */
  readonly drops: readonly string[]
  /** Fields whose values must be worked out for the rows that are there. */
  readonly fill: readonly { readonly entity: string; readonly field: string }[]
  /** Asked when values are filled in. */
  readonly after: readonly RowCheck[]
  /** Run last: columns in which nothing empty may lie. */
  readonly last: readonly string[]
}

export function planSchema(
  present: Catalogue,
  model: Model,
  dialect: StorageDialect,
  publication: PlannedPublication = {},
): SchemaPlan {
  const plan = new SchemaPlanner(present, model, dialect, publication)
  plan.entities()
  return plan.result()
}

class SchemaPlanner {
  private readonly present: Catalogue
  private readonly model: Model
  private readonly dialect: StorageDialect
  private readonly names: PlanNames
  private readonly deletes: ReadonlySet<string>
  private readonly nextEntities: EntityEntry[] = []
  private readonly nextFields: FieldEntry[] = []
  private readonly numbers = new Map<string, number>()
  private readonly changes: string[] = []
  private readonly before: (RowCheck | ValueCheck)[] = []
  /** Statements that create tables: before all others, which may refer to any of them. */
  private readonly tables: string[] = []
  private readonly statements: string[] = []
  private readonly conversions: Conversion[] = []
  private readonly drops: string[] = []
  private readonly deletions: string[] = []
  private readonly fill: { entity: string; field: string }[] = []
  private readonly after: RowCheck[] = []
  private readonly last: string[] = []
  private freeEntity: number
  private freeField: number

  constructor(present: Catalogue, model: Model, dialect: StorageDialect, { deletes, former }: PlannedPublication) {
    this.present = present
    this.model = model
    this.dialect = dialect
    this.names = createPlanNames(model, former)
    this.deletes = new Set(deletes)
    this.freeEntity = Math.max(0, ...present.entities.map((entity) => entity.number)) + 1
    this.freeField = Math.max(0, ...present.fields.map((field) => field.number)) + 1
  }

  result(): SchemaPlan {
    const catalogue = { entities: this.nextEntities, fields: this.nextFields }
    const { changes, before, conversions, fill, after, last } = this
    const statements = [...this.tables, ...this.statements]
    const drops = [...this.drops, ...this.deletions]
    return { catalogue, changes, before, statements, conversions, drops, fill, after, last }
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
      else if (known.name !== name)
        this.note('renamed', { what: formerLabel(known.name), name: this.names.calledEntity(name) })
      if (known && entity.onlyOne) this.keepSingle(name, entity, number)
      this.fieldsOf(name, entity, number, known !== undefined)
    }
  }

  private note(sentence: PlanSentenceName, values: { readonly [hole: string]: string }): void {
    this.changes.push(this.names.say(sentence, values))
  }

  private createEntity(name: string, number: number): void {
    this.note('new', { what: this.names.calledEntity(name) })
    this.tables.push(this.dialect.tables.createTable(tableName(number)))
  }

  private keepSingle(name: string, entity: Entity, number: number): void {
    const live = 'trashed_at IS NULL'
    this.before.push({
      entity: number,
      where: `${live} AND row > (SELECT min(row) FROM ${tableName(number)} WHERE ${live})`,
      line: entity.cite.line,
      sentence: (rows) => this.names.say('only one record', { what: this.names.calledEntity(name) }, rows),
    })
  }

  private removeEntity(entity: EntityEntry): void {
    const fields = this.present.fields.filter((field) => field.entity === entity.number)
    this.before.push({
      entity: entity.number,
      where: 'TRUE',
      deletes: entity.name,
      sentence: (rows) => this.names.say('records would be lost', { what: formerLabel(entity.name) }, rows),
    })
    const isDeleted = this.deletes.has(entity.name)
    this.note(isDeleted ? 'removed with records' : 'removed without records', { what: formerLabel(entity.name) })
    this.nextFields.push(...fields.map((field) => ({ ...field, present: false })))
    // The table stays, empty: others may have relations to it that are removed in the same step.
    for (const field of fields)
      if (field.present && field.shape.column.form === 'set')
        this.statements.push(`DROP TABLE ${pairsName(field.number)}`)
    if (!isDeleted) return
    // Relations between what is deleted would hold the rows.
    for (const field of fields)
      if (field.present && field.shape.column.form !== 'set' && field.shape.target !== undefined) this.dropColumn(field)
    this.deletions.push(`DELETE FROM ${tableName(entity.number)}`)
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
    const isAnew = this.fill.some((entry) => entry.entity === name && stored.get(entry.field)?.computed)
    if (isAnew || this.conversions.some(({ to }) => to.entity === number)) this.workOutAnew(name, stored)
    for (const field of this.present.fields) {
      if (field.entity !== number || kept.has(field.number)) continue
      this.nextFields.push({ ...field, present: false })
      if (field.present) this.removeField(name, entity, field)
    }
  }

  /**
   * Computes stored fields anew, because a value that they are computed from has another form now, or is itself
   * computed anew, and so their results may differ.
   */
  private workOutAnew(entity: string, stored: ReadonlyMap<string, Field>): void {
    for (const [field, { computed }] of stored)
      if (computed && !this.fill.some((entry) => entry.entity === entity && entry.field === field))
        this.fill.push({ entity, field })
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
    if (known.name !== name)
      this.note('renamed', { what: this.names.called(entity, known.name), name: this.names.labelOf(entity, name) })
    if (!isSameForm(known.shape, shape)) return this.convertField(entity, number, name, field, known, shape)
    const next = { ...known, name, shape }
    this.nextFields.push(next)
    this.checkWords(entity, number, name, field, known, shape)
    const column = columnName(known.number)
    const what = this.names.called(entity, name)
    if (shape.computed !== undefined && shape.computed !== known.shape.computed) {
      this.note('worked out anew', { what })
      this.fill.push({ entity, field: name })
      if (known.shape.computed === undefined)
        this.lose(entity, (rows) => this.names.say('worked out, would be lost', { what }, rows), field, known)
    }
    if (!field.standard && shape.takes !== undefined && shape.takes !== known.shape.takes)
      this.checkValues(entity, name, field, known, shape)
    if (isPromised(shape) && !isPromised(known.shape)) this.require(entity, name, field, next)
    if (!shape.required && known.shape.required) {
      this.note('may be empty', { what })
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
    if (existed) this.note('new', { what: this.names.called(entity, name) })
    this.createColumn(number, fieldNumber, shape)
    const isGiven = field.computed ?? field.default ?? (field.workflow || isSequence(field.type))
    if (existed && shape.column.form !== 'set' && isGiven) this.fill.push({ entity, field: name })
    if (isPromised(shape))
      this.require(entity, name, field, { number: fieldNumber, entity: number, name, shape, present: true })
  }

  /** The column stays; what lies in it must fit all the same. */
  private checkValues(entity: string, name: string, field: Field, known: FieldEntry, shape: FieldForm): void {
    if (isSequence(field.type)) this.fill.push({ entity, field: name })
    if (known.shape.takes !== undefined) this.note('takes other values', { what: this.names.called(entity, name) })
    // Words are looked at by themselves, and the entity of a relation has nothing to do with its type.
    const isCounted = field.limits.atMost ?? field.limits.min ?? field.limits.max
    if (shape.words !== undefined || shape.family === 'relation') if (isCounted === undefined) return
    this.before.push({
      ...aboutField(known, field),
      known,
      to: field,
      language: this.model.settings.language,
      sentence: (rows) => this.names.sayDisallowed(entity, name, rows),
    })
  }

  private lose(entity: string, sentence: (rows: number) => string, field: Field, known: FieldEntry): void {
    this.before.push({
      ...aboutField(known, field),
      where: hasValue(known),
      deletes: deletedName(entity, known),
      sentence,
    })
  }

  private createColumn(entity: number, field: number, shape: FieldForm): void {
    const table = tableName(entity)
    if (shape.column.form === 'set') {
      const targets = shape.target === undefined ? undefined : tableName(shape.target)
      this.statements.push(this.dialect.tables.createPairs(pairsName(field), table, targets))
      return
    }
    const column = columnName(field)
    const type = this.dialect.tables.column(column, shape.column)
    const target = shape.target === undefined ? '' : ` REFERENCES ${tableName(shape.target)} (id)`
    this.statements.push(`ALTER TABLE ${table} ADD COLUMN ${column} ${type}${target}`)
  }

  private removeField(entity: string, declared: Entity, field: FieldEntry): void {
    const isComputed = field.shape.computed !== undefined
    const what = this.names.called(entity, field.name)
    if (!isComputed) {
      this.before.push({
        entity: field.entity,
        where: hasValue(field),
        shown: field,
        line: declared.cite.line,
        deletes: deletedName(entity, field),
        sentence: (rows) => this.names.say('values would be lost', { what }, rows),
      })
    }
    const isDeleted = this.deletes.has(deletedName(entity, field))
    const values = isDeleted ? 'removed with values' : 'removed without values'
    this.note(isComputed ? 'removed' : values, { what })
    this.dropColumn(field)
  }

  private dropColumn(field: FieldEntry): void {
    if (field.shape.column.form === 'set') this.drops.push(`DROP TABLE ${pairsName(field.number)}`)
    else this.drops.push(`ALTER TABLE ${tableName(field.entity)} DROP COLUMN ${columnName(field.number)}`)
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
    const next: FieldEntry = { number: this.freeField++, entity: number, name, shape, present: true }
    this.nextFields.push({ ...known, present: false }, next)
    const what = this.names.called(entity, name)
    this.note('another type', { what })
    this.createColumn(number, next.number, shape)
    const sentence = (rows: number): string => this.names.say('another type, would be lost', { what }, rows)
    if (shape.computed !== undefined) {
      this.fill.push({ entity, field: name })
      if (known.shape.computed === undefined) this.lose(entity, sentence, field, known)
    } else if (!canConvert(known.shape, shape)) this.lose(entity, sentence, field, known)
    else {
      if (shape.family !== 'relation') {
        this.before.push({
          ...aboutField(known, field),
          known,
          to: field,
          language: this.model.settings.language,
          deletes: deletedName(entity, known),
          sentence,
        })
      }
      const deletesUnfit = this.deletes.has(deletedName(entity, known))
      this.conversions.push({ from: known, to: next, field, deletesUnfit })
    }
    if (isSequence(field.type)) {
      this.statements.push(`UPDATE sequence SET field = ${next.number} WHERE field = ${known.number}`)
      this.fill.push({ entity, field: name })
    }
    if (isPromised(shape)) this.require(entity, name, field, next)
    this.dropColumn(known)
  }

  private checkWords(
    entity: string,
    number: number,
    name: string,
    field: Field,
    known: FieldEntry,
    shape: FieldForm,
  ): void {
    if (!shape.words) return
    const list = shape.words.map(quoteIdentifier).join(', ')
    const column = columnName(known.number)
    const isSame = known.shape.words?.join('\n') === shape.words.join('\n')
    if (isSame) return
    this.changes.push(this.names.sayChoicesChanged(entity, name, known.shape.words ?? [], shape.words))
    const condition = shape.column.form === 'json' ? this.hasOtherThan(column, list) : `${column} NOT IN (${list})`
    const gone = known.shape.words?.filter((word) => !shape.words?.includes(word)) ?? []
    if (known.shape.words && gone.length === 0) return
    this.before.push({
      ...aboutField({ ...known, entity: number }, field),
      where: condition,
      sentence: (rows) => this.names.sayOtherChoice(entity, name, gone, rows),
    })
  }

  /** Does a list have an element that is not among the words? */
  private hasOtherThan(column: string, words: string): string {
    const list = this.dialect.stored(sql.raw(column), { kind: 'list', of: TEXT })
    const { from, value } = this.dialect.elements(list, TEXT, 'element')
    return sql`EXISTS (SELECT 1 FROM ${from} WHERE ${value} NOT IN (${sql.raw(words)}))`.compile().sql
  }

  private require(entity: string, name: string, field: Field, next: FieldEntry): void {
    const isGiven = field.default !== undefined || field.workflow
    if (isGiven && !this.fill.some((entry) => entry.entity === entity && entry.field === name))
      this.fill.push({ entity, field: name })
    this.after.push({
      entity: next.entity,
      where: `NOT (${hasValue(next)})`,
      line: field.cite.line,
      sentence: (rows) => this.names.say('required', { what: this.names.called(entity, name) }, rows),
    })
    if (next.shape.required)
      this.last.push(`ALTER TABLE ${tableName(next.entity)} ALTER COLUMN ${columnName(next.number)} SET NOT NULL`)
  }
}

function isPromised(shape: FieldForm): boolean {
  return shape.required || shape.wanted === true
}

/** Finds the old entry that `was` names, unless that name is in use. */
function renamed<T>(
  was: string | undefined,
  old: ReadonlyMap<string, T>,
  next: ReadonlyMap<string, unknown>,
): T | undefined {
  return was === undefined || next.has(was) ? undefined : old.get(was)
}
