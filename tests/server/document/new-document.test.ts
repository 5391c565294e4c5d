// What `npm run new` and `npm run check -- --explain` do with files and codes.
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { documentOf } from '../../helpers/compile-document.ts'
import { explainMessage } from '../../../server/document/explain-message.ts'
import { fixFile } from '../../../server/document/fix-file.ts'
import { reportLists } from '../../../server/records/read/explain-lists.ts'
import { checkDocument } from '../../../server/document/check-document.ts'
import { writeNewDocument } from '../../../server/document/new-document.ts'

let directory: string
beforeEach(async () => void (directory = await mkdtemp(join(tmpdir(), 'new-document-'))))
afterEach(() => rm(directory, { recursive: true }))

test('a document is mended in its file, which is written only where something is certain', async () => {
  const file = join(directory, 'desk.md')
  const text =
    '# Specification: Desk\n\n## 3. Entities\n\n### Ticket\n\n| field | type |\n|---|---|\n| open | boolean |\n'
  await writeFile(file, text)
  expect(await fixFile(file)).toEqual({ output: 'desk.md:9  Write "yes/no"  (entities/unknown-type)', isDone: true })
  expect(await readFile(file, 'utf8')).toBe(text.replace('boolean', 'yes/no'))
  const { mtimeMs } = await stat(file)
  expect(await fixFile(file)).toEqual({
    output: 'desk.md: nothing can be mended with certainty.',
    isDone: true,
  })
  expect((await stat(file)).mtimeMs).toBe(mtimeMs)
  expect((await fixFile(join(directory, 'none.md'))).isDone).toBe(false)
  await writeFile(file, text)
  const { diagnostics } = JSON.parse((await checkDocument(file, { asJson: true })).output)
  const [fix] = diagnostics.find(({ code }: { code: string }) => code === 'entities/unknown-type').fixes
  expect(fix).toMatchObject({ certain: true, edits: [{ start: text.indexOf('boolean'), text: 'yes/no' }] })
})

describe('a new document', () => {
  test('is named after its file and checks clean', async () => {
    const file = join(directory, 'leave-requests.md')
    const { output: said, written } = await writeNewDocument(file)
    expect(written).toBe(true)
    expect(said).toContain(`npm run check -- ${file} `)
    expect(said).toContain(`npm start -- ${file} --watch `)
    expect(await readFile(file, 'utf8')).toMatch(/^# Specification: Leave requests\n/)
    const { output, isSound } = await checkDocument(file, { asJson: false })
    expect({ output, isSound }).toEqual({
      output:
        'Not shown: Point 1, Point 2, Point 3, Point 4, Point 5, Point 6, Point 7, Point 8, Point 9.\n\nleave-requests.md is sound.',
      isSound: true,
    })
  })

  test.each([
    ['- How many?', 'a.md is sound.', '1 open question.'],
    ['- How many?\n- How late?\n- Who?\n  - answer: Ann', 'a.md is sound.', '2 open questions.'],
    ['- Who?\n  - answer: Ann', 'a.md is sound.', undefined],
  ])('with the questions %j counts the open ones, without a warning', async (questions, sound, count) => {
    const file = join(directory, 'a.md')
    await writeFile(file, documentOf({ 3: `not shown.\n\n### Unknowns\n\n${questions}` }))
    const { output, isSound } = await checkDocument(file, { asJson: false })
    const [, ...rest] = output.split('\n\n')
    expect(rest).toEqual(count === undefined ? [sound] : [count, sound])
    expect(isSound).toBe(true)
    const printed = JSON.parse((await checkDocument(file, { asJson: true })).output)
    expect(printed.questions).toHaveLength(questions.match(/^- /gm)?.length ?? 0)
  })

  test('is never written over a file that exists', async () => {
    const file = join(directory, 'mine.md')
    await writeFile(file, 'my work')
    expect(await writeNewDocument(file)).toEqual({
      output: 'mine.md exists already; it is left as it is.',
      written: false,
    })
    expect(await readFile(file, 'utf8')).toBe('my work')
  })

  test('needs a directory that exists', async () => {
    const { output, written } = await writeNewDocument(join(directory, 'nowhere', 'a.md'))
    expect(written).toBe(false)
    expect(output).toContain('there is no such directory')
  })
})

test(
  'a plan lists which changes elsewhere the rules are not checked at',
  { tags: 'reference/point-5-validation-rules' },
  async () => {
    const file = join(directory, 'halls.md')
    const rules = '| rule | entity | must hold | otherwise | checked |\n|---|---|---|---|---|\n'
    const seats = (checked: string) =>
      `${rules}| Enough seats | Booking | \`guests <= hall.seats\` | "Too many." | ${checked} |\n`
    const fields = '| field | type |\n|---|---|\n'
    const entities = `### Hall\n\n${fields}| seats | integer |\n\n### Booking\n\n${fields}| hall | Hall |\n| guests | integer |\n`
    const plan = async (checked: string): Promise<string> => {
      await writeFile(file, documentOf({ 3: entities, 5: seats(checked) }))
      return (await checkDocument(file, { asJson: false, explainLists: reportLists })).output
    }
    expect(await plan('')).toContain('"Enough seats" of Booking is not checked when Hall.seats changes')
    expect(await plan('from both sides')).toContain('Every rule is checked at every change that it reads.')
  },
)

test(
  'a plan lists the changes of related records of the same entity, and not those of records that are alike',
  { tags: 'reference/point-5-validation-rules' },
  async () => {
    const file = join(directory, 'parts.md')
    const head = '| rule | entity | must hold | otherwise | checked |\n|---|---|---|---|---|\n'
    const entities =
      '### Part\n\n| field | type |\n|---|---|\n| name | text |\n| budget | integer |\n| whole | Part (as parts) |\n'
    const plan = async (condition: string, checked = ''): Promise<string> => {
      const rule = `| Fits | Part | \`${condition}\` | "Too much." | ${checked} |\n`
      await writeFile(file, documentOf({ 3: entities, 5: head + rule }))
      return (await checkDocument(file, { asJson: false, explainLists: reportLists })).output
    }
    const checkedAtAll = 'Every rule is checked at every change that it reads.'
    expect(await plan('whole == null or budget <= whole.budget')).toContain(
      '"Fits" of Part is not checked when Part.budget of a related record changes',
    )
    expect(await plan('parts.sum(p, p.budget) <= budget')).toContain(
      '"Fits" of Part is not checked when a related record of Part is created or deleted',
    )
    expect(await plan('whole == null or budget <= whole.budget', 'from both sides')).toContain(checkedAtAll)
    expect(await plan('not Part.exists(p, p != this and p.name == name)')).toContain(checkedAtAll)
    expect(await plan('not whole.parts.exists(p, p != this and p.name == name)')).toContain(checkedAtAll)
  },
)

test(
  'a plan lists no rule of a transition, and of lines only those of other heads where the own ones are checked',
  { tags: 'reference/point-5-validation-rules' },
  async () => {
    const file = join(directory, 'orders.md')
    const fields = (rows: string): string => `| field | type |\n|---|---|\n${rows}`
    const entities = [
      `### Partner\n\n${fields('| quota | integer |\n')}`,
      `### Order\n\n${fields('| partner | Partner (as orders) |\n')}`,
      `### Order line\n\n${fields('| order | Order (as lines), part of it |\n| pieces | integer |\n')}`,
    ].join('\n')
    const states =
      '### Order.status\n\n- starts: open\n- ends: sent\n\n| transition | from | to |\n|---|---|---|\n| send | open | sent |\n'
    const plan = async (entity: string, condition: string): Promise<string> => {
      const rules = `| rule | entity | must hold | otherwise |\n|---|---|---|---|\n| Quota | ${entity} | \`${condition}\` | "Too many." |\n`
      await writeFile(file, documentOf({ 3: entities, 4: states, 5: rules }))
      return (await checkDocument(file, { asJson: false, explainLists: reportLists })).output
    }
    const checkedAtAll = 'Every rule is checked at every change that it reads.'
    expect(await plan('Order.send', 'partner.quota > 3')).toContain(checkedAtAll)
    expect(await plan('Order', 'partner.quota > 3')).toContain(
      '"Quota" of Order is not checked when Partner.quota changes',
    )
    const all = 'partner.orders.sum(o, o.lines.sum(l, l.pieces)) <= 9'
    const missed = await plan('Order', all)
    expect(missed).toContain('"Quota" of Order is not checked when OrderLine.pieces of another Order changes')
    expect(missed).not.toMatch(/OrderLine\.pieces changes/)
    expect(await plan('Order.send', all)).toContain(checkedAtAll)
    expect(await plan('Order', 'lines.sum(l, l.pieces) <= 9')).toContain(checkedAtAll)
  },
)

describe('an explanation', () => {
  test(
    'says what the code means, with an example and the remedy',
    { tags: 'reference/when-something-is-wrong' },
    async () => {
      const { output, found } = await explainMessage('entities/unknown-type')
      expect(found).toBe(true)
      expect(output).toMatch(
        /^entities\/unknown-type \(error\)\n\n.*\n\nFor example:\n\n {4}### Ticket\n[^]*\n\nRemedy: /,
      )
    },
  )

  test('of a code that is misspelt names the one that may be meant', async () => {
    expect(await explainMessage('entities/unknown-typ')).toEqual({
      output: 'No message has the code "entities/unknown-typ". Did you mean "entities/unknown-type"?',
      found: false,
    })
  })

  test('without a code lists all of them', async () => {
    const { output } = await explainMessage(undefined)
    expect(output.split('\n').length).toBeGreaterThan(150)
  })
})

describe('the JSON for editors and build servers', () => {
  test('has the shape that the reference documents', { tags: 'reference/when-something-is-wrong' }, async () => {
    const file = join(directory, 'a.md')
    const points = ['1. A', '2. B', '3. C', '4. D', '5. E', '6. F', '7. G', '8. H', '9. I']
    const text = points.map((title) => `## ${title}\n\nnot shown.\n`).join('\n')
    const entity = '### Ticket\n\n| field | type |\n|---|---|\n| due | dat |'
    await writeFile(file, `# A\n\n${text.replace('## 3. C\n\nnot shown.', `## 3. C\n\n${entity}`)}`)
    const { output, isSound } = await checkDocument(file, { asJson: true })
    expect(isSound).toBe(false)
    const told: unknown = JSON.parse(output)
    expect(told).toMatchObject({
      diagnostics: [
        {
          code: 'entities/unknown-type',
          severity: 'error',
          message: '"dat" is neither a type nor an entity.',
          hint: 'did you mean "date"?',
          from: { line: 17, column: 9 },
          to: { line: 17, column: 12 },
          related: [],
          fixes: [
            {
              title: 'Write "date"',
              edits: [{ from: { line: 17, column: 9 }, to: { line: 17, column: 12 }, text: 'date' }],
            },
          ],
        },
      ],
    })
    expect(told).toHaveProperty('unknowns.0', { point: 1, name: 'Point 1', line: 5 })
  })

  test('says in one sentence why a file can not be read', async () => {
    const { output, isSound } = await checkDocument(join(directory, 'missing.md'), { asJson: true })
    expect(isSound).toBe(false)
    expect(JSON.parse(output)).toEqual({ problem: expect.stringContaining('missing.md') })
  })
})
