// The functions that SQL may call here, beside the engine's own.
import { printIsoDuration } from '#shared/expressions/duration.ts'
import type { SqlFunction } from './sqlite.ts'

export const FUNCTIONS: { readonly [name: string]: SqlFunction } = {
  iso_duration: (milliseconds) => (milliseconds === null ? null : printIsoDuration(Number(milliseconds))),
}
