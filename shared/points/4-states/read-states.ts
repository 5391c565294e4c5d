// Reads point 4: states, transitions, field bindings and timers of each state field.
import type { Block, Part, Section, Steps } from '../../document/document.ts'
import * as say from '../../diagnostics/4-states.ts'
import { type Fragment, spanOf } from '../../text/fragment.ts'
import { matchParts } from '../../text/match-parts.ts'
import { identifierOf } from '../../text/identifier.ts'
import { splitFragment } from '../../text/split.ts'
import { bare, isNone, isNotShown } from '../../text/written-values.ts'
import { readEffectSteps } from './read-effects.ts'
import { FIELD_STATES, readFieldStates, reportDoubledCells } from './read-field-states.ts'
import { readSchedules } from './read-schedule.ts'
import { reportUnknownHeading } from './report-unknown-heading.ts'
import { readTimer, TIMERS } from './read-timer.ts'
import { type TransitionTableRow, readTransitionRow, TRANSITIONS } from './read-transition-row.ts'
import { ASKS, readAsk } from './read-asks.ts'
import { type AskedBelow, mergeInputs, namedBySome } from './merge-inputs.ts'
import type {
  EffectDeclaration,
  InputDeclaration,
  ScheduleDeclaration,
  StatesPoint,
  WorkflowDeclaration,
} from './declarations.ts'
import type { Reference } from '../declarations.ts'
import { keepFirst, type PointContext, readName } from '../reading/point-context.ts'
import { readSection } from '../reading/read-section.ts'
import { type HeadedTable, shownCell, type TableShape } from '../reading/read-headed-table.ts'

export const STATES: TableShape = { of: 'states', key: ['state'], columns: ['meaning'] }
type Writable<T> = { -readonly [key in keyof T]: T[key] }
type EventRow = StatesPoint['events'][number]

export function readStates(section: Section, context: PointContext): StatesPoint {
  const workflows: WorkflowDeclaration[] = []
  const events: EventRow[] = []
  const schedules: ScheduleDeclaration[] = []
  const transitionNames = namesOfTransitions(section.parts)
  readSection(section.blocks, { unknown: 'States', tablesBelow: '### Ticket.status' }, context)
  for (const part of section.parts) {
    const title = bare(part.heading.text)
    const parts = matchParts(title, /^([^.]+?)\s*(?:\.\s*(.+))?$/ds)
    const [only] = part.blocks
    if (only?.kind === 'prose' && part.blocks.length === 1 && isNotShown(only.markdown))
      context.unknown(title.value, only.span)
    else if (/^schedules$/i.test(title.value)) schedules.push(...readSchedules(part, transitionNames, context))
    else if (parts?.[1]) readOnePart(part, parts[1], parts[2], transitionNames, { workflows, events }, context)
  }
  return { workflows, events, schedules, span: section.span }
}

function readOnePart(
  part: Part,
  entity: Fragment,
  fieldText: Fragment | undefined,
  transitionNames: ReadonlySet<string>,
  into: { workflows: WorkflowDeclaration[]; events: EventRow[] },
  context: PointContext,
): void {
  const field = fieldText && readName(fieldText, 'field', 'field', context)
  const states: WorkflowDeclaration['states'][number][] = []
  const rows: TransitionTableRow[] = []
  const timers: WorkflowDeclaration['timers'][number][] = []
  const fieldStates: WorkflowDeclaration['fieldStates'][number][] = []
  const boundStates: Reference[] = []
  const found: Partial<Writable<Pick<WorkflowDeclaration, 'starts' | 'ends'>>> = {}
  const readRows = ({ rows: own }: HeadedTable): void => {
    for (const row of own) {
      const name = readName(row.cell('state'), 'word', 'state', context)
      if (name)
        states.push({ state: name, meaning: shownCell(row, 'meaning', name.label, context).value, span: row.span })
    }
  }
  const needsField = (what: string, table: HeadedTable, read: (table: HeadedTable) => void): void => {
    if (fieldText) read(table)
    else context.report(say.eventsOnly(table.table.header.span, { what }))
  }
  readSection(
    blocksOf(part),
    {
      unknown: part.heading.text.value,
      tables: [
        [
          TRANSITIONS,
          ({ rows: own }) =>
            void rows.push(...own.flatMap((row) => readTransitionRow(row, transitionNames, context) ?? [])),
        ],
        [
          TIMERS,
          (table) =>
            needsField(
              'A table of timers',
              table,
              () => void timers.push(...table.rows.flatMap((row) => readTimer(row, transitionNames, context) ?? [])),
            ),
        ],
        [
          FIELD_STATES,
          (table) =>
            needsField('A table of fields by states', table, () => {
              boundStates.push(...table.others.map(({ header }) => bare(header)))
              fieldStates.push(...readFieldStates(table, context))
            }),
        ],
        [STATES, (table) => needsField('A table of states', table, readRows)],
      ],
      settings: fieldText
        ? {
            starts: (setting) => void (found.starts = bare(setting.value)),
            ends: (setting) =>
              void (found.ends = isNone(setting.value.value)
                ? []
                : splitFragment(setting.value).map((state) => bare(state))),
          }
        : {},
    },
    context,
  )
  const named = withSteps(rows, part.parts, transitionNames, context)
  const transitions = named.flatMap((row) => (row.kind === 'transition' ? [row.declaration] : []))
  for (const row of named) if (row.kind === 'event') into.events.push({ ...row.event, entity })
  reportDoubledCells(fieldStates, context)
  if (field) {
    into.workflows.push({
      entity,
      field,
      ends: [],
      ...found,
      states: keepFirst(
        states.map((state) => ({ ...state, name: state.state })),
        'states',
        context,
      ).map(({ name: _, ...state }) => state),
      transitions,
      fieldStates,
      boundStates,
      timers: keepFirst(timers, 'timers', context),
      span: part.heading.span,
    })
  } else if (!fieldText && transitions.length > 0) {
    context.report(say.headingNamesNoField(part.heading.span, { heading: entity.value }))
  }
}

/** Tables, and the settings of the field, may stand below the steps of a transition, too. */
function blocksOf({ blocks, parts }: Part): readonly Block[] {
  return [...blocks, ...parts.flatMap((part) => part.blocks.filter(isOfHeadingAbove))]
}

function isOfHeadingAbove(block: Block): boolean {
  if (block.kind === 'table') return !/^asks$/i.test(block.header.cells[0]?.text.value.trim() ?? '')
  const isSetting = (key: string): boolean => /^(?:starts|ends)$/i.test(key.trim())
  return (
    block.kind === 'bullets' && block.entries.every((entry) => entry.kind === 'setting' && isSetting(entry.key.value))
  )
}

/** `#### resolve` holds the effects of a transition as an ordered list; they follow those of its row. */
function withSteps(
  rows: readonly TransitionTableRow[],
  parts: readonly Part[],
  transitionNames: ReadonlySet<string>,
  context: PointContext,
): TransitionTableRow[] {
  const more = new Map<TransitionTableRow, EffectDeclaration[]>()
  const asked = new Map<TransitionTableRow, AskedBelow>()
  for (const part of parts) {
    const heading = bare(part.heading.text)
    const meant = rows.filter((row) => isCalled(heading.value, row))
    if (meant.length === 0) {
      reportUnknownHeading(
        part,
        rows.map((row) => row.label),
        'the name of a transition',
        context,
      )
      continue
    }
    const effects: EffectDeclaration[] = []
    const steps = (list: Steps): void => void effects.push(...readEffectSteps(list.items, transitionNames, context))
    const own = part.blocks.filter((block) => !isOfHeadingAbove(block))
    const inputs: InputDeclaration[] = []
    const readAsks = ({ rows: asked, table }: HeadedTable): void => {
      inputs.push(...asked.flatMap((row) => readAsk(row, heading.value, context) ?? []))
      const event = meant.find((row) => row.kind === 'event')
      if (event) context.report(say.eventWithStates(table.header.span, { event: event.label }))
    }
    readSection(own, { steps, unknown: heading.value, tables: [[ASKS, readAsks]] }, context)
    for (const row of meant) more.set(row, [...(more.get(row) ?? []), ...effects])
    const kept = keepFirst(inputs, 'inputs', context)
    const cells = meant.flatMap((row) => (row.kind === 'transition' ? [row.declaration.asks] : []))
    const table = { inputs: kept, ofSome: namedBySome(cells) }
    if (kept.length > 0) for (const row of meant) asked.set(row, table)
  }
  return rows.map((row) => {
    const effects = more.get(row)
    if (row.kind !== 'not shown' && row.below) {
      const { value: words } = row.below
      const parameters = { words, transition: row.label, hasSteps: effects !== undefined }
      context.report(say.seeBelow(spanOf(row.below), parameters))
    }
    if (!effects || row.kind === 'not shown') return row
    const { then, span } = row.kind === 'event' ? row.event : row.declaration
    if (then.length > 0 && effects.length > 0)
      context.report(say.effectsTwice(then[0]?.span ?? span, { transition: row.label }))
    if (row.kind === 'event') return { ...row, event: { ...row.event, then: [...row.event.then, ...effects] } }
    const table = asked.get(row)
    const asks = table ? mergeInputs(row.declaration.asks, table, context) : row.declaration.asks
    return { ...row, declaration: { ...row.declaration, asks, then: [...row.declaration.then, ...effects] } }
  })
}

function isCalled(heading: string, row: TransitionTableRow): boolean {
  return (
    row.label.toLowerCase() === heading.toLowerCase() ||
    identifierOf(row.label, 'field') === identifierOf(heading, 'field')
  )
}

/** All names of transitions in the parts of the point: `do put on hold on children` is divided by them. */
export function namesOfTransitions(parts: readonly Part[]): ReadonlySet<string> {
  const names = new Set<string>()
  for (const part of parts) {
    for (const block of blocksOf(part)) {
      if (block.kind !== 'table' || !/^transitions?$/i.test(block.header.cells[0]?.text.value ?? '')) continue
      for (const row of block.rows) names.add((row.cells[0]?.text.value ?? '').toLowerCase())
    }
  }
  names.delete('')
  return names
}
