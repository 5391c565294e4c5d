// Holds that pages have one clock: under `--clock` and in a trial they go by the server's, which the browser's own knows nothing of.
import { expect, test } from 'vitest'
import { code } from './source-files.ts'

/** Files that measure how long ago something was done in this browser, which no page shows. */
const MEASURING = ['client/data/records/poll-records.ts', 'client/data/session.ts', 'client/frame/newer-build.ts']

test('what the client shows and asks for goes by `client/clock.ts`, and only that file asks the browser for the time', () => {
  const asking = [...code]
    .filter(([path]) => path.startsWith('client/') || path.startsWith('shared/'))
    .filter(([, text]) => /new Date\(\)|\bDate\.now\b|\bTemporal\.Now\b|\.format(ToParts)?\(\)/.test(text))
    .map(([path]) => path)
  expect(asking).toEqual(['client/clock.ts', ...MEASURING])
})
