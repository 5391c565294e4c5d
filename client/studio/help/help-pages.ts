// Holds the help pages as sections, built into the client, so that they are there without a network.
import cookbook from '#shared/help/cookbook.md?raw'
import edges from '#shared/help/edges.md?raw'
import examples from '#shared/help/examples.md?raw'
import reference from '#shared/help/reference.md?raw'
import tenMinutes from '#shared/help/ten-minutes.md?raw'
import { readSections } from './read-sections.ts'
import type { HelpSection } from './read-sections.ts'

export interface HelpPage {
  readonly key: string
  readonly title: string
  /** The first is what stands below the title. */
  readonly sections: readonly HelpSection[]
}

export const HELP_PAGES: readonly HelpPage[] = [
  helpPage('ten-minutes', tenMinutes),
  helpPage('cookbook', cookbook),
  helpPage('reference', reference),
  helpPage('examples', examples),
  helpPage('edges', edges),
]

function helpPage(key: string, text: string): HelpPage {
  const sections = readSections(key, text)
  return { key, title: sections[0]?.title ?? key, sections }
}
