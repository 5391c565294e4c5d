// Renders what a page shows until its script does: bar, menu, title, prose, first rows or text, grey shapes.
import type { MatchedRoute } from '#shared/decisions/2-screens.ts'
import type { ExpandedRecord } from '#shared/decisions/expanded-record.ts'
import { isTitleOwn, titleOf } from '#shared/decisions/record-title.ts'
import type { Model, Screen } from '#shared/model/model.ts'
import { fieldType } from '#shared/fields/registry.ts'
import { isShown } from '#shared/points/declarations.ts'
import { LOGO_PATH } from './logo.ts'
import { escapeHtml, proseToHtml } from './prose-html.ts'

/**
 * HTML for `client/frame/theme/first-paint.css`. It is a picture for the eyes: nothing of it can be used, and what reads a page
 * aloud waits for the page itself.
 */
export function renderFirstPaint(model: Model, route: MatchedRoute | undefined, found: FirstPaintData = {}): string {
  const { name, product } = model
  const hasLogo = isShown(product) && product.logo !== undefined
  const mark = hasLogo
    ? `<img src="${LOGO_PATH}" alt="">`
    : `<span class="first-mark">${escapeHtml([...name][0]?.toUpperCase() ?? '')}</span>`
  const brand = `<span class="first-brand">${mark}<span>${escapeHtml(name)}</span></span>`
  const screen = route?.kind === 'screen' ? route.screen : undefined
  const content = screen ? renderScreen(model, screen, found) : ''
  const bar = `<div class="first-bar"><span class="first-burger"></span>${brand}</div>`
  return `<div class="first" aria-hidden="true" inert>${bar}<div class="first-menu">${brand}</div><div class="first-content">${content}</div></div>`
}

export interface FirstPaintData {
  /** Record of a record screen as JSON, with only the fields that the reader may read. */
  readonly record?: string | undefined
  /** Titles of the first rows of a list. */
  readonly rows?: readonly string[] | undefined
}

function renderScreen(model: Model, screen: Screen, { record: json, rows = [] }: FirstPaintData): string {
  const { name, prose, shows } = screen
  const record = json === undefined ? undefined : (JSON.parse(json) as ExpandedRecord)
  const title = shows.kind === 'record' ? recordTitle(model, shows.entity, record) : name
  const heading = title === undefined ? shape('title') : `<h1>${escapeHtml(title)}</h1>`
  const text = prose.map(({ markdown }) => proseToHtml(markdown)).join('')
  const below = renderBelow(model, screen, record, rows)
  return `${shows.kind === 'record' ? shape('line') : ''}${heading}${text && `<div class="first-prose">${text}</div>`}${below}`
}

function renderBelow(
  model: Model,
  screen: Screen,
  record: ExpandedRecord | undefined,
  rows: readonly string[],
): string {
  const { shows } = screen
  switch (shows.kind) {
    case 'page':
      return ''
    case 'table':
      return rows.length === 0
        ? SHAPES.rows
        : `${shape('line')}<div class="first-rows">${rows.map((row) => `<div>${escapeHtml(row)}</div>`).join('')}</div>`
    case 'record': {
      const text = record && firstText(model, screen, shows.entity, record)
      return text === undefined ? SHAPES.card : `${shape('line')}<div class="first-text">${text}</div>`
    }
    default:
      return SHAPES.card
  }
}

/**
 * Shows the first paragraph of the record that is not empty, as the page shows it. Undefined means that there is
 * none.
 */
function firstText({ entities }: Model, { fields }: Screen, name: string, record: ExpandedRecord): string | undefined {
  const all = entities.get(name)?.fields
  const names = fields?.flatMap((section) => section.fields) ?? [...(all?.keys() ?? [])]
  for (const each of names) {
    const type = all?.get(each)?.type
    const value = record[each]
    if (type === undefined || typeof value !== 'string' || value === '') continue
    const { naming, paragraph } = fieldType(type.kind)
    if (paragraph !== true) continue
    const text = value.length > LONGEST_TEXT ? value.slice(0, LONGEST_TEXT) : value
    return naming === 'marked' ? proseToHtml(text) : `<p class="first-lines">${escapeHtml(text)}</p>`
  }
  return undefined
}

/** More than a window shows. */
const LONGEST_TEXT = 4_000

/** Undefined: it takes other records to say it. */
function recordTitle(model: Model, entity: string, record: ExpandedRecord | undefined): string | undefined {
  if (record === undefined || !isTitleOwn(model, entity)) return undefined
  return titleOf(model, entity, record)
}

const shape = (kind: string): string => `<span class="first-shape" data-shape="${kind}"></span>`

const SHAPES = {
  rows: shape('line') + shape('row').repeat(8),
  card: shape('card'),
}
