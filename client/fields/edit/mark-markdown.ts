// Puts marks of Markdown around a selection, or takes them away again.

export type MarkdownMark = 'bold' | 'italic' | 'link' | 'list' | 'numbers' | 'quote' | 'code'

export interface TextSelection {
  readonly text: string
  readonly start: number
  readonly end: number
}

const AROUND: { readonly [Mark in MarkdownMark]?: string } = { bold: '**', italic: '_', code: '`' }

/** The selection afterwards is what was selected, so that a second mark can follow. */
export function markMarkdown(mark: MarkdownMark, selection: TextSelection): TextSelection {
  const around = AROUND[mark]
  if (around !== undefined) return wrap(selection, around)
  return mark === 'link' ? link(selection) : markLines(selection, mark)
}

function wrap({ text, start, end }: TextSelection, mark: string): TextSelection {
  const { length } = mark
  const isMarked = text.slice(start - length, start) === mark && text.slice(end, end + length) === mark
  if (isMarked)
    return {
      text: text.slice(0, start - length) + text.slice(start, end) + text.slice(end + length),
      start: start - length,
      end: end - length,
    }
  return {
    text: text.slice(0, start) + mark + text.slice(start, end) + mark + text.slice(end),
    start: start + length,
    end: end + length,
  }
}

const ADDRESS = 'https://'

/** The address is selected: it is typed next. */
function link({ text, start, end }: TextSelection): TextSelection {
  const words = text.slice(start, end) || 'link'
  const from = start + words.length + 3
  return {
    text: `${text.slice(0, start)}[${words}](${ADDRESS})${text.slice(end)}`,
    start: from,
    end: from + ADDRESS.length,
  }
}

function markLines({ text, start, end }: TextSelection, mark: MarkdownMark): TextSelection {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const next = text.indexOf('\n', end)
  const to = next === -1 ? text.length : next
  const lines = text.slice(from, to).split('\n')
  const isMarked = lines.every((line) => LINE_MARKS[mark]?.test(line))
  const marked = lines.map((line, at) => {
    if (isMarked) return line.replace(LINE_MARKS[mark] ?? '', '')
    return `${mark === 'numbers' ? `${at + 1}. ` : mark === 'quote' ? '> ' : '- '}${line}`
  })
  const changed = marked.join('\n')
  return { text: text.slice(0, from) + changed + text.slice(to), start: from, end: from + changed.length }
}

const LINE_MARKS: { readonly [Mark in MarkdownMark]?: RegExp } = { list: /^- /, numbers: /^\d+\. /, quote: /^> / }
