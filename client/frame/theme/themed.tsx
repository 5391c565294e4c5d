// Dresses the application in the accent colour of the document.
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { useMemo } from 'react'
import { isShown } from '#shared/points/declarations.ts'
import { useSpec } from '../../data/spec.ts'
import { makeAccent } from './accent.ts'
import { readNonce } from '../../ui/nonce.ts'
import { theme, variablesWith } from './theme.ts'

const colorSchemes = localStorageColorSchemeManager({ key: 'verbatim-color-scheme' })

export function Themed({ children }: { readonly children: ReactNode }) {
  const product = useSpec().data?.model.product
  const color = product && isShown(product) ? product.accent : undefined
  const [dress, variables] = useMemo(() => {
    const accent = color === undefined ? undefined : makeAccent(color)
    return [accent ? { ...theme, colors: { ...theme.colors, ink: accent.shades } } : theme, variablesWith(accent)]
  }, [color])
  return (
    <MantineProvider
      theme={dress}
      cssVariablesResolver={variables}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemes}
      getStyleNonce={readNonce}
    >
      {children}
    </MantineProvider>
  )
}
