// Declares the errors that a storage throws.
import type { MigrationConflict } from './storage.ts'

export class UniqueConflict extends Error {
  readonly entity: string
  readonly fields: readonly string[]
  /** The id of the record that has the value; undefined: it is not known, as where records come back from the trash. */
  readonly holder: string | undefined
  constructor(entity: string, fields: readonly string[], holder?: string) {
    super(`${entity}: ${fields.join(', ')} is taken`)
    this.entity = entity
    this.fields = fields
    this.holder = holder
  }
}

export class RelationMissing extends Error {
  readonly field: string
  /**
   * Entity of the record whose relation is missing, if that is not the record being written but one that is restored
   * along with it.
   */
  readonly entity: string | undefined
  constructor(field: string, entity?: string) {
    super(`${field} refers to nothing`)
    this.field = field
    this.entity = entity
  }
}

export class StillReferred extends Error {
  readonly by: readonly { readonly entity: string; readonly field: string; readonly rows: number }[]
  constructor(by: StillReferred['by']) {
    super('still referred to')
    this.by = by
  }
}

/** The disk is full: nothing of the batch was kept; reads go on. */
export class StorageFull extends Error {}

/** Too many writes, or long readings, wait already: a later try has a chance. */
export class StorageBusy extends Error {}

/** The connection to the database broke in a commit: the command may have been kept, or not. */
export class OutcomeUnknown extends Error {}

/** A reading took longer than any may, and was ended. */
export class ReadingTooLong extends Error {}

/** More rows were found than are sorted: they are read in their order instead. */
export class TooManyFound extends Error {}

/** The file is corrupt: nothing is written any more, and what lies on the page can't be read. */
export class StorageDamaged extends Error {}

/** A measure is larger than a number of JSON can be. */
export class MeasureTooLarge extends Error {
  readonly field: string
  constructor(field: string) {
    super(`the measure of ${field} is too large`)
    this.field = field
  }
}

/** The engine could not make the batch durable: the process should stop. */
export class StorageFailed extends Error {}

/** The storage can't be opened, with the sentence that says why: in use, not writable, of a newer format, or rows that stand against the document. */
export class StorageRefused extends Error {
  readonly conflicts: readonly MigrationConflict[]
  constructor(sentence: string, conflicts: readonly MigrationConflict[] = []) {
    super(sentence)
    this.conflicts = conflicts
  }
}

/** The role of this process in the database may not change tables. */
export class SchemaForbidden extends Error {}

/** A cursor that no `list` of this plan gave. */
export class CursorInvalid extends Error {}
