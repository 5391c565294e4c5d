// Diagrams of documents hold every state, step, entity and relation, and stay readable when they are large.
import { describe, expect, test } from 'vitest'
import { compile } from '#shared/compile.ts'
import type { Pictures, StepPicture } from '#shared/pictures/pictures.ts'
import { readPictures } from '#shared/pictures/read-pictures.ts'
import { diagramOfEntities } from '../../../../client/studio/pictures/diagram-of-entities.ts'
import { diagramOfStates } from '../../../../client/studio/pictures/diagram-of-states.ts'
import type { DiagramLayout, PlacedNode } from '../../../../client/studio/pictures/diagram/drawing.ts'
import { layOutDiagram } from '../../../../client/studio/pictures/diagram/lay-out-diagram.ts'
import { documentOf, readShipped } from '../../../helpers/compile-document.ts'

const SHIPPED = [
  'helpdesk',
  'incident-management',
  'applicant-tracking',
  'purchase-approval',
  'library',
  'blog',
  'seed',
]
const measure = (text: string) => text.length * 7

function picture(text: string): Pictures {
  const found = readPictures(text, compile(text))
  if (!found) throw new Error('the document has errors')
  return found
}

/** Each pair of states that a row leads between. */
function countWays({ from, to }: StepPicture): number {
  const starts = typeof from === 'string' ? 1 : from.length
  return to === 'stay' ? starts : starts * to.length
}

function linesOf({ nodes, edges }: DiagramLayout): readonly number[] {
  return [...nodes, ...edges].flatMap(({ texts }) => texts.flatMap(({ line }) => line ?? []))
}

function expectApart({ nodes, width, height }: DiagramLayout): void {
  const overlap = (a: PlacedNode, b: PlacedNode): boolean =>
    a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
  const found = nodes.flatMap((a, at) => nodes.slice(at + 1).filter((b) => overlap(a, b)))
  expect(found).toEqual([])
  for (const node of nodes) {
    expect(Math.min(node.x, node.y)).toBeGreaterThanOrEqual(0)
    expect(node.x + node.width).toBeLessThanOrEqual(width)
    expect(node.y + node.height).toBeLessThanOrEqual(height)
  }
}

describe.each(SHIPPED)('the diagrams of %s', (name) => {
  const pictures = picture(readShipped(name))

  test('have each state once, and each way of a row once', () => {
    for (const workflow of pictures.workflows) {
      const { nodes, edges } = diagramOfStates(workflow)
      const drawing = layOutDiagram({ nodes, edges }, measure)
      const lines = linesOf(drawing)
      const states = nodes.filter(({ shape }) => shape === 'state' || shape === 'end')
      expect(states.map(({ key }) => key)).toEqual(workflow.states.map(({ word }) => word))
      for (const step of workflow.steps)
        expect(lines.filter((line) => line === step.line)).toHaveLength(countWays(step))
      expectApart(drawing)
    }
  })

  test('have each entity with its fields, and each relation as an edge', () => {
    const { nodes, edges } = diagramOfEntities(pictures, true)
    const drawing = layOutDiagram({ nodes, edges }, measure)
    const fields = pictures.entities.flatMap((entity) => entity.fields)
    expect(drawing.nodes.map(({ key }) => key)).toEqual(pictures.entities.map((entity) => entity.name))
    expect(drawing.edges.map(({ key }) => key)).toEqual(pictures.relations.map(({ key }) => key))
    expect(drawing.nodes.flatMap(({ texts }) => texts)).toHaveLength(pictures.entities.length + fields.length)
    for (const { path, ends } of drawing.edges) {
      expect(path).toMatch(/^M[-\d.]+,[-\d.]+(?:[LQ][-\d., ]+)+$/)
      expect(ends).toHaveLength(2)
    }
    expectApart(drawing)
  })
})

test('40 entities and 60 states are laid out apart from each other', () => {
  const entities = Array.from({ length: 40 }, (_, at) => {
    const related = [at - 1, at - 7].filter((other) => other >= 0)
    const rows = related.map((other) => `| to_${other} | Thing${other} (as from_${at}) | no |`)
    return `### Thing${at}\n\n| field | type | required |\n|---|---|---|\n| name | text | yes |\n${rows.join('\n')}\n`
  })
  const states = Array.from({ length: 60 }, (_, at) => `state ${at}`)
  const text = documentOf({
    3: `${entities.join('\n')}\n### Case\n\n| field | type | required | default |\n|---|---|---|---|\n| status | one of ${states.join(', ')} | yes | state 0 |\n`,
    4: `### Case.status\n\n- starts: state 0\n- ends: state 59\n\n| transition | from | to | who |\n|---|---|---|---|\n${states
      .slice(1)
      .map((state, at) => `| go ${at} | state ${at}${at > 9 ? `, state ${at - 9}` : ''} | ${state} | Clerk |`)
      .join('\n')}\n`,
    6: '| role | is |\n|---|---|\n| Clerk | works |\n\n| role | entity | may |\n|---|---|---|\n| Clerk | Case | everything |\n',
  })
  const pictures = picture(text)
  const [workflow] = pictures.workflows
  if (!workflow) throw new Error('nothing was read')
  const drawn = diagramOfStates(workflow)
  expectApart(layOutDiagram(drawn, measure))
  expect(drawn.nodes).toHaveLength(61)
  const related = diagramOfEntities(pictures, true)
  expectApart(layOutDiagram(related, measure))
  expect(related.nodes.length).toBeGreaterThanOrEqual(41)
})

test('a long text is cut where it is drawn, and whole where it is said', () => {
  const long = 'x'.repeat(200)
  const drawing = layOutDiagram(
    { nodes: [{ key: 'a', shape: 'state', texts: [{ text: long, tone: 'title', line: 1 }] }], edges: [] },
    measure,
  )
  const [title] = drawing.nodes[0]?.texts ?? []
  expect(title?.text).toMatch(/^x{5,40}…$/)
  expect(title?.whole).toBe(long)
})
