// Lists every call of the API, for tests that ask each of them.
import { FIXED_ROUTES } from '../../server/api/router.ts'
import { RECORD_HANDLERS } from '../../server/api/records/record-routes.ts'

/** Every call that the API has, as `GET /:entity/:id`: the proof of the policy asks each of them. */
export function listSurfaces(): readonly string[] {
  const surfaces = (at: string, calls: object): string[] => Object.keys(calls).map((method) => `${method} ${at}`)
  return [
    ...Object.entries(RECORD_HANDLERS).flatMap(([path, calls]) => surfaces(`/:entity${path}`, calls)),
    ...Object.entries(FIXED_ROUTES).flatMap(([path, route]) =>
      surfaces(`/${path}`, (typeof route === 'function' ? route('') : route).handlers),
    ),
  ]
}
