// Picks the errors out of what the compiler says about a text.
import type { CompiledDocument } from '../compile.ts'

export type Diagnostics = CompiledDocument['diagnostics']

export function errorsOf({ diagnostics }: CompiledDocument): Diagnostics {
  return diagnostics.filter(({ severity }) => severity === 'error')
}
