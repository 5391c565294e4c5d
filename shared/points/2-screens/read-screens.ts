// Reads point 2: a table of screens, and a heading for the details of each.
import type { Part, Section } from '../../document/document.ts'
import * as sayPoints from '../../diagnostics/all-points.ts'
import * as say from '../../diagnostics/2-screens.ts'
import { type Fragment, spanOf } from '../../text/fragment.ts'
import { identifierOf, type IdentifierName, readIdentifierName as readWrittenName } from '../../text/identifier.ts'
import { nearest } from '../../text/nearest-word.ts'
import { removeMarkup } from '../../text/remove-markup.ts'
import { bare, isNotShown } from '../../text/written-values.ts'
import { readScreenDetails } from './read-screen-details.ts'
import { readScreenContent } from './read-screen-content.ts'
import { keepFirst, type PointContext, readName } from '../reading/point-context.ts'
import { readSection } from '../reading/read-section.ts'
import { type HeadedRow, type TableShape } from '../reading/read-headed-table.ts'
import { readGrantees } from '../6-roles/read-grantee.ts'
import type { ScreenDeclaration, ScreenDetails, ScreensPoint } from './declarations.ts'
import type { GranteeDeclaration } from '../6-roles/declarations.ts'

export const SCREENS: TableShape = { of: 'screens', key: ['route', 'screen', 'shows'], columns: ['for'] }

export function readScreens(section: Section, context: PointContext): ScreensPoint {
  const rows: ScreenDeclaration[] = []
  const tables = [
    [
      SCREENS,
      (table: { readonly rows: readonly HeadedRow[] }) =>
        rows.push(...table.rows.flatMap((row) => readScreen(row, context) ?? [])),
    ] as const,
  ]
  readSection(section.blocks, { tables, unknown: 'Screens' }, context)
  const screens = keepFirst(rows, 'screens', context)
  return { screens: withDetails(screens, section.parts, context), span: section.span }
}

function readScreen(row: HeadedRow, context: PointContext): ScreenDeclaration | undefined {
  const name = readTitle(row.cell('screen'), context)
  const written = row.cell('route')
  const route = bare(written)
  const remedy = remedyOf(route.value)
  if (remedy !== undefined) {
    context.report(say.badRoute(spanOf(written), { route: route.value, remedy }))
    return undefined
  }
  const shows = name ? readScreenContent(row.cell('shows'), name.label, context) : undefined
  if (!name || !shows) return undefined
  const people = readFor(row.cell('for'), name.label, context)
  const everyone = { kind: 'word', word: 'everyone', span: row.span } as const
  return { route, name, shows, for: people.length > 0 ? people : [everyone], span: row.span }
}

/** Only people read the name of a screen: it needs no identifier, and may have any characters. */
function readTitle(text: Fragment, context: PointContext): IdentifierName | undefined {
  const name = readWrittenName(text, 'field')
  if (!('problem' in name)) return name
  if (name.problem === 'empty') return readName(text, 'field', 'screen', context)
  const label = removeMarkup(text).value.replaceAll(/\s+/g, ' ')
  return { label, identifier: identifierOf(label, 'field'), span: name.span }
}

/**
 * Explains how to correct a text that is no valid route. Undefined for a valid one; below /api the server answers
 * only calls.
 */
function remedyOf(route: string): string | undefined {
  if (!/^\/(?:[^\s/?#]+(?:\/[^\s/?#]+)*)?$/.test(route)) return 'a route is a path such as "/tickets" or "/tickets/:id"'
  if (/^\/api(?:\/|$)/.test(route)) return 'below /api stand calls (point 7); a screen needs another first word'
  if (/[{}<>*]/.test(route)) return 'a parameter is written with a colon: "/tickets/:id"'
  const parameters = route.match(/:[^/]+/g) ?? []
  return new Set(parameters).size < parameters.length ? 'each parameter needs a name of its own' : undefined
}

/** A screen whose readers are not shown is for nobody. */
function readFor(text: Fragment, screen: string, context: PointContext): readonly GranteeDeclaration[] {
  if (!isNotShown(text.value)) return readGrantees(text)
  context.unknown(`${screen}: for`, spanOf(text))
  return [{ kind: 'word', word: 'nobody', span: spanOf(text) }]
}

function withDetails(
  screens: readonly ScreenDeclaration[],
  parts: readonly Part[],
  context: PointContext,
): ScreenDeclaration[] {
  const details = new Map<ScreenDeclaration, ScreenDetails>()
  for (const part of parts) {
    const heading = part.heading.text.value
    const identifier = identifierOf(heading.replace(/^`(.*)`$/, '$1'), 'field')
    const screen = screens.find(
      (one) => one.name.identifier === identifier || one.name.label.toLowerCase() === heading.toLowerCase(),
    )
    const names = screens.map((one) => one.name.label)
    if (!screen) {
      const parameters = { heading, nearest: nearest(heading, names), expected: 'the name of a screen' }
      context.report(sayPoints.unknownHeading(part.heading.span, parameters))
    } else if (details.has(screen)) {
      const related = [{ message: 'The first one stands here.', span: details.get(screen)?.span ?? screen.span }]
      context.report(sayPoints.doubledName(part.heading.span, { name: heading, what: 'screens' }, { related }))
    } else details.set(screen, readScreenDetails(part, screen, context))
  }
  return screens.map((screen) => {
    const own = details.get(screen)
    return own ? { ...screen, details: own } : screen
  })
}
