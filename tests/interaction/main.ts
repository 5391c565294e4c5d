// `npm run bench:interaction`: how long a page of a million tickets takes to answer a key or a click, on a processor a quarter as fast.
// --times N (12) · --slow-down N (4) · --only list,palette,… · --data DIRECTORY: already seeded · --trace DIRECTORY: keeps the traces, with profiles
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { AGENT_TOKEN } from '../bench/data.ts'
import { findFreePort, stop, waitForAnswer } from '../bench/processes.ts'
import { OPEN_TICKETS } from '../bench/scenarios.ts'
import { startVerbatim } from '../bench/verbatim.ts'
import { openVisitor, sharedBrowser } from '../browser/browser.ts'
import { moveCards } from './acts/board.ts'
import { chooseInForm, editCells, typeInForm } from './acts/forms.ts'
import { changeView, filterList, moveInList, peek, searchList, selectAll } from './acts/list.ts'
import { usePalette } from './acts/palette.ts'
import { openRecords, useRecord } from './acts/record.ts'
import { measureBenchmarkIndex } from './benchmark-index.ts'
import { printHead, printInteractions } from './report.ts'
import { ensureMillion } from './million.ts'
import { measureOnStage } from './stage.ts'

const PLAYS = {
  list: [moveInList, selectAll, filterList, changeView, searchList],
  peek: [peek],
  palette: [usePalette],
  record: [openRecords, useRecord],
  form: [typeInForm, chooseInForm],
  cell: [editCells],
  board: [moveCards],
}

const { values: options } = parseArgs({
  options: {
    times: { type: 'string', default: '12' },
    'slow-down': { type: 'string', default: '4' },
    only: { type: 'string', default: Object.keys(PLAYS).join(',') },
    data: { type: 'string' },
    trace: { type: 'string' },
  },
})

const directory = options.data ?? (await ensureMillion())
const port = await findFreePort()
const server = startVerbatim(directory, port)
try {
  await waitForAnswer(server, port, OPEN_TICKETS, AGENT_TOKEN)
  const browser = await sharedBrowser()
  const url = `http://localhost:${port}`
  const only = options.only.split(',')
  const { page: blank, context: own } = await openVisitor(browser, url)
  process.stdout.write(
    `Benchmark index of this processor, before it is slowed down: ${await measureBenchmarkIndex(blank)}\n`,
  )
  await own.close()
  process.stdout.write(`${printHead()}\n`)
  for (const [name, plays] of Object.entries(PLAYS)) {
    if (!only.includes(name)) continue
    for (const play of plays) {
      const { page, context } = await openVisitor(browser, url)
      // The first reading of so many takes its time.
      context.setDefaultTimeout(60_000)
      await context.addCookies([{ name: 'session', value: AGENT_TOKEN, url }])
      const file = options.trace && join(options.trace, `${play.name}.json`)
      if (options.trace) mkdirSync(options.trace, { recursive: true })
      const stage = { times: Number(options.times), slowDown: Number(options['slow-down']), file }
      const measured = await measureOnStage(browser, page, play, stage)
      process.stdout.write(`${printInteractions(measured)}\n`)
      await context.close()
    }
  }
  await browser.close()
} finally {
  await stop(server)
}
