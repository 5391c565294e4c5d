// Measures the processor's time that a document takes to compile, and an editor to complete, by the number of lines.
// `npm run bench:compile`; exits 1 where a mark is missed.
import { compile } from '#shared/compile.ts'
import { complete } from '#shared/language/complete.ts'
import { outlineDocument } from '#shared/language/outline.ts'
import { longDocument } from './long-document.ts'
import { median } from './report.ts'

const SIZES = [1_000, 2_000, 5_000]
const ROUNDS = 15
/** So often is a document compiled before anything is measured: the engine goes on improving the code for about as long. */
const WARMING = 25
/** A document of 1,000 lines compiles within this, in milliseconds. */
const MOST = 50
/** An editor has its completions of a document of 1,000 lines within this, in milliseconds, after each key. */
const MOST_FOR_EDITORS = 50
/** Five times the lines may take at most this many times the time. */
const STEEPEST = 7

const warming = longDocument(1_000)
const inCode = warming.indexOf('`', warming.length / 2) + 1
for (let round = 0; round < WARMING; round++) {
  compile(warming)
  complete(outlineDocument(warming), inCode, '2026-11-29')
}

const measured = SIZES.map((lines) => {
  const text = longDocument(lines)
  if (!compile(text).model) throw new Error('the document that is measured has errors')
  return { lines: text.split('\n').length, characters: text.length, milliseconds: measure(() => compile(text)) }
})
const completing = measure(() => complete(outlineDocument(warming), inCode, '2026-11-29'))

function measure(work: () => void): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const started = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(started)
    return (user + system) / 1_000
  })
  return median(times)
}

for (const { lines, characters, milliseconds } of measured) {
  console.log(
    `${String(lines).padStart(6)} lines  ${String(characters).padStart(8)} characters  ${milliseconds.toFixed(1).padStart(7)} ms  ${((milliseconds / lines) * 1_000).toFixed(1).padStart(6)} µs a line`,
  )
}
const first = measured[0]?.milliseconds ?? Number.NaN
const last = measured.at(-1)?.milliseconds ?? Number.NaN
console.log(`5,000 lines take ${(last / first).toFixed(1)} times as long as 1,000.`)
console.log(`An editor's completions of 1,000 lines take ${completing.toFixed(1)} ms.`)
if (!(completing <= MOST_FOR_EDITORS)) {
  console.log(`To reach: completions within ${MOST_FOR_EDITORS} ms.`)
  process.exitCode = 1
}
if (!(first <= MOST) || !(last / first <= STEEPEST)) {
  console.log(`To reach: 1,000 lines within ${MOST} ms, and at most ${STEEPEST} times as long for 5,000.`)
  process.exitCode = 1
}
