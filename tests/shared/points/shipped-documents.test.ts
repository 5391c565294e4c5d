// The shipped documents read as they are meant.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readDocument } from '#shared/document/read-document.ts'
import { isShown, type OrNotShown } from '#shared/points/declarations.ts'
import { readDeclarations } from '#shared/points/read-declarations.ts'

function read(name: string) {
  const { document, diagnostics } = readDocument(readFileSync(`shared/documents/${name}.md`, 'utf8'))
  const { declarations, diagnostics: more } = readDeclarations(document)
  return { text: document.text, declarations, diagnostics: [...diagnostics, ...more] }
}

describe('the seed document', () => {
  const { declarations, diagnostics } = read('seed')

  test('reads without an error or a warning', () => expect(diagnostics).toEqual([]))

  test('builds nothing from what is not shown', { tags: 'reference/what-is-not-known' }, () => {
    expect(declarations.name).toBe('web application with a client-side interface')
    expect(isShown(declarations.entities)).toBe(false)
    expect(isShown(declarations.screens) && declarations.screens.screens).toEqual([])
  })
})

describe('the helpdesk', () => {
  const { text, declarations, diagnostics } = read('helpdesk')
  const shown = <T extends object>(point: OrNotShown<T>): T => {
    if (!isShown(point)) throw new Error('not shown')
    return point
  }

  test('reads without an error or a warning', () => {
    expect(diagnostics.filter((diagnostic) => diagnostic.severity !== 'note')).toEqual([])
  })

  test('declares its nineteen screens, six entities, eight transitions, five rules, eighteen grants and ten constants', () => {
    expect(shown(declarations.screens).screens).toHaveLength(19)
    expect(shown(declarations.entities).entities.map((entity) => entity.name.identifier)).toEqual([
      'Ticket',
      'Comment',
      'Article',
      'Team',
      'Tag',
      'Person',
    ])
    expect(
      shown(declarations.states).workflows[0]?.transitions.map((transition) => transition.name.identifier),
    ).toEqual(['take', 'assign', 'ask', 'answer', 'resolve', 'reopen', 'close', 'escalate'])
    expect(shown(declarations.rules).rules).toHaveLength(5)
    expect(shown(declarations.roles).grants).toHaveLength(18)
    expect(shown(declarations.limits).limits).toHaveLength(10)
  })

  test('has one unknown, the address of the pager', () => {
    expect(declarations.unknowns.map((unknown) => [unknown.point, unknown.name])).toEqual([[9, 'pager_url']])
  })

  test('every expression knows where it stands', () => {
    const reopen = shown(declarations.states).workflows[0]?.transitions.find(
      (transition) => transition.name.identifier === 'reopen',
    )
    const start = reopen?.when?.start ?? 0
    expect(text.slice(start, start + 10)).toBe('now < reso')
    expect(text.slice(reopen?.span.start, reopen?.span.end)).toMatch(/^\| reopen \|.*\|$/)
  })

  test('the table of outgoing calls is found where it stands, below the last heading', () => {
    const { calls, shapes, outgoing } = shown(declarations.calls)
    expect(
      calls.map((call) => [call.method, call.path.value, call.does, call.steps?.length, call.answer?.status]),
    ).toEqual([['GET', '/api/overdue', 'the tickets whose promise is broken', 1, 200]])
    expect(shapes.map((shape) => shape.entries.map((entry) => entry.name))).toEqual([
      ['number', 'subject', 'assignee', 'hoursLate'],
    ])
    expect(outgoing).toMatchObject([
      {
        when: { entity: { value: 'Ticket' }, transition: { value: 'escalate' } },
        url: [{ expression: { value: 'limits.pager_url' } }],
      },
    ])
  })
})
