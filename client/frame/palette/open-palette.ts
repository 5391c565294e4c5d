// Asks the palette to open, from anywhere on the page.

export const PALETTE_EVENT = 'verbatim:palette'

export function openPalette(): void {
  document.dispatchEvent(new Event(PALETTE_EVENT))
}
