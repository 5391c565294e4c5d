// Opens a dialog just after it is mounted, so that closing it leads back to where the keyboard was.
import { useMounted } from '@mantine/hooks'

/** A dialog notes where the keyboard is as it opens, not where it is mounted open. */
export function useLateOpen(isOpen: boolean): boolean {
  const isMounted = useMounted()
  return isOpen && isMounted
}
