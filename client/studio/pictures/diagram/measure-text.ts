// Measures texts as the page draws them.
import { useEffect, useState } from 'react'
import type { DiagramText } from './drawing.ts'
import { FONT_SIZES, FONT_WEIGHTS } from './drawing.ts'

let canvas: CanvasRenderingContext2D | null | undefined

export function measureText(text: string, tone: DiagramText['tone']): number {
  canvas ??= document.createElement('canvas').getContext('2d')
  if (!canvas) return text.length * FONT_SIZES[tone] * 0.6
  canvas.font = fontOf(tone)
  return canvas.measureText(text).width
}

/** Becomes true when the font of the page is there: until then texts have the width of another. */
export function useFontReady(): boolean {
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    let isOver = false
    void document.fonts.load(fontOf('plain')).finally(() => isOver || setReady(true))
    return () => {
      isOver = true
    }
  }, [])
  return isReady
}

function fontOf(tone: DiagramText['tone']): string {
  return [FONT_WEIGHTS[tone], `${FONT_SIZES[tone]}px`, getComputedStyle(document.body).fontFamily].join(' ')
}
