// Leads edges straight through each layer, so that they run through nothing that stands there.
import type { PlacedText, Point } from './drawing.ts'

/** The middle and the size of what is placed. */
export interface Area extends Point {
  readonly width: number
  readonly height: number
}

export interface Route {
  readonly from: Area
  readonly to: Area
  /** Points from the border of `from` over the layers between to the border of `to`. */
  readonly points: readonly Point[]
  readonly label: Area
}

interface End {
  readonly end: 'tail' | 'head'
  readonly route: Route
  readonly place: Area
  readonly isBelow: boolean
  /** The place across at which the edge goes on. */
  readonly towards: number
}

const BEND = 22
const ARROW = { long: 9, wide: 4 }
const LOOP = { wide: 22, high: 12 }

/** Edges leave a box side by side, in the order in which they go on, and come in so too. */
export function routeEdges(routes: readonly Route[], nodes: readonly Area[]): readonly (readonly Point[])[] {
  const layers = layersOf([...nodes, ...routes.map(({ label }) => label)])
  const between = routes.filter(({ from, to }) => from !== to)
  const ports = spread([
    ...between.map((route) => endOf('tail', route, route.points[1])),
    ...between.map((route) => endOf('head', route, route.points.at(-2))),
  ])
  return routes.map((route) => {
    const { from, to, points } = route
    const { tail, head } = ports.get(route) ?? {}
    if (!tail || !head) return loopBeside(from)
    const isDown = to.y >= from.y
    const passed = points.slice(1, -1).flatMap((point) => passLayer(point, layers, isDown))
    return [tail, leaveLayer(tail, from, layers), ...passed, leaveLayer(head, to, layers), head]
  })
}

function endOf(end: End['end'], route: Route, next: Point | undefined): End {
  const place = end === 'tail' ? route.from : route.to
  return { end, route, place, isBelow: (next?.y ?? 0) > place.y, towards: next?.x ?? place.x }
}

interface Ports {
  readonly tail?: Point
  readonly head?: Point
}

function spread(ends: readonly End[]): ReadonlyMap<Route, Ports> {
  const ports = new Map<Route, Ports>()
  const sides = Map.groupBy(ends, ({ place: { x, y }, isBelow }) => `${x} ${y} ${isBelow}`)
  for (const side of sides.values()) {
    const inOrder = side.toSorted((a, b) => a.towards - b.towards)
    for (const [at, { end, route, place, isBelow }] of inOrder.entries()) {
      const x = place.x - place.width / 2 + (place.width * (at + 1)) / (side.length + 1)
      const y = place.y + (isBelow ? place.height : -place.height) / 2
      ports.set(route, { ...ports.get(route), [end]: { x, y } })
    }
  }
  return ports
}

/** Leads back to the same box, at its right side. */
function loopBeside({ x, y, width }: Area): readonly Point[] {
  const right = x + width / 2
  const far = right + LOOP.wide
  return [
    { x: right, y: y - LOOP.high },
    { x: far, y: y - LOOP.high },
    { x: far, y: y + LOOP.high },
    { x: right, y: y + LOOP.high },
  ]
}

/** Heights of layers by their middle. */
function layersOf(parts: readonly Area[]): ReadonlyMap<number, number> {
  const layers = new Map<number, number>()
  for (const { y, height } of parts) layers.set(Math.round(y), Math.max(height, layers.get(Math.round(y)) ?? 0))
  return layers
}

function passLayer({ x, y }: Point, layers: ReadonlyMap<number, number>, isDown: boolean): readonly Point[] {
  const half = ((layers.get(Math.round(y)) ?? 0) / 2) * (isDown ? 1 : -1)
  return half === 0
    ? [{ x, y }]
    : [
        { x, y: y - half },
        { x, y: y + half },
      ]
}

/** Others in the layer may be taller than the box. */
function leaveLayer(port: Point, place: Area, layers: ReadonlyMap<number, number>): Point {
  const half = (layers.get(Math.round(place.y)) ?? place.height) / 2 + 8
  return { x: port.x, y: place.y + (port.y > place.y ? half : -half) }
}

/** Straight lines, rounded where they bend. */
export function drawPath(points: readonly Point[]): string {
  const [first, ...others] = points
  if (!first) return ''
  const parts = others.map((point, at) => {
    const next = others[at + 1]
    if (!next) return `L${show(point)}`
    return `L${show(bendTowards(point, points[at] ?? point))}Q${show(point)} ${show(bendTowards(point, next))}`
  })
  return `M${show(first)}${parts.join('')}`
}

/** A bend does not go beyond the middle of its line. */
function bendTowards(from: Point, to: Point): Point {
  const { x, y } = directionOf(from, to)
  const long = Math.min(BEND, Math.hypot(to.x - from.x, to.y - from.y) / 2)
  return { x: from.x + x * long, y: from.y + y * long }
}

/** The corners of the arrow at the last point. */
export function drawArrow(points: readonly Point[]): string {
  const [tip, before] = [points.at(-1), points.at(-2)]
  if (!tip || !before) return ''
  const { x, y } = directionOf(before, tip)
  const back = { x: tip.x - x * ARROW.long, y: tip.y - y * ARROW.long }
  const left = { x: back.x - y * ARROW.wide, y: back.y + x * ARROW.wide }
  const right = { x: back.x + y * ARROW.wide, y: back.y - x * ARROW.wide }
  return `${show(tip)} ${show(left)} ${show(right)}`
}

/** Beside the first point of an edge, or above the one of a loop. */
export function placeTail(text: string, [first, second]: readonly Point[]): PlacedText {
  return placeEnd(text, first, second, -6)
}

/** Beside the last point of an edge, or below the one of a loop. */
export function placeHead(text: string, points: readonly Point[]): PlacedText {
  return placeEnd(text, points.at(-1), points.at(-2), 16)
}

function placeEnd(text: string, from: Point = { x: 0, y: 0 }, next: Point = from, ofLoop: number): PlacedText {
  const { x, y } = directionOf(from, next)
  const isLoop = Math.abs(x) > Math.abs(y)
  return { text, tone: 'quiet', x: from.x + 14, y: from.y + (isLoop ? ofLoop : y * 12 + 4) }
}

function directionOf(from: Point, to: Point): Point {
  const long = Math.hypot(to.x - from.x, to.y - from.y) || 1
  return { x: (to.x - from.x) / long, y: (to.y - from.y) / long }
}

function show({ x, y }: Point): string {
  return `${x.toFixed(1)},${y.toFixed(1)}`
}
