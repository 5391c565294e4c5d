// Opens what lies above the page: in its middle or at its side. Esc closes only what was opened last.
import type { DrawerProps, ModalProps } from '@mantine/core'
import { Drawer, Modal } from '@mantine/core'
import { useTopLayer } from './use-top-layer.ts'

export function Dialog({ closeOnEscape = true, ...props }: ModalProps) {
  const isTop = useTopLayer(props.opened)
  return <Modal {...props} closeOnEscape={closeOnEscape && isTop} />
}

export function SideDialog(props: DrawerProps) {
  const isTop = useTopLayer(props.opened)
  return <Drawer {...props} closeOnEscape={isTop} />
}
