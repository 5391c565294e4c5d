// Remembers whether lists show totals below their columns on this device.
import { useLocalStorage } from '@mantine/hooks'

export function useShownTotals() {
  return useLocalStorage({ key: 'verbatim-totals', defaultValue: true, getInitialValueInEffect: false })
}
