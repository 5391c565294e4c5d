// Evaluates the title of a record from its loaded fields.
import { evaluate } from '../expressions/evaluate.ts'
import type { Node } from '../expressions/node.ts'
import { childrenOf } from '../expressions/walk.ts'
import { fieldType } from '../fields/registry.ts'
import type { FieldKind } from '../fields/field-type.ts'
import type { Entity, Model } from '../model/model.ts'
import type { ExpandedRecord } from './expanded-record.ts'
import { collapseRecord, recordsWithin } from './expanded-record.ts'

/** Longer ones say no more among others. */
const MOST_LETTERS = 120

/** The title as people read it: its computed fields are fields, which they may know or not. */
export function titleToRead({ title }: Pick<Entity, 'title'>): Node {
  return title.asked ?? title.tree
}

/** The title in one line; where it is not knowable, the first text that is, or the entity's name. `most`: letters of it. */
export function titleOf(model: Model, entityName: string, record: ExpandedRecord, most = MOST_LETTERS): string {
  const entity = model.entities.get(entityName)
  if (!entity) return record.id
  const title = nameOfRecord(model, entity, record)
  return title === undefined ? entity.name.label : oneLine(title, most)
}

/**
 * The title with all of its letters; where the record does not tell it, the first text that names it, as pages show it. `readable`:
 * fields that the reader may read in some records.
 */
export function nameOfRecord(
  model: Model,
  entity: Entity,
  record: ExpandedRecord,
  readable: Pick<ReadonlySet<string>, 'has'> = entity.fields,
): string | undefined {
  return wholeTitleOf(model, entity, record) ?? namingTextOf(entity, record, readable)
}

/** The title as it is written; undefined where the record does not tell it. */
function wholeTitleOf(model: Model, entity: Entity, record: ExpandedRecord): string | undefined {
  const known = recordsWithin(record)
  const tree = titleToRead(entity)
  const value = evaluate(tree, {
    this: collapseRecord(record),
    me: null,
    now: '1970-01-01T00:00:00.000Z',
    timeZone: model.settings.timeZone,
    limits: {},
    ...(readsSets(tree) ? {} : { records: { record: (_entity, id) => known.get(id), all: () => [] } }),
  })
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The title of a record that its reader knows in part: the same in lists, pickers, on pages and in notices. `readable`: fields that they may read in some records. */
export function partlyReadTitleOf(entity: Entity, record: ExpandedRecord, readable: ReadonlySet<string>): string {
  const text = namingTextOf(entity, record, readable)
  return text === undefined ? entity.name.label : oneLine(text, MOST_LETTERS)
}

/** The first short text that stands in for the title: of those that it is made of, where it is made of nothing else. */
function namingTextOf(
  entity: Entity,
  record: ExpandedRecord,
  readable: Pick<ReadonlySet<string>, 'has'> = entity.fields,
): string | undefined {
  const own = plainFields(entity, readable)
  for (const name of ['name', 'title', ...entity.fields.keys()]) {
    const field = entity.fields.get(name)
    const found = record[name]
    if (!field || field.standard || !isShortName(field.type.kind) || (own && !own.includes(name))) continue
    if (typeof found === 'string' && found !== '') return found
  }
  return undefined
}

/** Does the title need no other record than its own? */
export function isTitleOwn(model: Model, entityName: string): boolean {
  const entity = model.entities.get(entityName)
  const tree = entity && titleToRead(entity)
  return tree !== undefined && !readsSets(tree) && !walksRelations(tree)
}

function walksRelations(node: Node): boolean {
  return (node.kind === 'field' && node.record.kind !== 'this') || childrenOf(node).some(walksRelations)
}

/** Sets are not at hand here: nothing is said of them rather than something wrong. */
function readsSets(node: Node): boolean {
  return ['records', 'reverse', 'line'].includes(node.kind) || childrenOf(node).some(readsSets)
}

function oneLine(text: string, most: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > most ? `${line.slice(0, most - 1)}…` : line
}

/**
 * Lists the fields that the title is made of. If not all of them can be known here, the list also has the short texts
 * that may replace the title.
 */
export function titleFields(entity: Entity, readable: ReadonlySet<string>): readonly string[] {
  const plain = plainFields(entity, readable)
  if (plain) return plain
  const texts = [...entity.fields.values()].filter(({ type }) => isShortName(type.kind))
  return [...ownFields(titleToRead(entity)), ...texts.map((field) => field.name.identifier)]
}

/** Lists the fields that the title is made of, where it is made of nothing else and all of them can be known; else undefined. */
function plainFields(entity: Entity, readable: Pick<ReadonlySet<string>, 'has'>): readonly string[] | undefined {
  const own = [...ownFields(titleToRead(entity))]
  const isPlain = own.every((name) => readable.has(name) && entity.fields.get(name)?.type.kind !== 'relation')
  return isPlain && own.length > 0 ? own : undefined
}

function isShortName(kind: FieldKind): boolean {
  const { naming, paragraph } = fieldType(kind)
  return naming !== undefined && naming !== 'marked' && !paragraph
}

function ownFields(node: Node): ReadonlySet<string> {
  if (node.kind === 'field' && node.record.kind === 'this') return new Set([node.field])
  return new Set(childrenOf(node).flatMap((child) => [...ownFields(child)]))
}
