// How the tests run: from the project's root, in two processes of their own, which read the product once for all of their files.
// `journeys` walks through all browser journeys, of which `npm test` takes some, and looks at each screen of the helpdesk.
// The modes `contract`, `crash`, `equality`, `expressions`, `policy`, `power`, `readers`, `screens` and `fuzz` are the long versions of what `npm test` does in short; in `retries`
// every command is run, undone and run again; in `postgres` a PostgreSQL is started, and an application runs on it, in `postgres-all` for more files; in `fleet` four processes do.
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { startBuiltEntries } from './built-entries.ts'
import { ALL_POSTGRES_FILES, POSTGRES_FILES } from './postgres/test-files.ts'
import { randomSeedOf } from './random-seed.ts'
import { TAGS } from './tags.ts'

const environments: { readonly [mode: string]: { readonly [name: string]: string } } = {
  contract: { CONTRACT: 'all' },
  crash: { CRASH_ROUNDS: '1000' },
  equality: { VERBATIM_ENGINE: 'postgres', EQUALITY_QUESTIONS: '10000' },
  expressions: { EXPRESSION_CASES: '100000' },
  policy: {
    POLICY_TRIPLES: '200000',
    POLICY_ACTS: '10000',
    POLICY_PAIRS: '10000',
    POLICY_TIMED_PAIRS: '1000',
    POLICY_EXPLAINED: '5000',
    POLICY_READERS: '1000',
    POLICY_PLANS: '1000',
  },
  readers: { READER_TEXTS: '10000', EXPORT_TABLES: '20' },
  power: { POWER_CUTS: '10000', KILL_ROUNDS: '20' },
  postgres: { VERBATIM_ENGINE: 'postgres' },
  'postgres-all': { VERBATIM_ENGINE: 'postgres' },
  screens: { SCREENS: 'all' },
  journeys: {},
  retries: { VERBATIM_RETRIES: '1' },
  fleet: {
    VERBATIM_ENGINE: 'postgres',
    VERBATIM_PROCESSES: '4',
    FLEET_KILLS: '200',
    FLEET_JOBS: '10000',
    FLEET_HISTORIES: '2000',
    FLEET_PUBLICATIONS: '100',
    FLEET_DEPLOYMENTS: '5',
    FLEET_FAILOVERS: '20',
    FLEET_SESSIONS: '100',
    FLEET_STRIDE: '1',
  },
  fuzz: { FUZZ_CASES: '1000000', GUESSES: '5000' },
}

/** Journeys that `npm test` makes; `npm run test:journeys` makes all. Each walks as people do, and takes its time. */
const SHORT_JOURNEYS = ['first-load', 'helpdesk']

/** Matches what takes long and proves again, by measuring, what a test proves in short. */
const LONG = 'tests/**/*.long.test.ts'

/** Matches the tests that need PostgreSQL: those that compare the engines, and those of processes that serve it. */
const OF_POSTGRES = ['tests/equality/**', 'tests/fleet/**', 'tests/server/serve-postgres.test.ts']

const included: { readonly [mode: string]: readonly string[] } = {
  test: [
    'tests/!(journeys|screens)/**/*.test.{ts,tsx}',
    'tests/*.test.ts',
    `tests/journeys/{${SHORT_JOURNEYS.join(',')}}.test.ts`,
  ],
  journeys: ['tests/journeys/*.test.ts', 'tests/screens/*.test.ts'],
  fleet: ['tests/fleet/*.test.ts', 'tests/races/*.test.ts'],
  contract: ['tests/contract/*.test.ts', 'tests/documents/any-day.test.ts', 'tests/server/backup/move.test.ts'],
}

/** `ANY_FILE=1` lets `--mode postgres` run files that are not in its list. */
function includedIn(mode: string): readonly string[] {
  if (mode === 'postgres' && process.env['ANY_FILE'] === undefined) return POSTGRES_FILES
  if (mode === 'postgres-all') return ALL_POSTGRES_FILES
  return included[mode] ?? ['tests/**/*.test.{ts,tsx}']
}

export default defineConfig(({ mode }) => ({
  root: fileURLToPath(new URL('..', import.meta.url)),
  plugins: [startBuiltEntries()],
  test: {
    include: [...includedIn(mode)],
    exclude: [
      ...(mode === 'fuzz' ? [] : [LONG]),
      ...(environments[mode]?.['VERBATIM_ENGINE'] === 'postgres' ? [] : OF_POSTGRES),
    ],
    pool: 'forks',
    maxWorkers: mode === 'fleet' ? 1 : 2,
    // Modules keep nothing but what follows from its key (compiled patterns, offsets of zones): no file leaves anything behind for the next.
    isolate: false,
    setupFiles: [
      'tests/seed-random-tests.ts',
      ...(mode.startsWith('postgres') ? ['tests/postgres/refuse-unwanted.ts'] : []),
    ],
    globalSetup: ['tests/shared-places.ts', 'tests/postgres/run-postgres.ts'],
    silent: 'passed-only',
    // They end what hangs, and are no measure: beside other work a test may take many times as long.
    testTimeout: { test: 240_000, retries: 240_000, journeys: 120_000 }[mode] ?? 3_600_000,
    hookTimeout: 240_000,
    tags: TAGS,
    // What is polled for comes later where the machine has other work.
    expect: { poll: { timeout: 60_000 } },
    // What is set by hand wins: `FUZZ_CASES=200 npm run test:fuzz`.
    env: { RANDOM_SEED: String(randomSeedOf(mode)), ...environments[mode], ...process.env },
  },
}))
