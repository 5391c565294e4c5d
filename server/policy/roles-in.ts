// Reads the roles of a person's record.

export function rolesIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : []
}
