// Remembers how close together the rows of lists stand on this device.
import { useLocalStorage } from '@mantine/hooks'

export type Density = 'comfortable' | 'compact'

/** Heights of a row in pixels; list rows are drawn by them. */
export const ROW_HEIGHTS: { readonly [Each in Density]: number } = { comfortable: 40, compact: 32 }

export function useDensity() {
  return useLocalStorage<Density>({
    key: 'verbatim-density',
    defaultValue: 'comfortable',
    getInitialValueInEffect: false,
  })
}
