// What an editor offers, explains and mends in the examples and the questions of a document.
import { describe, expect, test } from 'vitest'
import { compile } from '#shared/compile.ts'
import { fixDocument } from '#shared/language/fix-document.ts'
import { openDocument } from '#shared/language/open-document.ts'
import { applyEdits } from '#shared/text/text-edits.ts'
import { readShipped } from '../../helpers/compile-document.ts'

const TODAY = '2026-11-29'
const helpdesk = readShipped('helpdesk').replaceAll(/\n### Example:[\s\S]*?(?=\n##)/g, '\n')

/** The help desk with a part below point 4; `‸` is the caret. */
function opened(part: string) {
  const marked = helpdesk.replace('\n## 5.', `\n${part}\n\n## 5.`)
  const offset = marked.indexOf('‸')
  expect(offset).toBeGreaterThan(0)
  const open = openDocument(marked.replace('‸', ''))
  return { open, offset, text: open.text }
}

function offered(part: string): readonly string[] {
  const { open, offset } = opened(part)
  return open.complete(offset, TODAY).map(({ label }) => label)
}

/** The part as it is when the offer was taken. */
function taken(part: string, label: string): string {
  const { open, offset, text } = opened(part)
  const offer = open.complete(offset, TODAY).find((each) => each.label === label)
  if (offer === undefined) throw new Error(`"${label}" is not offered`)
  const after = applyEdits(text, [offer])
  return after.slice(after.indexOf(part.slice(0, 12)), after.indexOf('\n\n## 5.'))
}

function described(part: string) {
  const { open, offset, text } = opened(part)
  const { description, declaredAt } = open.nameAt(offset) ?? {}
  return { description, declared: declaredAt && text.slice(declaredAt.start, declaredAt.end) }
}

const QUESTIONS = '### Unknowns\n\n- Who pays?\n  - owner: Ann\n- How many?\n'

describe('questions', { tags: 'reference/questions' }, () => {
  test('a question is offered the entries that it lacks, dates as today', () => {
    expect(offered(`${QUESTIONS}  - ‸`)).toEqual(['owner', 'asked', 'answer', 'answered'])
    expect(offered(`${QUESTIONS}  - owner: Ben\n  - a‸`)).toEqual(['asked', 'answer', 'answered'])
    expect(taken(`${QUESTIONS}  - ask‸`, 'asked')).toBe(`${QUESTIONS}  - asked: ${TODAY}`)
    expect(taken(`${QUESTIONS}  - answered: ‸`, TODAY)).toBe(`${QUESTIONS}  - answered: ${TODAY}`)
  })

  test('an owner is somebody who owns a question, or a role', () => {
    const owners = offered(`${QUESTIONS}  - owner: ‸`)
    expect(owners[0]).toBe('Ann')
    expect(owners).toEqual(expect.arrayContaining(['Agent', 'Manager']))
    expect(offered(`${QUESTIONS}  - owner: man‸`)).toEqual(['Manager'])
  })

  test('a question may begin, and no table', () => {
    expect(offered('### Unknowns\n\n‸\n')).toEqual(['- What is not known yet?'])
  })

  test('entries say what they hold', () => {
    expect(described('### Unknowns\n\n- Who pays?\n  - ow‸ner: Ann').description).toContain('entry of a question')
  })

  test('an entry that stands beside its question is moved below it, and a date is written as dates are', () => {
    const wrong = `${QUESTIONS}- owner: Ben\n- Is there a fee?\n  - asked: 3 March 2026\n  - answred: 2026/3/5\n  - answer: no`
    const { text } = opened(`${wrong}‸`)
    const problems = compile(text).diagnostics.filter(({ code }) => code.startsWith('unknowns/'))
    expect(problems.map(({ code }) => code)).toEqual([
      'unknowns/no-question',
      'unknowns/bad-date',
      'unknowns/unknown-entry',
    ])
    const edits = problems.flatMap(({ fixes = [] }) => fixes[0]?.edits ?? [])
    const mended = fixDocument(applyEdits(text, edits)).text
    expect(mended).toContain('- How many?\n  - owner: Ben\n')
    expect(mended).toContain('  - asked: 2026-03-03\n  - answered: 2026-03-05\n')
  })

  test('a date whose day may be its month is left to its author', () => {
    const { text } = opened(`${QUESTIONS}  - asked: 3/4/2026‸`)
    const problem = compile(text).diagnostics.find(({ code }) => code === 'unknowns/bad-date')
    expect(problem).toBeDefined()
    expect(problem?.fixes).toBeUndefined()
  })
})

const STORY = '### Example: a story\n\n1. as Mia, a Customer\n2. create Ticket { subject: "Printer" }\n'

describe('examples', { tags: 'reference/examples' }, () => {
  test('a story begins with somebody who acts', () => {
    expect(offered('### Example: a story\n\n1. ‸')).toEqual(
      expect.arrayContaining(['as a Customer', 'as an Agent', 'as nobody', 'create', 'given']),
    )
    expect(offered('### Example: a story\n\n1. as a‸')).not.toContain('create')
    expect(offered('### Example: a story\n\n1. ‸')).not.toContain('refused')
    expect(taken('### Example: a story\n\n‸', 'as an Agent')).toBe('### Example: a story\n\n1. as an Agent')
  })

  test('those who were named may act again, and a step that can be refused is followed by "refused"', () => {
    expect(offered(`${STORY}3. ‸`)).toEqual(expect.arrayContaining(['as Mia', 'refused', '2 days later']))
    expect(offered(`${STORY}3. refused ‸`)).toEqual(expect.arrayContaining(['not_allowed']))
  })

  test('a new record is written with what it needs', () => {
    const made = taken(`${STORY}3. create Tick‸`, 'Ticket')
    expect(made).toContain('3. create Ticket { ')
    expect(made).toContain('subject: "')
  })

  test('braces are offered the fields that are not written yet, and the words of a choice', () => {
    const fields = offered(`${STORY}3. create Ticket { subject: "Screen", ‸`)
    expect(fields).toContain('priority')
    expect(fields).not.toContain('subject')
    expect(offered(`${STORY}3. create Ticket { priority: "ur‸`)).toEqual(['"urgent"'])
  })

  test('the record at hand is led through its transitions, with what they ask', () => {
    expect(offered(`${STORY}3. do ‸`)).toContain('take')
    expect(offered(`${STORY}3. do resolve { ‸`)).toContain('resolution')
  })

  test('conditions know the record at hand and the names of the story', () => {
    const names = offered(`${STORY}3. expect ‸`)
    expect(names).toEqual(expect.arrayContaining(['mia', 'ticket', 'status']))
    expect(offered(`${STORY}3. expect ticket.‸`)).toContain('subject')
    expect(offered(`${STORY}3. expect mail to ‸`)[0]).toBe('mia')
  })

  test('time goes on', () => {
    expect(offered(`${STORY}3. 3 d‸`)).toEqual(['3 days later'])
    expect(offered(`${STORY}3. at ‸`)).toContain(`at ${TODAY} 09:00`)
  })

  test('steps and the names that they give are described, and found', () => {
    expect(described(`${STORY}3. does not s‸ee ticket`).description).toBeUndefined()
    expect(described(`${STORY}3. do‸es not see ticket`).description).toContain('step of an example')
    expect(described(`${STORY}3. as Mia\n4. sees tic‸ket`)).toEqual({
      description: '**ticket**, name in this example: Ticket',
      declared: 'create Ticket { subject: "Printer" }',
    })
    expect(described(`${STORY}3. expect ticket.sub‸ject == "x"`).description).toContain('field of Ticket')
    expect(described(`${STORY}3. create Comment { bo‸dy: "Well" }`).description).toContain('field of Comment')
  })

  test('a slip in the first word of a step is mended', () => {
    const { text } = opened(`${STORY}3. expct ticket.subject == "Printer"‸`)
    const problem = compile(text).diagnostics.find(({ code }) => code === 'examples/bad-step')
    expect(problem?.hint).toBe('did you mean "expect"?')
    expect(applyEdits(text, problem?.fixes?.[0]?.edits ?? [])).toContain('3. expect ticket.subject')
  })
})
