// Shows what the server drew of the first page in place of grey shapes, until the page itself has that.
import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'

interface FirstPage {
  readonly content: Element
  /** The address of the page that it shows. */
  readonly path: string
}

let kept: FirstPage | undefined

/** Keeps the drawing before the page takes its place. */
export function keepFirstDrawing(): void {
  const content = document.querySelector('.first-content')
  kept = content ? { content, path: globalThis.location.pathname } : undefined
}

interface Props {
  /** The titles of a list's first rows, or a record with its title and its first paragraph. */
  readonly part: 'rows' | 'page'
  /** Stands where nothing of this page was drawn. */
  readonly children: ReactNode
}

/** Shows the drawing once: who comes back to the page later does not see what was there first. */
export function FirstDrawing({ part, children }: Props) {
  const [nodes] = useState(() => drawnNodes(part))
  useEffect(
    () => () => {
      kept = undefined
    },
    [],
  )
  if (nodes.length === 0) return children
  return <div className="first-part" aria-hidden="true" ref={(place) => place?.replaceChildren(...nodes)} />
}

function drawnNodes(part: Props['part']): readonly Element[] {
  if (kept === undefined || kept.path !== globalThis.location.pathname) return []
  if (part === 'rows') return [...kept.content.querySelectorAll('.first-rows')]
  return kept.content.querySelector('h1') ? [...kept.content.children] : []
}
