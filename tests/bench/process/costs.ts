// Measures the processor time that a row of an import, a create and an update take, without HTTP: other work disturbs it least.
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runNode } from '../processes.ts'
import { median } from '../report.ts'
import { copyForRound, ensureSeeded, type SeededData } from '../seeded.ts'
import { seedHelpdesk, verbatimData } from '../verbatim.ts'
import type { ImportCost } from './import-cost.ts'
import type { ProcessOptions } from './main.ts'
import type { WriteCost } from './write-cost.ts'

/** People, teams and tags, and no ticket yet. */
const withoutTickets: SeededData = {
  name: 'no tickets',
  sources: ['tests/bench/verbatim.ts', 'tests/bench/data.ts', 'server/storage', 'shared/documents/helpdesk.md'],
  async seed(directory) {
    mkdirSync(directory, { recursive: true })
    await seedHelpdesk(directory, { tickets: 0 })
  },
}

export async function measureImports({ rounds, fresh, rows }: ProcessOptions): Promise<string> {
  const lines: string[] = []
  for (const data of [withoutTickets, verbatimData()]) {
    const seeded = await ensureSeeded(data, fresh)
    const costs: ImportCost[] = []
    for (let round = 0; round < rounds; round++)
      costs.push(JSON.parse(await runNode([IMPORT, copyForRound(seeded), String(rows)])) as ImportCost)
    const of = (figure: (cost: ImportCost) => number) => Math.round(median(costs.map(figure)))
    const [read, first, second, commit] = [
      of((cost) => cost.read),
      of((cost) => cost.write[0] ?? NaN),
      of((cost) => cost.write[1] ?? NaN),
      of((cost) => cost.commit),
    ]
    const all = read + (first + second) / 2 + commit
    lines.push(
      `import of ${rows} tickets into ${data.name}: ${Math.round(all)} µs of the processor a row, ${of(({ elapsed }) => elapsed)} by the clock (to reach: 200): read ${read}, written ${first} in the first half and ${second} in the second, commit ${commit}`,
    )
  }
  return lines.join('\n')
}

export async function measureWrites({ rounds, fresh }: ProcessOptions): Promise<string> {
  const seeded = await ensureSeeded(verbatimData(), fresh)
  const costs: WriteCost[] = []
  for (let round = 0; round < rounds; round++)
    costs.push(JSON.parse(await runNode([WRITES, copyForRound(seeded)])) as WriteCost)
  const of = (figure: (cost: WriteCost) => number) => Math.round(median(costs.map(figure)))
  return `writes of tickets, 32 at once, without HTTP: create ${of(({ create }) => create)} µs of the processor, update ${of(({ update }) => update)} µs`
}

const IMPORT = fileURLToPath(new URL('import-cost.ts', import.meta.url))
const WRITES = fileURLToPath(new URL('write-cost.ts', import.meta.url))
