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
  /** In a row of a table: short. */
  readonly compact: boolean
  /** When a moment is, rather than how far away. */
  readonly exact?: boolean | undefined
}

export interface EditProps {
  readonly id: string
  readonly label: string
  readonly description?: string | undefined
  readonly required: boolean
  /** In JSON form, or null. */
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  readonly error?: string | undefined
  readonly field: ViewedField
  /** Of a relation: a filter of the records that may be chosen. */
  readonly choices?: string | undefined
  /** In a cell of a grid: one line, and nothing beside it. */
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
  /** Of its column, in pixels, where the document names none. */
  readonly columnWidth?: number
  /** Where a list has little room. */
  readonly leastWidth?: number
  /** What it can use beyond its width where there is room. */
  readonly moreWidth?: number
  /** In its place, where the type says more. */
  readonly widthOf?: (type: FieldType) => number | undefined
  /** Takes a whole line of a form, as paragraphs do. */
  readonly wide?: boolean
  /** Stands in a form as a box to tick. */
  readonly tick?: boolean
}
