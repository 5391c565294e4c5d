// Declares an entry of the catalogue of refusals, and fills the holes of its texts.

export interface RefusalText {
  /** Absent where it is about one field: the whole refusal then has a status of its own. */
  readonly status?: number
  /** What is sent as the code, where several entries share one. */
  readonly code?: string
  /** With holes: "{field} is taken already." */
  readonly message: string
  /** What can be done, or who can do it. */
  readonly remedy?: string
}

/** The names between braces. */
export type HolesIn<Text> = Text extends `${string}{${infer Hole}}${infer Rest}` ? Hole | HolesIn<Rest> : never

/** A value for each hole of an entry. */
export type RefusalValues<Entry extends RefusalText> = {
  readonly [hole in HolesIn<Entry['message']> | HolesIn<Entry['remedy']>]: string | number
}

/** The values as they stand in an object that any entry may have made. */
export interface HoleValues {
  readonly [hole: string]: string | number
}

export function fillHoles(text: string, values: HoleValues): string {
  return text.replaceAll(HOLE, (_, hole: string) => String(values[hole] ?? '…'))
}

export function holesOf({ message, remedy = '' }: RefusalText): readonly string[] {
  return [...new Set([...`${message} ${remedy}`.matchAll(HOLE)].map(([, hole = '']) => hole))]
}

const HOLE = /\{([a-z]+)\}/g
