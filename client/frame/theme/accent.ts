// Makes the shades of the accent colour, each with the contrast that its place needs.
import type { MantineColorsTuple } from '@mantine/core'

export interface Accent {
  readonly shades: MantineColorsTuple
  /** Colours of links and of selected items on the page background of each colour scheme. */
  readonly anchor: { readonly light: string; readonly dark: string }
}

/** Indexes of the shades that fill buttons, by the colour scheme. */
export const FILLED = { light: 8, dark: 6 } as const

const PAGE = { light: '#f4f2ee', dark: '#24262c' } as const
/** WCAG AA asks for 4.5; a tinted surface takes a little of it. */
const OF_TEXT = 5.5

/** `color`: `#22bb55`. */
export function makeAccent(color: string): Accent {
  const base = parse(color)
  const strong = darken(base, (shade) => contrast(shade, WHITE) >= OF_TEXT)
  const tint = (share: number) => print(mix(base, WHITE, share))
  const filled = print(strong)
  return {
    shades: [
      ...([tint(0.94), tint(0.87), tint(0.74), tint(0.6), tint(0.45), tint(0.3)] as const),
      ...([filled, print(mix(strong, BLACK, 0.08)), filled, print(mix(strong, BLACK, 0.22))] as const),
    ],
    anchor: {
      light: print(darken(base, (shade) => contrast(shade, parse(PAGE.light)) >= OF_TEXT)),
      dark: print(lighten(base, (shade) => contrast(shade, parse(PAGE.dark)) >= OF_TEXT)),
    },
  }
}

type Rgb = readonly [red: number, green: number, blue: number]

const WHITE: Rgb = [255, 255, 255]
const BLACK: Rgb = [0, 0, 0]
const STEP = 0.02

/** The first shade on the way to black that is good enough. */
function darken(color: Rgb, isEnough: (shade: Rgb) => boolean): Rgb {
  return approach(color, BLACK, isEnough)
}

function lighten(color: Rgb, isEnough: (shade: Rgb) => boolean): Rgb {
  return approach(color, WHITE, isEnough)
}

function approach(color: Rgb, end: Rgb, isEnough: (shade: Rgb) => boolean): Rgb {
  for (let share = 0; share < 1; share += STEP) {
    const shade = mix(color, end, share)
    if (isEnough(shade)) return shade
  }
  return end
}

function mix(color: Rgb, other: Rgb, share: number): Rgb {
  const part = (index: 0 | 1 | 2) => Math.round(color[index] * (1 - share) + other[index] * share)
  return [part(0), part(1), part(2)]
}

/** Computes the contrast ratio of WCAG 2, from 1 to 21. */
function contrast(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function parse(color: string): Rgb {
  const number = Number.parseInt(color.slice(1), 16)
  return [(number >> 16) & 255, (number >> 8) & 255, number & 255]
}

function print(color: Rgb): string {
  return `#${color.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}
