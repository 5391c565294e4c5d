// Writes the lines of a head in its command: each under its own grants and rules, errors at its place.
import { fieldError, statusOf } from '#shared/decisions/refusals.ts'
import { validateBody } from '#shared/decisions/3-entities.ts'
import { refuseUngranted, writableBy } from '#shared/decisions/6-roles-write-permission.ts'
import type { FieldError, Refusal } from '#shared/decisions/decision.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Entity } from '#shared/model/model.ts'
import { Refused, refusedFields } from '../../policy/refused.ts'
import type { Authority, CommandContext, LineWriter } from '../write/command-context.ts'
import { readableFieldsOf } from '../access/row-policy.ts'
import { findMissing } from '../write/write-new-record.ts'
import { changeRefusals, distinctErrors } from '../messages/unconfirmed-warnings.ts'
import { exchangeUniqueValues } from './exchange-unique-values.ts'
import { findLines } from './lines-of.ts'
import { mayReadAllLines } from './may-read-all-lines.ts'
import type { SentLine, SentLines } from './separate-lines.ts'
import { separateLines } from './separate-lines.ts'

/** Undefined: no lines were sent. */
export function makeLineWriter(
  context: CommandContext,
  authority: Authority,
  head: Entity,
  sent: readonly SentLines[],
  { isNewHead = false }: { readonly isNewHead?: boolean } = {},
): LineWriter | undefined {
  if (sent.length === 0) return undefined
  const rest: { readonly at: string; readonly run: () => Promise<void> }[] = []
  return {
    async findErrors() {
      const found: FieldError[] = []
      for (const lines of sent)
        for (const line of lines.lines) found.push(...(await findErrorsIn(context, authority, lines, line)))
      return found
    },
    async write(record) {
      context.places.set(record.id, context.place ?? '')
      const refusals = collectRefusals(context)
      for (const lines of sent) {
        const known = new Set(await findLines(context, head, lines.part, record))
        const kept = lines.lines.filter(({ isDeleted }) => !isDeleted)
        const write = (line: SentLine, before?: RecordValue) =>
          refusals.at(line.at, () => writeLine({ lines, record, known, before }, line))
        for (const line of lines.lines.filter(({ isDeleted }) => isDeleted)) await write(line)
        await removeLeftOut(lines, known, refusals)
        const exchanged = await exchangeUniqueValues(context, lines.entity, kept, known)
        for (const line of kept) await write(line, exchanged.get(line.id ?? ''))
      }
      refusals.end()
    },
    async complete() {
      const refusals = collectRefusals(context)
      for (const { at, run } of rest) await refusals.at(at, run)
      refusals.end()
    },
  }

  async function writeLine(
    of: {
      readonly lines: SentLines
      readonly record: RecordValue
      readonly known: ReadonlySet<string>
      readonly before: RecordValue | undefined
    },
    { at, id, isDeleted, values }: SentLine,
  ): Promise<void> {
    const { entity, part } = of.lines
    const { before } = of
    const place = context.place === undefined ? at : `${context.place}.${at}`
    if (id !== undefined) context.places.set(id, place)
    const within = {
      ...context,
      place,
      stepToCome: undefined,
      deferred: { put: (run: () => Promise<void>) => void rest.push({ at, run }) },
    }
    if (id === undefined) {
      const given = { [part.field]: of.record.id }
      const made =
        authority === 'document'
          ? await context.commands.create(within, authority, entity, { ...readAll(entity, values, 'create'), ...given })
          : await context.commands.create(within, authority, entity, values, { given, withNewHead: isNewHead })
      context.places.set(made.id, place)
      return
    }
    const line = of.known.has(id) ? (before ?? (await context.transaction.record(part.entity, id))) : undefined
    const readable = line && (await readableOf(entity, line))
    if (line === undefined || readable === undefined) throw noSuchLine(entity)
    if (isDeleted) return context.commands.delete(context, authority, entity, id)
    const isSame = Object.entries(values).every(([name, value]) => readable.has(name) && isSameJson(line[name], value))
    if (isSame) return
    const own = authority === 'document' ? readAll(entity, values, 'update') : values
    await context.commands.update(within, authority, entity, id, own, { before })
  }

  /** Returns the fields of a line whose values may be compared; undefined where nothing of it may be known. */
  function readableOf(entity: Entity, line: RecordValue): Promise<ReadonlySet<string> | undefined> {
    return authority === 'document'
      ? Promise.resolve(new Set(entity.fields.keys()))
      : readableFieldsOf(rowContext(context), actorOf(context), entity.name.identifier, line)
  }

  /** Reads what the document gives a line, as a body is read: any of its fields that can be given. */
  function readAll(entity: Entity, values: SentLine['values'], verb: 'create' | 'update'): SentLine['values'] {
    const all = new Set(entity.fields.keys())
    const { values: own, errors } = validateBody(entity, values, { verb, writable: all, readable: all })
    if (errors.length > 0) throw refusedFields('invalid', errors)
    return own
  }

  /**
   * Deletes the lines that the request leaves out, but only if the caller may see all lines: a missing line may be
   * one that they do not see.
   */
  async function removeLeftOut(
    { name, part, entity, lines }: SentLines,
    known: ReadonlySet<string>,
    refusals: RefusalCollection,
  ): Promise<void> {
    const kept = new Set(lines.map(({ id }) => id))
    const leftOut = [...known].filter((id) => !kept.has(id))
    const [first] = leftOut
    if (first === undefined) return
    if (authority !== 'document' && !(await mayReadAllLines(context, authority, part, first))) return
    for (const id of leftOut) await refusals.at(name, () => context.commands.delete(context, authority, entity, id))
  }
}

/** Finds the errors of a line, with those of its own lines, when its head is already refused. */
async function findErrorsIn(
  context: CommandContext,
  authority: Authority,
  { part, entity }: SentLines,
  { at, id, isDeleted, values }: SentLine,
): Promise<readonly FieldError[]> {
  if (isDeleted) return []
  if (authority === 'document') return []
  const { create, update, read } = authority.entity(part.entity)
  const write = id === undefined ? create : update
  if (write.grants.length === 0) return refuseUngranted(context.running.model, write, undefined).errors
  const verb = id === undefined ? 'create' : 'update'
  const { own, sent, errors: wrongLines } = separateLines(context, authority, entity, values, id)
  const { values: given, errors } = validateBody(entity, own, {
    verb,
    ...writableBy(write),
    readable: read.readable,
  })
  const missing = id === undefined ? findMissing(context, entity, given, errors, [part.field]) : []
  const nested: FieldError[] = []
  for (const lines of sent)
    for (const line of lines.lines) nested.push(...(await findErrorsIn(context, authority, lines, line)))
  return [...errors, ...missing, ...wrongLines, ...nested].map((error) => ({
    ...error,
    field: `${at}.${error.field}`,
  }))
}

interface RefusalCollection {
  /** Does it in a savepoint; what refuses it is kept, under its place. */
  at(place: string, run: () => Promise<unknown>): Promise<void>
  /** Throws what was kept. */
  end(): void
}

/** Wrong values of all lines are reported at once; any other refusal of a line comes by itself. */
function collectRefusals({ transaction, unconfirmed, running, place: ofHead }: CommandContext): RefusalCollection {
  const kept: Refused[] = []
  return {
    async at(place, run) {
      try {
        await changeRefusals(
          unconfirmed,
          (error) => placeRefused(error, place),
          () => transaction.savepoint(run),
        )
      } catch (error) {
        if (!(error instanceof Refused) || (error.details.isPlaced && ofHead !== undefined)) throw error
        if (statusOf(running.model, error.refusal) !== WRONG_VALUES) throw error
        kept.push(error)
      }
    },
    end() {
      const refusals = kept.map(({ refusal }) => refusal)
      const [first] = refusals
      if (first !== undefined) throw new Refused({ ...first, errors: distinctErrors(refusals) })
    },
  }
}

const WRONG_VALUES = 422

/** Puts the fields of a refusal behind the place of their line, unless they stand there already. */
export function placeRefused({ refusal, details }: Refused, place: string): Refused {
  const placed = details.isPlaced ? refusal : placeRefusal(refusal, place)
  return new Refused(placed, details)
}

function placeRefusal(refusal: Refusal, place: string): Refusal {
  const { errors, moreErrors: _, remedy: __, state: ___, warnings: ____, confirm: _____, ...reason } = refusal
  const placed = errors.map((error) => ({ ...error, field: `${place}.${error.field}` }))
  return { ...refusal, errors: placed.length === 0 ? [{ ...reason, field: place }] : placed }
}

function noSuchLine(entity: Entity): Refused {
  return refusedFields('invalid', [fieldError('id', 'no_such_line', { entity: entity.name.label })])
}

function rowContext({ transaction, storage, running, actorContext }: CommandContext) {
  return { database: transaction, storage, running, now: actorContext.now }
}

function actorOf({ actorContext }: CommandContext) {
  return actorContext.actor
}

function isSameJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(a ?? null) === JSON.stringify(b === '' ? null : (b ?? null))
}
