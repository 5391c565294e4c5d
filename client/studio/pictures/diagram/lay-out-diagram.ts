// Lays out boxes and edges in layers, with room for what stands at the edges.
import { Graph, layout } from '@dagrejs/dagre'
import type {
  DiagramEdge,
  DiagramNode,
  DiagramParts,
  DiagramText,
  DiagramLayout,
  MeasureText,
  PlacedEdge,
  PlacedNode,
  PlacedText,
  Point,
} from './drawing.ts'
import { FONT_SIZES } from './drawing.ts'
import type { Area, Route } from './route-edges.ts'
import { drawArrow, drawPath, placeHead, placeTail, routeEdges } from './route-edges.ts'

const LINE_HEIGHTS: { readonly [tone in DiagramText['tone']]: number } = { title: 20, plain: 18, quiet: 16 }
const PADDING = 12
const MARGIN = 16
const DOT = 14
const MOST_WIDTH = 230
/** Room for each edge with numbers at its ends. */
const PORT = 38
const WIDEST = 460

/** Layers stand below each other, so that a narrow window holds them. */
export function layOutDiagram({ nodes, edges }: DiagramParts, measure: MeasureText): DiagramLayout {
  const graph = new Graph({ multigraph: true })
  graph.setGraph({
    rankdir: 'TB',
    nodesep: 28,
    edgesep: 18,
    ranksep: 72,
    marginx: MARGIN,
    marginy: MARGIN,
  })
  const fitted = nodes.map((node) => ({ ...node, texts: node.texts.map((text) => fitText(text, measure)) }))
  for (const node of fitted) {
    const { width, height } = sizeOfNode(node, measure)
    const ends = edges.flatMap((edge) => (edge.ends ? [edge.from, edge.to] : [])).filter((end) => end === node.key)
    const room = Math.min(WIDEST, PORT * ends.length)
    graph.setNode(node.key, { width: Math.max(width, room), height })
  }
  const labelled = edges.map((edge) => ({ ...edge, texts: edge.texts.map((text) => fitText(text, measure)) }))
  for (const edge of labelled) {
    const label = sizeOfTexts(edge.texts, measure)
    graph.setEdge(edge.from, edge.to, { ...label, labelpos: 'c', labeloffset: 0 }, edge.key)
  }
  layout(graph)
  const { width = 0, height = 0 } = graph.graph()
  const placeOf = (key: string): Area => graph.node(key) as Area
  const found = labelled.map((edge): Route => {
    const { points = [], x = 0, y = 0 } = graph.edge({ v: edge.from, w: edge.to, name: edge.key })
    const label = { x, y, ...sizeOfTexts(edge.texts, measure) }
    return { from: placeOf(edge.from), to: placeOf(edge.to), points, label }
  })
  const routes = routeEdges(
    found,
    nodes.map(({ key }) => placeOf(key)),
  )
  return {
    width: Math.ceil(width),
    height: Math.ceil(height),
    nodes: fitted.map((node) => placeNode(node, placeOf(node.key))),
    edges: labelled.map((edge, at) => placeEdge(edge, routes[at] ?? [], found[at]?.label)),
  }
}

function sizeOfNode({ shape, texts }: DiagramNode, measure: MeasureText): Pick<Area, 'width' | 'height'> {
  if (shape === 'dot') return { width: DOT, height: DOT }
  const { width, height } = sizeOfTexts(texts, measure)
  return { width: Math.max(64, width + 2 * PADDING), height: height + PADDING + (texts.length > 1 ? 4 : 0) }
}

function sizeOfTexts(texts: readonly DiagramText[], measure: MeasureText): Pick<Area, 'width' | 'height'> {
  return {
    width: Math.max(0, ...texts.map(({ text, tone }) => Math.ceil(measure(text, tone)))),
    height: texts.reduce((sum, { tone }) => sum + LINE_HEIGHTS[tone], 0),
  }
}

/** A text that is too long is cut; `whole` still says it. */
function fitText<T extends DiagramText>(text: T, measure: MeasureText): T {
  if (measure(text.text, text.tone) <= MOST_WIDTH) return text
  const letters = [...text.text]
  let [low, high] = [0, letters.length]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (measure(`${letters.slice(0, middle).join('')}…`, text.tone) <= MOST_WIDTH) low = middle
    else high = middle - 1
  }
  return { ...text, text: `${letters.slice(0, low).join('').trimEnd()}…`, whole: text.whole ?? text.text }
}

/** The place that dagre gives is the middle. */
function placeNode(node: DiagramNode, { x, y, width, height }: Area): PlacedNode {
  const isList = node.shape === 'entity'
  const top = y - height / 2 + PADDING / 2
  const texts = stack(node.texts, top, isList ? x - width / 2 + PADDING : x)
  // What stands below the title of a box has a line between.
  const spread = texts.map((text, at) => (at === 0 ? text : { ...text, y: text.y + 4 }))
  return { ...node, texts: spread, x: x - width / 2, y: y - height / 2, width, height }
}

/** `y` of a text is its baseline. */
function stack(texts: readonly DiagramText[], top: number, x: number): readonly PlacedText[] {
  let y = top
  return texts.map((text) => {
    const height = LINE_HEIGHTS[text.tone]
    y += height
    return { ...text, x, y: y - height / 2 + FONT_SIZES[text.tone] * 0.36 }
  })
}

function placeEdge(edge: DiagramEdge, points: readonly Point[], middle: Area | undefined): PlacedEdge {
  const { ends, texts, ...rest } = edge
  const { x, y, width, height } = middle ?? { x: 0, y: 0, width: 0, height: 0 }
  const label = { x: x - width / 2 - 3, y: y - height / 2, width: width + 6, height }
  return {
    ...rest,
    path: drawPath(points),
    arrow: drawArrow(points),
    texts: stack(texts, label.y, x),
    ...(texts.length > 0 ? { label } : {}),
    ends: ends ? [placeTail(ends[0], points), placeHead(ends[1], points)] : [],
  }
}
