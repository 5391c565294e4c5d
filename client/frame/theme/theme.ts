// Defines the theme: colours with contrast, fonts and sizes.
import type { CSSVariablesResolver, MantineColorsTuple } from '@mantine/core'
import { createTheme } from '@mantine/core'
import { FILLED } from './accent.ts'
import type { Accent } from './accent.ts'
import { components } from './theme-components.ts'

const INK = '#34439b'
const ink: MantineColorsTuple = [
  '#f0f2fd',
  '#dfe3f8',
  '#bfc7ee',
  '#9aa6e2',
  '#7a88d6',
  '#6272cb',
  '#5061bd',
  '#4051a8',
  INK,
  '#28357d',
]
const gray: MantineColorsTuple = [
  '#faf9f7',
  '#f4f3f0',
  '#e9e7e3',
  '#dbd9d4',
  '#c6c4be',
  '#a3a19b',
  '#7a7872',
  '#595751',
  '#3b3a36',
  '#22211f',
]
const dark: MantineColorsTuple = [
  '#d5d6da',
  '#b4b6bd',
  '#9a9da6',
  '#62656f',
  '#40434c',
  '#33353d',
  '#26282f',
  '#1d1f24',
  '#17181c',
  '#111215',
]
export const theme = createTheme({
  colors: { ink, gray, dark },
  primaryColor: 'ink',
  primaryShade: FILLED,
  autoContrast: true,
  luminanceThreshold: 0.28,
  black: '#22211f',
  defaultRadius: 'md',
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  fontFamily: 'var(--font)',
  headings: {
    fontFamily: 'var(--font)',
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.625rem', lineHeight: '1.25' },
      h2: { fontSize: '1.125rem', lineHeight: '1.4' },
      h3: { fontSize: '1rem', lineHeight: '1.4' },
    },
  },
  fontSizes: { xs: '0.78rem', sm: '0.875rem', md: '0.95rem', lg: '1.0625rem', xl: '1.2rem' },
  radius: { xs: '3px', sm: '5px', md: '8px', lg: '12px', xl: '20px' },
  shadows: {
    xs: '0 1px 2px rgba(30, 28, 24, 0.05)',
    sm: '0 1px 3px rgba(30, 28, 24, 0.07), 0 1px 2px rgba(30, 28, 24, 0.04)',
    md: '0 6px 20px rgba(30, 28, 24, 0.09), 0 1px 3px rgba(30, 28, 24, 0.06)',
  },
  components,
})

/**
 * Makes the CSS variables that depend on the accent. All other colours are in `colors.css`, where the first paint has
 * them.
 */
export const variablesWith =
  (accent: Accent | undefined): CSSVariablesResolver =>
  () => ({
    variables: { '--mark': accent?.shades[FILLED.light] ?? INK },
    light: { '--mantine-color-anchor': accent?.anchor.light ?? INK },
    dark: {
      '--mantine-color-anchor': accent?.anchor.dark ?? '#aab5f0',
      // Of buttons that are less than the main one: lighter than what they stand on, not darker.
      '--mantine-color-ink-light': 'color-mix(in srgb, var(--mantine-primary-color-filled) 32%, var(--surface))',
      '--mantine-color-ink-light-hover': 'color-mix(in srgb, var(--mantine-primary-color-filled) 44%, var(--surface))',
    },
  })
