// Makes the diagram of a workflow: a box for each state, an edge for each way between two.
import type { StepPicture, WorkflowPicture } from '#shared/pictures/pictures.ts'
import { say } from '../../words/say.ts'
import type { DiagramEdge, DiagramNode, DiagramParts, DiagramText } from './diagram/drawing.ts'
import { sayAfter, sayDoers, sayStep } from './say-picture.ts'

const ANY = '(any)'
const NEW = '(new)'

interface Way {
  readonly from: string
  readonly to: string
  readonly step: StepPicture
}

/** A step that leads back to its state stands in the box of the state; steps from every state have a box of their own. */
export function diagramOfStates(workflow: WorkflowPicture): DiagramParts {
  const ways = workflow.steps.flatMap(waysOf)
  const text = ({ step }: Way): readonly DiagramText[] => textsOf(workflow, step)
  const within = (key: string): readonly DiagramText[] =>
    ways.filter(({ from, to }) => from === key && to === key).flatMap((way) => mark(text(way)))
  const states = workflow.states.map(({ word, label, meaning, ends, line }): DiagramNode => {
    const title = {
      text: label,
      tone: 'title',
      line,
      ...(meaning === '' ? {} : { whole: `${label}: ${meaning}` }),
    } as const
    return { key: word, shape: ends ? 'end' : 'state', texts: [title, ...within(word)] }
  })
  const hasAny = ways.some(({ from }) => from === ANY)
  const any: DiagramNode = {
    key: ANY,
    shape: 'any',
    texts: [{ text: say('any state'), tone: 'title' }, ...within(ANY)],
  }
  const start = workflow.states.find(({ starts }) => starts)
  const between = Map.groupBy(
    ways.filter(({ from, to }) => from !== to),
    ({ from, to }) => `${from} → ${to}`,
  )
  const begin: DiagramEdge[] =
    start && !between.has(`${NEW} → ${start.word}`) ? [{ key: 'begin', from: NEW, to: start.word, texts: [] }] : []
  const edges = [...between].map(([key, those]): DiagramEdge => {
    const [{ from, to }] = those as [Way, ...Way[]]
    const isAutomatic = those.every(({ step }) => step.who.length === 0)
    return { key, from, to, texts: those.flatMap(text), isDashed: isAutomatic }
  })
  return {
    nodes: [{ key: NEW, shape: 'dot', texts: [] }, ...states, ...(hasAny ? [any] : [])],
    edges: [...begin, ...edges],
  }
}

function waysOf(step: StepPicture): readonly Way[] {
  const from = step.from === 'any' ? [ANY] : step.from === 'new record' ? [NEW] : step.from
  return from.flatMap((start) => {
    const to = step.to === 'stay' ? [start] : step.to
    return to.map((end) => ({ from: start, to: end, step }))
  })
}

function textsOf(workflow: WorkflowPicture, step: StepPicture): readonly DiagramText[] {
  const after = sayAfter(step)
  const condition = step.when === undefined ? undefined : say('if {condition}', { condition: step.when })
  const more = [step.who.length > 0 || after === undefined ? sayDoers(step) : undefined, after, condition]
  return [
    { text: step.transition, tone: 'plain', line: step.line, whole: sayStep(workflow, step) },
    { text: more.filter((part) => part !== undefined).join(', '), tone: 'quiet' },
  ]
}

/** A way back to the same state. */
function mark([first, ...others]: readonly DiagramText[]): readonly DiagramText[] {
  return first ? [{ ...first, text: `↻ ${first.text}` }, ...others] : []
}
