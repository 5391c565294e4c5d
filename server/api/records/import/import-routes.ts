// Declares the routes of imports in the background: their state, their end, and the rows that they refused.
import { findOwn } from '../../../records/background/background-row.ts'
import type { StoredImport } from '../../../records/import/background/import-row.ts'
import { describeImport } from '../../../records/import/background/import-row.ts'
import { stopImport } from '../../../records/import/background/stop-import.ts'
import { readContent } from '../../../records/files/read-file.ts'
import { FILE_HEADERS } from '../../../web/csp-headers.ts'
import { contentDisposition } from '../../files/content-disposition.ts'
import { jsonResponse } from '../../response/response.ts'
import { streamResponse } from '../../response/stream-response.ts'
import type { ApiRoute } from '../../routes/route.ts'
import { defineRoute } from '../../routes/route.ts'
import { policyOf } from '../../../policy/policy.ts'
import { entitiesByPath } from '../entity-paths.ts'
import { IMPORT_STATUS } from './import-schemas.ts'
import { refused } from '../../../policy/refused.ts'

/** Offered to those who may import something. */
const OFFERED: Pick<ApiRoute, 'isOffered'> = {
  isOffered: ({ running, actor }) =>
    [...entitiesByPath(running).values()].some(
      ({ name }) => policyOf(running, actor).entity(name.identifier).verb('import').grants.length > 0,
    ),
}

const STATE = defineRoute({
  method: 'GET',
  path: '/system/imports/:id',
  id: 'read_import',
  tag: 'Imports',
  ...OFFERED,
  status: 200,
  summary: 'How far an import of yours in the background is, and what came of it; for a day',
  response: { schema: IMPORT_STATUS },
  handle: async (dependencies, { actorContext: { actor } }, { parameters: { id } }) =>
    jsonResponse(
      200,
      describeImport(await findOwn<StoredImport>(dependencies, 'import', actor, id), dependencies.imports),
    ),
})

const STOP = defineRoute({
  method: 'POST',
  path: '/system/imports/:id/stop',
  id: 'stop_import',
  tag: 'Imports',
  ...OFFERED,
  status: 200,
  summary: 'Stop an import of yours: nothing of it is kept, or with keep=good what is kept so far',
  response: { schema: IMPORT_STATUS },
  handle: async (dependencies, { actorContext: { actor, now } }, { parameters: { id } }) =>
    jsonResponse(200, await stopImport(dependencies, actor, id, now)),
})

const REFUSED_ROWS = defineRoute({
  method: 'GET',
  path: '/system/imports/:id/refused',
  id: 'read_refused_rows',
  tag: 'Imports',
  ...OFFERED,
  status: 200,
  summary: 'The rows that an import of yours refused, with the reasons, to mend and send again',
  response: { type: 'text/csv', schema: { type: 'string' } },
  streams: true,
  handle: async (dependencies, { actorContext: { actor } }, { parameters: { id } }) => {
    const { refusedFile } = await findOwn<StoredImport>(dependencies, 'import', actor, id)
    const file = refusedFile && (await dependencies.storage.database.file(refusedFile.id))
    if (file === undefined) throw refused('not_found')
    const content = readContent(dependencies, file, { start: 0, end: file.size - 1 })
    const headers = ['Content-Disposition', contentDisposition(file.name, 'attachment')]
    const answer = await streamResponse('text/csv; charset=utf-8', content, headers)
    return { ...answer, length: file.size, security: FILE_HEADERS }
  },
})

export const IMPORT_ROUTES: readonly ApiRoute[] = [STATE, STOP, REFUSED_ROWS]
