// Declares calls, shapes and outgoing calls of the model.
import type { Expression } from '../../expressions/node.ts'
import type { Type } from '../../expressions/type.ts'
import type { FieldType } from '../../fields/field-type.ts'
import type { EventWord } from '../../points/4-states/declarations.ts'
import type { Citation, Effect, Field, MessageTemplate, Rule, Grantee } from '../model.ts'

export interface DocumentCall {
  readonly method: string
  /** `/api/articles/:slug/favorite` */
  readonly path: string
  readonly does: string
  /** Any of them suffices; empty: nobody. */
  readonly who: readonly Grantee[]
  /** The records that parameters of the path name, outermost first: each must exist for the caller. */
  readonly finds: readonly PathRecord[]
  /** The one of them that is the record at hand (`of Article`), by its name in the steps. */
  readonly of?: string
  readonly takes: readonly CallInput[]
  /** True where members of the body that the call does not take are left unread; otherwise they are refused. */
  readonly ignoresUnknown?: true
  readonly rules: readonly CallRule[]
  readonly steps: readonly Effect[]
  /** Absent: nothing, 204. */
  readonly answer?: {
    readonly status: number
    readonly as: 'json' | 'calendar'
    readonly body?: JsonTemplateNode
  }
  readonly cite: Citation
}

/** `:slug` of `/api/articles/:slug`: the article of which that field has this value, called `article` by the steps. */
export interface PathRecord {
  readonly parameter: string
  readonly entity: string
  readonly field: string
  readonly name: string
  /** Record earlier in the path to which this record must belong: its name, and this record's relation to it. */
  readonly within?: { readonly record: string; readonly field: string }
}

export interface CallInput {
  /** Name of the input in expressions: "article.title" for `input.article.title`. */
  readonly name: string
  /** Name of the input in the HTTP request: a parameter, a header, or the path of a member of the body. */
  readonly written: string
  readonly in: 'path' | 'query' | 'body' | 'header'
  /** Absent where it is not shown. */
  readonly type?: FieldType
  readonly valueType: Type
  /** Must it be sent? */
  readonly required: boolean
  /** May it be sent empty? */
  readonly nullable: boolean
  readonly default?: Field['default']
  readonly cite: Citation
}

/** A rule of point 5 that a call's input has to obey. */
export interface CallRule {
  readonly name: string
  readonly condition: Expression
  readonly otherwise: Rule['otherwise']
  /** Inputs at which people are shown it. */
  readonly on: readonly string[]
  readonly warns: boolean
  /** The name by which a caller confirms it, of a rule that only warns. */
  readonly warning?: string
  readonly cite: Citation
}

/** JSON in which some values are worked out. */
export type JsonTemplateNode =
  | {
      readonly kind: 'object'
      readonly members: readonly { readonly name: string; readonly value: JsonTemplateNode }[]
    }
  | { readonly kind: 'list'; readonly items: readonly JsonTemplateNode[] }
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null }
  | { readonly kind: 'expression'; readonly expression: Expression }

export interface RecordShape {
  readonly name: string
  readonly entity: string
  /** Those of the shape that it is `as` first. */
  readonly entries: readonly { readonly name: string; readonly value: Expression }[]
}

/** A request that is sent after an event. */
export interface OutgoingCall {
  readonly entity: string
  readonly when:
    | { readonly kind: 'transition'; readonly transition: string }
    | { readonly kind: EventWord; readonly field?: string }
  readonly method: string
  readonly url: MessageTemplate
  readonly payload?: Expression
  readonly cite: Citation
}

/** Settings that point 7 gives for all responses. */
export interface CallSettings {
  /** The body of errors; absent: problem details. */
  readonly answers?: JsonTemplateNode
  /** The word before a token: Bearer. */
  readonly token: string
  /** Origins from which browsers may call; `*`: any. */
  readonly cors: readonly string[]
}
