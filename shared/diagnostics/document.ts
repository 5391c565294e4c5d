// Lists the messages about a document as Markdown: size, headings and tables.
import { entry } from './entry.ts'

export const tooLarge = entry<{ size: number; most: number }>('document/too-large', 'error', ({ size, most }) => ({
  message: `The document has ${size} characters; at most ${most} are read.`,
  hint: 'sample data and payloads belong beside the document',
}))

export const tooManyLines = entry<{ most: number }>('document/too-many-lines', 'error', ({ most }) => ({
  message: `Beside rows of tables and lines of paragraphs, the document has more than ${most} lines; nothing of it was read.`,
  hint: 'a table says in one row what headings and lists say in many lines; sample data belongs beside the document',
}))

export const tooDeep = entry<{ most: number }>(
  'document/too-deep',
  'error',
  ({ most }) => `Lists and quotations are nested more than ${most} deep here; nothing of the document was read.`,
  'let lists and quotations stand beside one another',
)

export const lineTooLong = entry<{ most: number }>(
  'document/line-too-long',
  'error',
  ({ most }) => `This line has more than ${most} characters; nothing of the document was read.`,
  'part the line',
)

export const notText = entry('document/not-text', 'error', () => ({
  message: 'The document contains a NUL character, which no text has.',
  hint: 'save it as UTF-8 text',
}))

export const noPoints = entry('document/no-points', 'error', () => ({
  message: 'The document has none of the nine points.',
  hint: 'begin with "## 1. What the product does and for whom"; a point of which nothing is known says "not shown."',
}))

export const noTitle = entry('document/no-title', 'warning', () => ({
  message: 'No level-1 heading names the application.',
  hint: 'begin the document with "# Specification: " and the name of the application',
}))

export const secondTitle = entry(
  'document/second-title',
  'warning',
  () => 'A document has one level-1 heading; this one is read as prose.',
  'make it a heading of level 2 or 3',
)

export const headingWithoutPoint = entry<{ heading: string; point?: number | undefined }>(
  'document/heading-without-point',
  'warning',
  ({ heading, point }) => ({
    message: `"${heading}" is none of the points 1 to 9; nothing below it is read.`,
    hint:
      point === undefined
        ? 'a point begins with its number: "## 3. Entities and their fields"'
        : `did you mean "## ${point}. ${heading}"?`,
  }),
)

export const doubledPoint = entry<{ point: number }>(
  'document/duplicate-point',
  'error',
  ({ point }) => `Point ${point} stands here a second time; only the first one is read.`,
  'put what they say under one heading',
)

export const pointOutOfOrder = entry<{ point: number; after: number }>(
  'document/point-out-of-order',
  'warning',
  ({ point, after }) => `Point ${point} stands after point ${after}; the nine points stand in order.`,
)

export const missingPoint = entry<{ point: number; title: string }>(
  'document/missing-point',
  'warning',
  ({ point, title }) => ({
    message: `Point ${point} (${title}) is missing; it counts as not shown.`,
    hint: `add "## ${point}. ${title}" with "not shown." below it`,
  }),
)

export const deepHeading = entry<{ level: number }>(
  'document/deep-heading',
  'warning',
  ({ level }) => `Headings of level ${level} carry no meaning; this one is read as prose.`,
  'write a heading of level 3 or 4',
)

export const headingAboveFirstPoint = entry(
  'document/heading-above-points',
  'warning',
  () => 'A heading above the first point names nothing; it is read as prose.',
  'put it below the heading of a point',
)

export const headingNeedsSpace = entry<{ marks: string }>('document/heading-needs-space', 'warning', ({ marks }) => ({
  message: 'This looks like a heading and is none.',
  hint: `write a space after "${marks}"`,
}))

export const notReadHere = entry<{ what: string; where: string }>(
  'document/not-read-here',
  'warning',
  ({ what, where }) => ({
    message: `${what} in ${where} carries no meaning; it is only shown.`,
    hint: 'what is to be read stands by itself, at the beginning of a line',
  }),
)

export const commentNotClosed = entry('document/comment-not-closed', 'error', () => ({
  message: 'This comment is never closed: nothing from here on is read.',
  hint: 'close it with "-->"',
}))

export const brokenTable = entry<{ why: string }>(
  'document/broken-table',
  'error',
  ({ why }) => `This looks like a table and is none: ${why}.`,
)

export const tooManyCells = entry<{ cells: number; columns: number }>(
  'document/too-many-cells',
  'error',
  ({ cells, columns }) => ({
    message: `This row has ${cells} cells, the table ${columns} ${columns === 1 ? 'column' : 'columns'}.`,
    hint: 'a vertical bar inside a cell is written "\\|"; in expressions "or" says the same as "||"',
  }),
)

export const barInCode = entry('document/bar-in-code', 'error', () => ({
  message: 'A vertical bar divides this piece of code into two cells.',
  hint: 'write it as "\\|"; in expressions "or" says the same as "||"',
}))
