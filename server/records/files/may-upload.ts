// Decides who may upload files: people who may give one to a record; and how large these may be.
import { waysToCreate } from '#shared/decisions/ways-to-create.ts'
import { holdsFiles } from '#shared/fields/coerce-value.ts'
import type { FieldShape } from '#shared/fields/field-type.ts'
import type { Grantee, Model } from '#shared/model/model.ts'
import type { Actor } from '#shared/policy/actor.ts'
import { granteeCondition } from '#shared/policy/permissions.ts'
import type { RunningDocument } from '../../document/current-document.ts'
import { policyOf } from '../../policy/policy.ts'
import { refused } from '../../policy/refused.ts'

/** Throws 401 or 403 where nothing takes a file that they may give. */
export function requireUploads(running: RunningDocument, actor: Actor): void {
  if (mayUpload(running, actor)) return
  throw refused(actor.person === null ? 'not_signed_in' : 'not_allowed')
}

export function mayUpload(running: RunningDocument, actor: Actor): boolean {
  const { model } = running
  return policyOf(running, actor).keepLatest('may upload', NONE_HELD, () => ({
    any: isFieldGranted(running, actor) || isInputGranted(model, actor),
  })).any
}

const NONE_HELD: ReadonlySet<string> = new Set()

function isFieldGranted(running: RunningDocument, actor: Actor): boolean {
  const policy = policyOf(running, actor)
  return [...running.model.entities].some(([name, entity]) => {
    const own = policy.entity(name)
    const writable = [...waysToCreate(entity, own).map((way) => way.policy.fields), own.update.fields]
    return [...entity.fields].some(
      ([field, shape]) => holdsFiles(shape) && writable.some((fields) => fields.has(field)),
    )
  })
}

function isInputGranted(model: Model, actor: Actor): boolean {
  const isFor = (who: readonly Grantee[]): boolean => who.some((each) => granteeCondition(each, actor) !== false)
  const rows = [...model.entities.values()].flatMap(({ transitions }) =>
    [...transitions.values()].flatMap((transition) => transition.rows),
  )
  return (
    rows.some(({ who, asks }) => isFor(who) && asks.some(holdsFiles)) ||
    model.calls.some(({ who, takes }) => isFor(who) && takes.some(({ type }) => type && holdsFiles({ type })))
  )
}

/**
 * Computes the size in bytes of the largest file that some field or input takes, by its own limit or by that of point
 * 9.
 */
export function largestFile({ entities, settings }: Model): number {
  const shapes = [...entities.values()].flatMap(({ fields, transitions }): readonly FieldShape[] => [
    ...fields.values(),
    ...[...transitions.values()].flatMap(({ rows }) => rows.flatMap(({ asks }) => asks)),
  ])
  const named = shapes.flatMap(({ limits }) => limits?.eachSize ?? [])
  return Math.max(settings.uploadBytes, ...named)
}
