// Splits lists of names, as commands and addresses have them.

/** `Ticket.note, Report` → `Ticket.note` and `Report`; what is empty is left out. */
export function splitNames(list: string): readonly string[] {
  return list.split(',').flatMap((name) => name.trim() || [])
}
