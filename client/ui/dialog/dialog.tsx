// Opens what lies above the page: in its middle or at its side. Esc closes only what was opened last.
import type { DrawerProps, ModalProps } from '@mantine/core'
import { Drawer, Modal } from '@mantine/core'
import { useReturnAtOnce } from './use-return-at-once.ts'
import { useTopLayer } from './use-top-layer.ts'

/** The page below does not scroll by wheel or finger; `useTopLayer` keeps it still for keys. Mantine would style all of it anew. */
export const STILL_PAGE = { removeScrollBar: false }

export function Dialog({ closeOnEscape = true, ...props }: ModalProps) {
  const isTop = useTopLayer(props.opened)
  useReturnAtOnce(props.opened)
  return <Modal {...props} removeScrollProps={STILL_PAGE} closeOnEscape={closeOnEscape && isTop} />
}

export function SideDialog(props: DrawerProps) {
  const isTop = useTopLayer(props.opened)
  useReturnAtOnce(props.opened)
  return <Drawer {...props} removeScrollProps={STILL_PAGE} closeOnEscape={isTop} />
}
