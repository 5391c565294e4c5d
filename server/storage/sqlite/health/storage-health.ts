// Holds what is wrong with the database, and says so once: when it begins, and when it is over.
import type { StorageTrouble } from '../../storage.ts'

export class StorageHealth {
  private present: StorageTrouble | undefined
  private readonly onChange: (trouble: StorageTrouble | undefined) => void

  /** `onChange`: undefined when the trouble is over. */
  constructor(onChange: (trouble: StorageTrouble | undefined) => void) {
    this.onChange = onChange
  }

  get trouble(): StorageTrouble | undefined {
    return this.present
  }

  /** Notes damage, from which a process does not recover: data that is corrupt on the disk stays so. */
  noteDamage(detail: string): void {
    if (this.present?.kind === 'damaged') return
    this.change({ kind: 'damaged', detail })
  }

  noteFull(detail: string): void {
    if (this.present === undefined) this.change({ kind: 'disk_full', detail })
  }

  noteRoom(): void {
    if (this.present?.kind === 'disk_full') this.change(undefined)
  }

  private change(trouble: StorageTrouble | undefined): void {
    this.present = trouble
    this.onChange(trouble)
  }
}
