// Switches between light and dark.
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { Icon } from '../../ui/icon.tsx'

export function ColorSchemeToggle({ className }: { readonly className: string }) {
  const { setColorScheme } = useMantineColorScheme()
  const now = useComputedColorScheme('light')
  const next = now === 'dark' ? 'light' : 'dark'
  return (
    <button type="button" className={className} onClick={() => setColorScheme(next)}>
      <Icon name={next === 'dark' ? 'moon' : 'sun'} />
      <span>{next === 'dark' ? 'Dark colours' : 'Light colours'}</span>
    </button>
  )
}
