// Reads all records anew after something was sent: effects change more than one.
import type { QueryClient } from '@tanstack/react-query'

export function refreshRecords(client: QueryClient): Promise<void> {
  void client.invalidateQueries({ queryKey: ['inbox'] })
  return client.invalidateQueries({ queryKey: ['records'] })
}
