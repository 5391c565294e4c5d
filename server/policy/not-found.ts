// Refuses with 404: what may not be read does not exist, and both are answered alike.
import { makeRefusal } from '#shared/decisions/8-errors.ts'
import type { Model } from '#shared/model/model.ts'
import { Refused } from './refused.ts'

export function notFound(model: Model): Refused {
  return new Refused(makeRefusal(model, 'not_found'))
}
