// Plans for the helpdesk that note which statements they ask for.
import { join } from 'node:path'
import type { SlowReadOptions } from '../../../server/storage/planner/plan-context.ts'
import type { SqlValue } from '../../../server/storage/executor.ts'
import type { Connection } from '../../../server/storage/sqlite/connection.ts'
import { FUNCTIONS } from '../../../server/storage/sqlite/sql-functions.ts'
import { sqliteDialect } from '../../../server/storage/sqlite/sqlite-dialect.ts'
import { createPlanContext } from '../../../server/storage/planner/plan-context.ts'
import { presentPlaces } from '../../../server/storage/schema/migration.ts'
import { openSqlite } from '../../../server/storage/sqlite/open-sqlite.ts'
import { createLists } from '../../../server/storage/sqlite/lists/sqlite-lists.ts'
import { createExecutor } from '../../../server/storage/sqlite/sqlite-executor.ts'
import { withTimeLimit } from '../../../server/storage/sqlite/time-limit.ts'
import { helpdesk } from './helpdesk.ts'

export function openReader(directory: string): Connection {
  return openSqlite(join(directory, 'verbatim.db'), { role: 'reader', functions: FUNCTIONS })
}

/** Milliseconds that a slow statement may take at most. */
const LONGEST = 60_000

/** `asked`: in this thread; `slowly`: in another one; `unhurried`: those of them that may take the time that all rows take. */
export async function recordPlans(reader: Connection) {
  const asked: string[] = []
  const slowly: string[] = []
  const unhurried: string[] = []
  const connection: Connection = {
    ...reader,
    prepare(sql) {
      asked.push(sql)
      return reader.prepare(sql)
    },
  }
  const { places } = await presentPlaces(createExecutor(reader), helpdesk)
  const planning = createPlanContext({
    dialect: sqliteDialect,
    model: helpdesk,
    places,
    reader: createExecutor(connection),
    lists: createLists(connection),
    slow: {
      async all(
        sql: string,
        parameters: readonly SqlValue[],
        _by: string | null,
        { isUnhurried = false }: SlowReadOptions = {},
      ) {
        slowly.push(sql)
        if (isUnhurried) unhurried.push(sql)
        return withTimeLimit(LONGEST, () => reader.prepare(sql).all(parameters))
      },
    },
  })
  return { planning, asked, slowly, unhurried }
}
