// Reads the tutorial: the document after each of its steps.
import { examplesOf, readHelp, replaceHeading, replacePoints } from './examples.ts'

export interface Step {
  readonly heading: string
  readonly line: number
  /** The whole document, once the step is done. */
  readonly document: string
}

/** A step is a block of points, and the blocks that say "also"; "also part" replaces what stands below one heading. */
export function readTutorial(): readonly Step[] {
  const page = readHelp('ten-minutes')
  const steps: Step[] = []
  for (const { line, says, text } of examplesOf(page)) {
    const before = steps.at(-1)?.document
    const isPart = says === 'also part'
    const document = before === undefined ? text : (isPart ? replaceHeading : replacePoints)(before, text)
    if (says.startsWith('also')) steps.pop()
    steps.push({ heading: headingBefore(page, line), line, document })
  }
  return steps
}

function headingBefore(page: string, line: number): string {
  const lines = page.split('\n').slice(0, line)
  return lines.findLast((each) => each.startsWith('## ') && !/^## \d/.test(each))?.slice(3) ?? ''
}
