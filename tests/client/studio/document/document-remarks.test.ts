import { describe, expect, test } from 'vitest'
import { readRemarks } from '../../../../client/studio/document/document-remarks.ts'
import { readShipped } from '../../../helpers/compile-document.ts'

describe('beside the document', () => {
  const text = readShipped('helpdesk')
  const { lines, unknowns, notes } = readRemarks(text)

  test('stands what it does not say, at the line that says so', () => {
    expect(unknowns.map((each) => each.text)).toEqual(['pager url (point 9)'])
    expect(lines[(unknowns[0]?.line ?? 0) - 1]).toContain('pager_url')
  })

  test('stand its questions, each at its line, also while the document has errors', () => {
    const asked = readRemarks('## 5. Validation rules\n\n### Unknowns\n\n- How late?\n  - owner: Ann\n- owner: Ben\n')
    expect(asked.questions).toEqual([{ point: 5, line: 5, text: 'How late?', owner: 'Ann' }])
    expect(asked.notes.some(({ severity }) => severity === 'error')).toBe(true)
  })

  test('stands what this version does not run', () => {
    expect(notes.map(({ severity }) => severity)).not.toContain('error')
    const kept = readRemarks(text.replace('| upload size |', '| history | 3 days | |\n| upload size |')).notes
    expect(kept.some((note) => note.text.includes('"history" is read and kept'))).toBe(true)
  })

  test('a text that is no document still has its lines and says what is wrong', () => {
    const broken = readRemarks('nothing\r\nat all')
    expect(broken.lines).toEqual(['nothing', 'at all'])
    expect(broken.notes.some(({ severity }) => severity === 'error')).toBe(true)
  })
})
