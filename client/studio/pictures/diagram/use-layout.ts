// Lays a diagram out, and anew when the font of the page is there.
import { useMemo } from 'react'
import type { DiagramLayout, DiagramParts } from './drawing.ts'
import { layOutDiagram } from './lay-out-diagram.ts'
import { measureText, useFontReady } from './measure-text.ts'

export function useLayout(parts: DiagramParts): DiagramLayout {
  const isReady = useFontReady()
  // oxlint-disable-next-line react/exhaustive-deps -- texts are as wide as the font that draws them
  return useMemo(() => layOutDiagram(parts, measureText), [parts, isReady])
}
