// Declares what point 1 contains: prose and audiences.
import type { Prose } from '../../document/document.ts'
import type { Fragment } from '../../text/fragment.ts'
import type { Span } from '../../text/span.ts'

export interface ProductPoint {
  readonly prose: readonly Prose[]
  readonly audiences: readonly { readonly audience: Fragment; readonly comesTo: string; readonly span: Span }[]
  /** The name of a file beside the document. */
  readonly logo?: { readonly file: string; readonly span: Span }
  /** `#22bb55` */
  readonly accent?: { readonly color: string; readonly span: Span }
  readonly span: Span
}
