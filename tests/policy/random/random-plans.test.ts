// What a plan says people gain and lose is what a naive oracle of both documents says, for random pairs of documents: nothing is missed or made up.
// @module-tag P01
// @module-tag V07
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runDocument } from '../../../server/document/current-document.ts'
import { findChanges } from '../../../server/plan/compare-permissions.ts'
import { openCopies } from '../../../server/plan/open-copies.ts'
import { openSqliteStorage } from '../../../server/storage/sqlite/sqlite-storage.ts'
import { compileDocument } from '../../helpers/compile-document.ts'
import type { Row } from '../entities.ts'
import { entityOf } from '../entities.ts'
import { holdForRandom } from '../hold-for-random.ts'
import { seed } from '../../seed-random-tests.ts'
import { createOracle } from '../oracle.ts'
import type { World } from '../world.ts'
import { printDocument } from '../world.ts'
import { insertWorld } from './insert-world.ts'
import { emptyField, mutateWorld, renamedTo } from './mutate-world.ts'
import { MOMENT, randomWorld } from './random-world.ts'

const PAIRS = Number(process.env['POLICY_PLANS'] ?? 8)

test(
  `the plans of ${PAIRS} random pairs of documents say what a naive oracle says (seed ${seed})`,
  async () => {
    let changes = 0
    await holdForRandom(PAIRS, async (pick) => {
      const before = emptyField(pick, randomWorld(pick))
      const after = mutateWorld(pick, before)
      const expected = expectedChanges(before, after)
      const found = await plannedChanges(before, after)
      changes += expected.size
      const missed = [...expected].filter((each) => !found.has(each))
      const invented = [...found].filter((each) => !expected.has(each))
      if (missed.length + invented.length > 0)
        throw new Error(
          [
            printDocument(before),
            '=== after',
            printDocument(after),
            `missed: ${missed.slice(0, 5).join('; ')}`,
            `invented: ${invented.slice(0, 5).join('; ')}`,
            JSON.stringify(before.rows),
          ].join('\n'),
        )
    })
    console.info(`${changes} permissions gained or lost`)
    // A few pairs may change little; many show that the oracle compares something.
    if (PAIRS >= 100) expect(changes).toBeGreaterThan(PAIRS)
  },
  120_000 + PAIRS * 5_000,
)

/** Each change as a text: who, what, on which record. */
async function plannedChanges(before: World, after: World): Promise<ReadonlySet<string>> {
  const root = mkdtempSync(join(tmpdir(), 'verbatim-plans-'))
  try {
    const directory = mkdtempSync(join(root, 'data-'))
    const text = printDocument(before)
    const model = compileDocument(text)
    const { revision } = runDocument('before.md', text, model)
    const storage = await openSqliteStorage({
      directory,
      model,
      revision,
      source: { file: 'before.md', text, isFromFile: true, by: null },
      now: () => MOMENT,
    })
    await storage.write((transaction) => insertWorld(transaction, before))
    await storage.close()
    const planned = printDocument(after)
    const document = { file: 'after.md', text: planned, model: compileDocument(planned) }
    const copies = await openCopies({ place: directory, folder: root }, document, MOMENT)
    if ('conflicts' in copies) throw new Error(`${planned}\n${JSON.stringify(copies.conflicts)}`)
    const found = new Set<string>()
    const bounds = { hasTime: () => true, records: 1_000 }
    const { isWhole, isCut } = await findChanges(copies, MOMENT, bounds, (direction, permission, about) => {
      if (direction !== 'change')
        found.add(changeText(direction, permission, about.pair.after, about.person, about.record))
    })
    await copies.close()
    expect({ isWhole, isCut }).toEqual({ isWhole: true, isCut: false })
    return found
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

function changeText(
  direction: string,
  permission: string,
  entity: string,
  person: string | null,
  record: string | null,
): string {
  return [direction, permission, entity, person ?? 'nobody', record ?? ''].join(' ')
}

function expectedChanges(before: World, after: World): ReadonlySet<string> {
  const expected = new Set<string>()
  for (const me of [null, ...(before.rows['Person'] ?? [])]) {
    const was = createOracle(before, me)
    const is = createOracle(after, after.rows['Person']?.find(({ id }) => id === me?.id) ?? null)
    for (const [entity] of before.entities) {
      const { entity: now, field } = renamedTo(before, after, entity)
      const note = (one: ReadonlySet<string>, other: ReadonlySet<string>, record: string | null): void => {
        for (const each of other)
          if (!one.has(each)) expected.add(changeText('gain', each, now, me?.id ?? null, record))
        for (const each of one)
          if (!other.has(each)) expected.add(changeText('lose', each, now, me?.id ?? null, record))
      }
      const common = new Set(entityOf(before.entities, entity).fields.flatMap(({ name }) => field(name) ?? []))
      note(verbsOf(was, entity), verbsOf(is, now), null)
      for (const row of before.rows[entity] ?? []) {
        const other = after.rows[now]?.find(({ id }) => id === row.id)
        if (other === undefined) throw new Error(`${row.id} is gone`)
        note(
          permissionsOf(before, was, entity, row, field),
          permissionsOf(after, is, now, other, (name) => (common.has(name) ? name : undefined)),
          row.id,
        )
      }
    }
  }
  return expected
}

type Oracle = ReturnType<typeof createOracle>

function verbsOf(oracle: Oracle, entity: string): ReadonlySet<string> {
  const verbs = ['create', 'export', 'import', 'restore']
  return new Set(verbs.filter((verb) => oracle.mayEver(verb, entity) && !oracle.isTakenAway(verb, entity)))
}

const STANDARD = new Set(['id', '_version', 'created_at', 'created_by', 'updated_at', 'updated_by'])

function permissionsOf(
  world: World,
  oracle: Oracle,
  entity: string,
  row: Row,
  nameOf: (field: string) => string | undefined,
): ReadonlySet<string> {
  const seen = oracle.read(entity, row)
  if (seen === undefined) return new Set()
  const named = (verb: string, fields: readonly string[]): readonly string[] =>
    fields.flatMap((name) => {
      const known = nameOf(name)
      return known === undefined ? [] : [`${verb} ${known}`]
    })
  const changeable = entityOf(world.entities, entity)
    .fields.filter(({ name, binds }) => !STANDARD.has(name) && binds === undefined && name in seen)
    .map(({ name }) => name)
    .filter((name) => oracle.may('update', entity, row, name))
  const isTold = (field: string): boolean =>
    ['id', '_version'].includes(field) || oracle.may('see history', entity, row, field)
  return new Set([
    'read',
    ...named('read', Object.keys(seen)),
    ...named('update', changeable),
    ...(oracle.may('delete', entity, row) ? ['delete'] : []),
    ...(oracle.may('see history', entity, row)
      ? [
          'history',
          ...named(
            'history',
            Object.keys(seen).filter((name) => isTold(name)),
          ),
        ]
      : []),
  ])
}
