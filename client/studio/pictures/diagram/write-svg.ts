// Writes pictures as files that stand on their own: colours and font written in, no scripts, no links.
import type { DiagramLayout } from './drawing.ts'

const SVG = 'http://www.w3.org/2000/svg'
const MARGIN = 12
/** Properties of the page's styles that become attributes. */
const STYLES = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
] as const
/** Properties that the file's elements need; the defaults of the others are left out. */
const DEFAULTS: { readonly [style: string]: string } = { stroke: 'none', 'stroke-dasharray': 'none' }

export async function saveDrawing(shown: SVGSVGElement, { width, height }: DiagramLayout, file: string): Promise<void> {
  const copy = document.createElementNS(SVG, 'svg')
  copy.append(...[...shown.childNodes].map(copyStyled))
  await saveSvg(copy, width, height, file, shown)
}

/** Saves a table as it is shown: a box for each cell, and its words where they stand. */
export async function saveTable(table: HTMLTableElement, file: string): Promise<void> {
  const copy = document.createElementNS(SVG, 'svg')
  const { left, top, width, height } = table.getBoundingClientRect()
  const around = { left: left - MARGIN, top: top - MARGIN }
  for (const cell of table.querySelectorAll('th, td')) {
    copy.append(boxOf(cell, around))
    const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) copy.append(...wordsOf(walker.currentNode as Text, around))
  }
  await saveSvg(copy, width + 2 * MARGIN, height + 2 * MARGIN, file, table)
}

async function saveSvg(copy: SVGSVGElement, width: number, height: number, file: string, of: Element): Promise<void> {
  const ground = make('rect', {
    width,
    height,
    fill: getComputedStyle(document.documentElement).getPropertyValue('--surface'),
  })
  const font = make('style', {})
  font.textContent = await readFont()
  copy.prepend(font, ground)
  const label = of.getAttribute('aria-label') ?? ''
  const title = make('title', {})
  title.textContent = label
  copy.prepend(title)
  copy.setAttribute('viewBox', `0 0 ${width} ${height}`)
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(height))
  const blob = new Blob([new XMLSerializer().serializeToString(copy)], { type: 'image/svg+xml' })
  const url = URL.createObjectURL(blob)
  Object.assign(document.createElement('a'), { href: url, download: `${file}.svg` }).click()
  URL.revokeObjectURL(url)
}

/** A link becomes a group: where it led is a page of this application. */
function copyStyled(node: Node): Node {
  if (!(node instanceof SVGElement)) return node.cloneNode(true)
  const copy = document.createElementNS(SVG, node.localName === 'a' ? 'g' : node.localName)
  for (const { name, value } of node.attributes) if (GEOMETRY.has(name)) copy.setAttribute(name, value)
  if (node.localName !== 'g' && node.localName !== 'a' && node.localName !== 'title') {
    const styles = getComputedStyle(node)
    const isText = node.localName === 'text'
    for (const style of STYLES) {
      const value = styles.getPropertyValue(style)
      if ((isText || !/^(?:font|text)/.test(style)) && value !== DEFAULTS[style]) copy.setAttribute(style, value)
    }
  }
  copy.append(...[...node.childNodes].map(copyStyled))
  return copy
}

const GEOMETRY: ReadonlySet<string> = new Set('x y x1 x2 y1 y2 cx cy r rx width height d points viewBox'.split(' '))

interface Corner {
  readonly left: number
  readonly top: number
}

function boxOf(cell: Element, around: Corner): SVGElement {
  const { left, top, width, height } = cell.getBoundingClientRect()
  const { backgroundColor, borderBottomColor } = getComputedStyle(cell)
  const fill = backgroundColor === 'rgba(0, 0, 0, 0)' ? 'none' : backgroundColor
  return make('rect', { x: left - around.left, y: top - around.top, width, height, fill, stroke: borderBottomColor })
}

function wordsOf(text: Text, around: Corner): readonly SVGElement[] {
  const { parentElement } = text
  if (!parentElement || parentElement.closest('.unseen')) return []
  const { color, fontFamily, fontSize, fontWeight } = getComputedStyle(parentElement)
  const range = document.createRange()
  return [...text.data.matchAll(/\S+/g)].map(({ 0: word, index }) => {
    range.setStart(text, index)
    range.setEnd(text, index + word.length)
    const { left, bottom, height } = range.getBoundingClientRect()
    const place = { x: left - around.left, y: bottom - around.top - height * 0.24 }
    const written = make('text', {
      ...place,
      fill: color,
      'font-family': fontFamily,
      'font-size': fontSize,
      'font-weight': fontWeight,
    })
    written.textContent = word
    return written
  })
}

function make(name: string, attributes: { readonly [name: string]: string | number }): SVGElement {
  const element = document.createElementNS(SVG, name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value))
  return element
}

/** The face of the page's font for Latin letters, as a part of the file. Without it a reader's own font is used. */
async function readFont(): Promise<string> {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])
  const face = rules.find(
    (rule) => rule instanceof CSSFontFaceRule && /inter-latin-wght-normal/.test(rule.style.getPropertyValue('src')),
  )
  if (!(face instanceof CSSFontFaceRule)) return ''
  const url = /url\("?([^")]+)"?\)/.exec(face.style.getPropertyValue('src'))?.[1]
  const response =
    url === undefined ? undefined : await fetch(new URL(url, face.parentStyleSheet?.href ?? location.href))
  if (!response?.ok) return ''
  const data = await readAsDataUrl(await response.blob())
  const family = face.style.getPropertyValue('font-family')
  return `@font-face{font-family:${family};font-weight:100 900;src:url(${data}) format("woff2")}`
}

function readAsDataUrl(blob: Blob): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const reader = new FileReader()
  reader.addEventListener('load', () => resolve(String(reader.result)))
  reader.addEventListener('error', () => reject(reader.error ?? new Error('The font could not be read.')))
  reader.readAsDataURL(blob)
  return promise
}
