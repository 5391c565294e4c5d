// Declares what a diagram is made of, before and after it is laid out.

/** A line of text in a box or at an edge. */
export interface DiagramText {
  readonly text: string
  readonly tone: 'title' | 'plain' | 'quiet'
  /** The line of the document that it leads to. */
  readonly line?: number
  /** Says it whole, where the text is short or cut. */
  readonly whole?: string
}

export interface DiagramNode {
  readonly key: string
  /** `dot`: where new records begin. `any`: stands for all states. `end`: a state in which records rest. */
  readonly shape: 'state' | 'end' | 'any' | 'dot' | 'entity'
  readonly texts: readonly DiagramText[]
}

export interface DiagramEdge {
  readonly key: string
  readonly from: string
  readonly to: string
  readonly texts: readonly DiagramText[]
  /** How many there are at each end: "0..*". */
  readonly ends?: readonly [tail: string, head: string]
  readonly isDashed?: boolean
}

export interface DiagramParts {
  readonly nodes: readonly DiagramNode[]
  readonly edges: readonly DiagramEdge[]
}

export interface Point {
  readonly x: number
  readonly y: number
}

export interface PlacedText extends DiagramText, Point {}

export interface PlacedNode extends Omit<DiagramNode, 'texts'>, Point {
  readonly width: number
  readonly height: number
  readonly texts: readonly PlacedText[]
}

export interface PlacedEdge extends Omit<DiagramEdge, 'texts' | 'ends'> {
  readonly path: string
  readonly arrow: string
  readonly texts: readonly PlacedText[]
  /** The ground of its texts. */
  readonly label?: Point & { readonly width: number; readonly height: number }
  readonly ends: readonly PlacedText[]
}

export interface DiagramLayout {
  readonly width: number
  readonly height: number
  readonly nodes: readonly PlacedNode[]
  readonly edges: readonly PlacedEdge[]
}

/** The width of a text in units of the drawing. */
export type MeasureText = (text: string, tone: DiagramText['tone']) => number

export const FONT_SIZES: { readonly [tone in DiagramText['tone']]: number } = { title: 14, plain: 12.5, quiet: 11.5 }
export const FONT_WEIGHTS: { readonly [tone in DiagramText['tone']]: number } = { title: 600, plain: 500, quiet: 400 }
