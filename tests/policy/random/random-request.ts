// Requests that change nothing: of every surface, and writes that are refused, each for one reason only.
import type { Request } from '../policy-app.ts'
import { oneOf } from './random-condition.ts'
import { makeId } from './random-world.ts'
import type { Asking } from '../surfaces/question.ts'
import { RECORD_SURFACES } from '../surfaces/record-surfaces.ts'

/** `at`: as it stands on the wire. */
export type RandomRequest = Request & { readonly at: string }

export function randomRequest(asking: Asking): RandomRequest {
  const { pick, entity, world } = asking
  const form = pick(12)
  if (form === 0)
    return {
      at: oneOf(pick, [
        '/api/auth/me',
        '/api/auth/sessions/none',
        '/api/spec',
        '/api/openapi.json',
        '/api/system/inbox',
        '/api/system/docs',
        '/api/system/changes',
        '/api/system/changes?limit=2',
      ]),
    }
  if (form > 3) {
    const list = 'GET /:entity'
    const surface = pick(2) === 0 ? list : oneOf(pick, Object.keys(RECORD_SURFACES))
    return { at: RECORD_SURFACES[surface]?.(asking).path ?? '' }
  }
  // Writes that are refused, each for one reason only: nothing is changed by them.
  const rows = [...(world.rows[entity.name] ?? []), ...(world.trash[entity.name] ?? [])]
  const hidden = rows.filter((row) => asking.oracle.read(entity.name, row) === undefined)
  const { id } = oneOf(pick, [...hidden, { id: makeId(0xffff) }])
  const at = `/api/${entity.path}/${id}`
  const field = oneOf(pick, entity.fields).name
  if (form === 1) return { at, method: 'PATCH', body: { [field]: null } }
  if (form === 2) return pick(2) === 0 ? { at, method: 'DELETE' } : { at: `${at}/restore`, method: 'POST', body: {} }
  const standing = oneOf(pick, rows.length === 0 ? [{ id: makeId(0xffff) }] : rows)
  const wrong = oneOf(pick, ['nothing', '_version', 'id', 'created_at'])
  return { at: `/api/${entity.path}/${standing.id}`, method: 'PATCH', body: { [wrong]: 1 } }
}
