// Renders what a page shows until its script does: bar, menu, title and prose of the screen, grey shapes.
import type { MatchedRoute } from '#shared/decisions/2-screens.ts'
import type { ExpandedRecord } from '#shared/decisions/expanded-record.ts'
import { isTitleOwn, titleOf } from '#shared/decisions/record-title.ts'
import type { Model, Screen } from '#shared/model/model.ts'
import { isShown } from '#shared/points/declarations.ts'
import { LOGO_PATH } from './logo.ts'
import { escapeHtml, proseToHtml } from './prose-html.ts'

/**
 * HTML for `client/shell/theme/first-paint.css`. It is a picture for the eyes: nothing of it can be used, and what reads a page
 * aloud waits for the page itself. `record`: of a record screen, as the reader may read it, as JSON.
 */
export function renderFirstPaint(model: Model, route: MatchedRoute | undefined, record?: string): string {
  const { name, product } = model
  const hasLogo = isShown(product) && product.logo !== undefined
  const mark = hasLogo
    ? `<img src="${LOGO_PATH}" alt="">`
    : `<span class="first-mark">${escapeHtml([...name][0]?.toUpperCase() ?? '')}</span>`
  const brand = `<span class="first-brand">${mark}<span>${escapeHtml(name)}</span></span>`
  const screen = route?.kind === 'screen' ? route.screen : undefined
  const content = screen ? renderScreen(model, screen, record) : ''
  const bar = `<div class="first-bar"><span class="first-burger"></span>${brand}</div>`
  return `<div class="first" aria-hidden="true" inert>${bar}<div class="first-menu">${brand}</div><div class="first-content">${content}</div></div>`
}

function renderScreen(model: Model, { name, prose, shows }: Screen, record: string | undefined): string {
  const title = shows.kind === 'record' ? recordTitle(model, shows.entity, record) : name
  const heading = title === undefined ? shape('title') : `<h1>${escapeHtml(title)}</h1>`
  const text = prose.map(({ markdown }) => proseToHtml(markdown)).join('')
  const below = shows.kind === 'page' ? '' : shows.kind === 'table' ? SHAPES.rows : SHAPES.card
  return `${shows.kind === 'record' ? shape('line') : ''}${heading}${text && `<div class="first-prose">${text}</div>`}${below}`
}

/** Undefined: it takes other records to say it. */
function recordTitle(model: Model, entity: string, record: string | undefined): string | undefined {
  if (record === undefined || !isTitleOwn(model, entity)) return undefined
  return titleOf(model, entity, JSON.parse(record) as ExpandedRecord)
}

const shape = (kind: string): string => `<span class="first-shape" data-shape="${kind}"></span>`

const SHAPES = {
  rows: shape('line') + shape('row').repeat(8),
  card: shape('card'),
}
