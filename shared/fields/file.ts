// Defines files and images: references to what was uploaded, and what a field takes of them.
import type { CoercionResult, FieldShape, FieldTypeDefinition, ValueProblem } from './field-type.ts'
import { compareText, refuseValue } from './field-type.ts'
import { byteCount } from '../text/phrase.ts'

/** Path of uploads and downloads, below `/api`. */
export const FILES_PATH = '/system/files'

/** The part of a body of multipart/form-data that holds the file. */
export const FILE_PART = 'file'

/** The value of a field, and of each entry of a field of several. */
export interface FileValue {
  readonly id: string
  readonly name: string
  /** Media type, by content. */
  readonly type: string
  /** Bytes. */
  readonly size: number
  /** Address from which the file is downloaded: "/api/system/files/…". */
  readonly url: string
}

/** The part of a file that decides whether a field accepts it. */
export interface FileToTake extends Pick<FileValue, 'name' | 'type' | 'size'> {
  /** "pdf", by content, or by the name where the content is not known yet. */
  readonly extension: string
}

/** Image types that browsers show without running anything. */
export const IMAGE_TYPES: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
])

/** Widths in pixels of the small pictures that are made: of a mark in a list, and of a card in a gallery. */
export const SMALL_WIDTHS = ['160', '480'] as const

/** Makes the address of a thumbnail of the image. */
export function smallPictureUrl(url: string, width: (typeof SMALL_WIDTHS)[number]): string {
  return `${url}?width=${width}`
}

/** Most bytes of what is known of a file, as JSON: a name has at most 255 characters. */
const MOST_BYTES = 2_000

const NO_FILE = {
  en: 'must be the id of an uploaded file: { "id": "…" }',
  de: 'muss die Kennung einer hochgeladenen Datei sein: { "id": "…" }',
}
/** Answers a file with an empty id, which clients put where an upload is under way. */
const NOT_UPLOADED = {
  en: 'has a file that is not uploaded yet',
  de: 'hat eine Datei, die noch nicht hochgeladen ist',
}
const NO_FILES = {
  en: 'must be a list of uploaded files: [{ "id": "…" }]',
  de: 'muss eine Liste hochgeladener Dateien sein: [{ "id": "…" }]',
}
const NOT_WRITTEN = { en: 'is uploaded, not written', de: 'wird hochgeladen, nicht geschrieben' }
const FILE_TWICE = { en: 'has a file twice', de: 'hat eine Datei doppelt' }
const FILE_TOO_BIG = {
  en: 'takes files up to {most}, and “{name}” is larger',
  de: 'nimmt Dateien bis {most}; „{name}“ ist größer',
}
const WRONG_FILE_TYPE = {
  en: 'takes only {types}, and “{name}” is none of these',
  de: 'nimmt nur {types}; „{name}“ ist nichts davon',
}
const NO_IMAGE = {
  en: 'takes only pictures (PNG, JPEG, GIF, WebP, AVIF), and “{name}” is none',
  de: 'nimmt nur Bilder (PNG, JPEG, GIF, WebP, AVIF); „{name}“ ist keins',
}

export const file: FieldTypeDefinition = {
  family: 'upload',
  holdsFiles: true,
  bulky: 'when many',
  itemBytes: MOST_BYTES,
  valueType: () => ({ kind: 'json', isFile: true }),
  column: () => ({ kind: 'TEXT', form: 'json' }),
  schema: () => FILE_SCHEMA,
  coerce: coerceFile,
  compare: (a, b) => compareText(nameOf(a), nameOf(b)),
  print: nameOf,
  read: () => refuseValue('wrong_type', NOT_WRITTEN),
}

export const files: FieldTypeDefinition = {
  ...file,
  family: 'uploads',
  bounds: 'items',
  many: true,
  valueType: () => ({ kind: 'list', of: { kind: 'json', isFile: true } }),
  schema: () => ({ type: 'array', items: FILE_SCHEMA }),
  coerce(input) {
    if (!Array.isArray(input)) return refuseValue('wrong_type', NO_FILES)
    const values: unknown[] = []
    for (const each of input as readonly unknown[]) {
      const read = coerceFile(each)
      if ('problem' in read) return read.problem.code === 'wrong_type' ? refuseValue('wrong_type', NO_FILES) : read
      values.push(read.value)
    }
    const ids = new Set(values.map((each) => (each as FileValue).id))
    return ids.size < values.length ? refuseValue('doubled', FILE_TWICE) : { value: values }
  },
  compare: (a, b) => compareText(namesOf(a), namesOf(b)),
  print: (value) => listOf(value).map(nameOf).join(', '),
}

export const image: FieldTypeDefinition = { ...file, holdsImages: true, storedAs: 'file', layouts: ['gallery'] }

export const images: FieldTypeDefinition = { ...files, holdsImages: true, storedAs: 'files', layouts: ['gallery'] }

const FILE_SCHEMA = {
  type: 'object',
  required: ['id'],
  properties: {
    id: { type: 'string' },
    name: { type: 'string' },
    type: { type: 'string' },
    size: { type: 'integer' },
    url: { type: 'string' },
  },
}

/** Reads what names a file. Only its id counts; the rest may be sent back as it was read, and is filled in anew. */
function coerceFile(input: unknown): CoercionResult {
  if (!isFileLike(input)) return refuseValue('wrong_type', NO_FILE)
  if (!isUploaded(input)) return refuseValue('not_uploaded', NOT_UPLOADED)
  const { id, name, type, size, url } = input
  return { value: name === undefined ? { id } : { id, name, type, size, url } }
}

function isFileLike(input: unknown): input is Pick<FileValue, 'id'> & Partial<FileValue> {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return false
  return 'id' in input && typeof input.id === 'string' && Object.keys(input).every((name) => MEMBERS.has(name))
}

const MEMBERS: ReadonlySet<string> = new Set(Object.keys(FILE_SCHEMA.properties))

/** False: an upload that is under way stands in its place. */
export function isUploaded({ id }: Pick<FileValue, 'id'>): boolean {
  return id !== ''
}

/** Lists the files in the value of a field, whether it holds one file or several. */
export function filesIn(value: unknown): readonly FileValue[] {
  return listOf(value).filter((each): each is FileValue => isFileLike(each))
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : value === null || value === undefined ? [] : [value]
}

function nameOf(value: unknown): string {
  return isFileLike(value) ? (value.name ?? '') : ''
}

function namesOf(value: unknown): string {
  return listOf(value).map(nameOf).join('\n')
}

/** `mostBytes`: where the field names no size. */
export function brokenFileLimit(
  { name, type, extension, size }: FileToTake,
  { type: { kind }, limits = {} }: FieldShape,
  mostBytes: number,
): ValueProblem | undefined {
  const most = limits.eachSize ?? mostBytes
  if (size > most) return { code: 'too_big', says: FILE_TOO_BIG, values: { name, most: byteCount(most) } }
  const { types } = limits
  if (types !== undefined && !types.some((each) => isSameType(each, extension)))
    return { code: 'wrong_file_type', says: WRONG_FILE_TYPE, values: { name, types: { names: types, by: 'and' } } }
  const isImage = kind === 'image' || kind === 'images'
  return isImage && !IMAGE_TYPES.has(type) ? { code: 'wrong_file_type', says: NO_IMAGE, values: { name } } : undefined
}

/** "pdf" of "Plan.PDF"; "" where the name has none. */
export function extensionOf(name: string): string {
  return /\.([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase() ?? ''
}

function isSameType(wanted: string, extension: string): boolean {
  const of = (word: string): string => SPELLINGS.get(word) ?? word
  return of(wanted.toLowerCase().replace(/^\./, '')) === of(extension)
}

const SPELLINGS: ReadonlyMap<string, string> = new Map([
  ['jpeg', 'jpg'],
  ['tiff', 'tif'],
  ['htm', 'html'],
  ['markdown', 'md'],
  ['mpeg', 'mpg'],
])
