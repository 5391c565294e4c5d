// Writes `was` for an entity or a field that is renamed, so that its data moves along.
import type { Document, Part, Setting, Table } from '../document/document.ts'
import type { DocumentOutline, NamedDefinition } from './outline.ts'
import { lineAround } from './place.ts'
import { barsIn } from '../text/table-row.ts'
import type { TextEdit } from '../text/text-edits.ts'

/** `isPublished`: the data has the name that is given up; otherwise the `was` that stands there already holds. */
export function noteFormerName(
  { document }: DocumentOutline,
  { what, name, span }: NamedDefinition,
  isPublished: boolean,
): readonly TextEdit[] {
  if (!isPublished) return []
  const part = document.sections
    .find(({ point }) => point === 3)
    ?.parts.findLast(({ heading }) => heading.span.start <= span.start)
  if (part === undefined) return []
  if (what === 'entity') return noteEntity(document, part, name)
  return what.startsWith('field of ') ? noteField(document, part, span.start, name) : []
}

function noteEntity({ text }: Document, { heading, blocks }: Part, name: string): readonly TextEdit[] {
  const settings = blocks.flatMap((block) => (block.kind === 'bullets' ? block.entries : []))
  const was = settings.find((entry): entry is Setting => entry.kind === 'setting' && isWas(entry.key.value))
  if (was !== undefined) {
    const { start, end } = lineAround(text, was.span.start)
    const value = /:\s*/.exec(text.slice(start, end))
    return value === null
      ? []
      : [{ span: { start: start + value.index, end: contentEnd(text, end) }, text: `: ${name}` }]
  }
  const last = settings.filter(({ kind }) => kind === 'setting').at(-1)
  const after = last ?? blocks.filter(({ kind }) => kind === 'table').at(-1) ?? heading
  const end = contentEnd(text, lineAround(text, Math.max(after.span.start, after.span.end - 1)).end)
  const ending = text[end] === '\r' ? '\r\n' : '\n'
  return [{ span: { start: end, end }, text: `${last === undefined ? ending : ''}${ending}- was: ${name}` }]
}

/** A table that has no column for it gets one. */
function noteField({ text }: Document, { blocks }: Part, offset: number, name: string): readonly TextEdit[] {
  const table = blocks.find(
    (block): block is Table => block.kind === 'table' && block.span.start <= offset && offset <= block.span.end,
  )
  if (table === undefined) return []
  const columns = table.header.cells.length
  const at = table.header.cells.findIndex(({ text: { value } }) => isWas(value))
  const lines = linesOf(text, table)
  return lines.flatMap(({ start, end }, row): readonly TextEdit[] => {
    const isOwn = start <= offset && offset <= end
    const line = text.slice(start, end)
    const bars = barsIn(line)
    if (at >= 0) {
      if (!isOwn) return []
      const [from, to] = [bars[at], bars[at + 1]]
      if (from !== undefined && to !== undefined)
        return [{ span: { start: start + from + 1, end: start + to }, text: ` ${name} ` }]
    }
    const isClosed = line.trimEnd().endsWith('|')
    const missing = Math.max(0, (at >= 0 ? at : columns) - (bars.length - (isClosed ? 1 : 0)))
    const cell = at >= 0 || row > 1 ? (isOwn ? ` ${name} |` : ' |') : row === 0 ? ' was |' : '---|'
    const close = isClosed ? '' : ' |'
    return [{ span: { start: end, end }, text: `${close}${' |'.repeat(missing)}${cell}` }]
  })
}

function linesOf(text: string, table: Table): readonly { readonly start: number; readonly end: number }[] {
  const lines: { start: number; end: number }[] = []
  for (let at = lineAround(text, table.span.start); at.start < table.span.end; at = lineAround(text, at.end + 1)) {
    lines.push({ start: at.start, end: contentEnd(text, at.end) })
    if (at.end >= text.length) break
  }
  return lines
}

/** Leaves out the first half of CRLF. */
function contentEnd(text: string, end: number): number {
  return text[end - 1] === '\r' ? end - 1 : end
}

function isWas(words: string): boolean {
  return /^(?:was|former name)$/i.test(words.replaceAll(/[*`]/g, '').trim())
}
