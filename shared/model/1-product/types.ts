// Declares the product of the model: prose and audiences.
import type { Prose } from '../../document/document.ts'

export interface Product {
  readonly prose: readonly Prose[]
  readonly audiences: readonly { readonly audience: string; readonly role?: string; readonly comesTo: string }[]
  /** The name of a file beside the document. */
  readonly logo?: string
  /** `#22bb55` */
  readonly accent?: string
}
