// Reads the codes of warnings that a request confirms.

/** `Confirm: LATE, DUPLICATE`. */
export function confirmedCodes(header: string | readonly string[] | undefined): readonly string[] {
  return typeof header === 'string'
    ? header
        .split(',')
        .map((code) => code.trim())
        .filter((code) => code !== '')
    : []
}
