// The ways in which every page is looked at.

export interface Mode {
  readonly name: string
  readonly viewport: { readonly width: number; readonly height: number }
  readonly colors: 'light' | 'dark'
}

const wide = { width: 1280, height: 900 }
const phone = { width: 390, height: 844 }

export const MODES: readonly Mode[] = [
  { name: 'wide-light', viewport: wide, colors: 'light' },
  { name: 'phone-light', viewport: phone, colors: 'light' },
  { name: 'wide-dark', viewport: wide, colors: 'dark' },
  { name: 'phone-dark', viewport: phone, colors: 'dark' },
]

/** Wider than any column of text needs: where a page may look lost. */
export const FULL_WIDTH: Mode = { name: 'full-light', viewport: { width: 1920, height: 1080 }, colors: 'light' }
