// Declares the view of a field type: how it is shown, and what an editor is given.
import type { ComponentType } from 'react'
import type { FieldType, Name } from '#shared/model/model.ts'

/** A field of an entity, or an input of a transition: as much of it as showing and editing need. */
export interface ViewedField {
  readonly name: Name
  readonly type: FieldType
  readonly workflow?: boolean
  readonly meaning?: string
  /** A rule keeps its day from lying in the future. */
  readonly isPast?: true
  readonly limits?: {
    readonly min?: number | string
    readonly max?: number | string
    readonly pattern?: string
    readonly atMost?: number
    readonly eachSize?: number
    readonly types?: readonly string[]
  }
}

export interface ShowProps {
  /** Never empty. In JSON form; an expanded relation is the related record. */
  readonly value: unknown
  readonly field: ViewedField
  /** `compact` shortens the value for a row of a table. */
  readonly compact: boolean
  /** When a moment is, rather than how far away. */
  readonly exact?: boolean | undefined
}

export interface EditProps {
  readonly id: string
  readonly label: string
  readonly description?: string | undefined
  readonly required: boolean
  /** Value in JSON form, or null. */
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  readonly error?: string | undefined
  readonly field: ViewedField
  /** Filter of the records that may be chosen for a relation. */
  readonly choices?: string | undefined
  /** `compact` fits the editor into a cell of a grid: one line, and nothing beside it. */
  readonly compact?: boolean
}

export interface FieldView {
  readonly Show: ComponentType<ShowProps>
  /** This version can't edit such fields: `fieldEditor` has nothing for them. */
  readonly closed?: boolean
  /** Needs a paragraph rather than a line. */
  readonly long?: boolean
  /** Stands at the right of a column, digits below digits. */
  readonly numeric?: boolean
  /** A part of it says something else: its column is never narrower. What is numeric is whole, too. */
  readonly whole?: boolean
  /** Its column shares the width that the others leave, as those of paragraphs do. */
  readonly growing?: boolean
  /** Width of the column in pixels, where the document names none. */
  readonly columnWidth?: number
  /** Least width of the column in pixels, where a list has little room. */
  readonly leastWidth?: number
  /** Pixels that the column can use beyond its width, where there is room. */
  readonly moreWidth?: number
  /** Computes the width of the column in place of `columnWidth`, where the type determines it more exactly. */
  readonly widthOf?: (type: FieldType) => number | undefined
  /** Takes a whole line of a form, as paragraphs do. */
  readonly wide?: boolean
  /** Stands in a form as a box to tick. */
  readonly tick?: boolean
}
