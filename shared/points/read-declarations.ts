// Reads the nine sections of a document into declarations.
import type { Block, Document, PointNumber, Prose, Section } from '../document/document.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import * as say from '../diagnostics/all-points.ts'
import { isNone, isNotShown } from '../text/written-values.ts'
import { readProduct } from './1-product/read-product.ts'
import { readScreens } from './2-screens/read-screens.ts'
import { namesOfEntities, readEntities } from './3-entities/read-entities.ts'
import { namesOfTransitions, readStates } from './4-states/read-states.ts'
import { readRules } from './5-rules/read-rules.ts'
import { readRoles } from './6-roles/read-roles.ts'
import { readCalls } from './7-calls/read-calls.ts'
import { readErrors } from './8-errors/read-errors.ts'
import { readConstants } from './9-constants/read-constants.ts'
import type { Declarations, OrNotShown, Unknown } from './declarations.ts'
import { readExamples } from './examples/read-examples.ts'
import { listNotesNotRun } from './notes-not-run.ts'
import { readQuestions } from './read-questions.ts'
import type { PointContext } from './reading/point-context.ts'
import { readSection } from './reading/read-section.ts'
import { separateAsides } from './separate-asides.ts'

/** Content that a message names as expected for a point without anything formal. */
const EXPECTED: { readonly [point in PointNumber]: string } = {
  1: 'prose',
  2: 'a table | route | screen | shows |',
  3: 'a heading for each entity ("### Ticket") with a table | field | type |',
  4: 'a heading for each field of states ("### Ticket.status") with a table | transition | from | to |',
  5: 'a table | rule | entity | must hold |',
  6: 'a table | role | is | and a table | role | entity | may |',
  7: 'a heading for each call ("### GET /api/overdue")',
  8: 'a table | code | status | message |',
  9: 'a table | name | value |',
}

export function readDeclarations(document: Document): { declarations: Declarations; diagnostics: Diagnostic[] } {
  const diagnostics: Diagnostic[] = []
  const unknowns: Unknown[] = []
  const separated = document.sections.map((section) => separateAsides(section))
  const sections = separated.map(({ rest }) => rest)
  const entities = namesOfEntities(sections.find((one) => one.point === 3))
  const transitionNames = namesOfTransitions(sections.find((one) => one.point === 4)?.parts ?? [])
  const contextOf = (number: PointNumber): PointContext => ({
    point: number,
    entities,
    report: (diagnostic) => void diagnostics.push(diagnostic),
    unknown: (name, span) => void unknowns.push({ point: number, name, span }),
  })
  const point = <T extends object>(
    number: PointNumber,
    read: (section: Section, context: PointContext) => T,
  ): OrNotShown<T> => {
    const context = contextOf(number)
    const section = sections.find((one) => one.point === number)
    const end = { start: document.text.length, end: document.text.length }
    const notShown = section ? findNotShown(section, context) : end
    if (!section || notShown) {
      const span = notShown ?? end
      context.unknown(`Point ${number}`, span)
      return { notShown: true, span }
    }
    if (number !== 1 && isOnlyProse(section))
      context.report(say.onlyProse(section.heading.span, { point: number, expected: EXPECTED[number] }))
    return read(section, context)
  }
  const points = {
    product: point(1, readProduct),
    screens: point(2, readScreens),
    entities: point(3, readEntities),
    states: point(4, readStates),
    rules: point(5, readRules),
    roles: point(6, readRoles),
    calls: point(7, (section, context) => readCalls(section, transitionNames, context)),
    errors: point(8, readErrors),
    limits: point(9, readConstants),
  }
  const declarations = {
    ...points,
    name: readTitle(document),
    introduction: readIntroduction(document, diagnostics),
    examples: separated.flatMap(({ rest: { point: number }, examples }) =>
      readExamples(examples, number, transitionNames, contextOf(number)),
    ),
    questions: separated.flatMap(({ rest: { point: number }, asking }) =>
      readQuestions(asking, number, contextOf(number)),
    ),
    unknowns,
  }
  return { declarations, diagnostics: [...diagnostics, ...listNotesNotRun(declarations)] }
}

/**
 * Finds the position where a point declares that it is not shown, or its heading if the point is empty. Undefined if
 * there is anything else to read.
 */
function findNotShown(section: Section, context: PointContext): Section['span'] | undefined {
  if (section.parts.length > 0 || section.blocks.some((block) => block.kind !== 'prose')) return undefined
  if (section.blocks.length === 0) {
    context.report(say.emptyPoint(section.heading.span, { point: section.point }))
    return section.heading.span
  }
  return section.blocks.find((block) => block.kind === 'prose' && isNotShown(block.markdown))?.span
}

function isOnlyProse(section: Section): boolean {
  const isProse = (block: Block): boolean => block.kind === 'prose'
  const none = section.blocks.some((block) => block.kind === 'prose' && isNone(block.markdown))
  return section.parts.length === 0 && section.blocks.every(isProse) && !none
}

/** `# Specification: Helpdesk` names the application "Helpdesk". */
function readTitle(document: Document): string {
  const title = document.title?.text.value.replace(/^specification\s*[:–—-]\s*/i, '').trim()
  return title === undefined || title === '' ? 'Application' : title
}

function readIntroduction(document: Document, diagnostics: Diagnostic[]): Prose[] {
  const context: PointContext = {
    point: 1,
    entities: [],
    report: (diagnostic) => void diagnostics.push(diagnostic),
    unknown: () => {},
  }
  return readSection(document.introduction, {}, context)
}
