// Lists every call that the API has, as `GET /:entity/:id`: the proof of the policy asks each of them.
import { RECORD_ROUTES } from '../../server/api/records/record-routes.ts'
import { FIXED_ROUTES } from '../../server/api/router.ts'

export function listSurfaces(): readonly string[] {
  return [
    ...RECORD_ROUTES.map(({ method, path }) => `${method} /:entity${path}`),
    ...FIXED_ROUTES.map(({ method, path }) => `${method} ${path}`),
  ]
}
