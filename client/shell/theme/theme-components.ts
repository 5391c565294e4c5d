// Defaults of single components: what every one of them looks like, and a name for each control that has none.
import type { MantineThemeComponents } from '@mantine/core'

const clear = { 'aria-label': 'Clear' }
const close = { 'aria-label': 'Close' }

export const components: MantineThemeComponents = {
  ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
  Button: { defaultProps: { size: 'sm' } },
  CloseButton: { defaultProps: close },
  Drawer: { defaultProps: { closeButtonProps: close, position: 'right', padding: 'lg' } },
  Modal: { defaultProps: { closeButtonProps: close, centered: true, padding: 'lg', radius: 'lg' } },
  MultiSelect: { defaultProps: { clearButtonProps: clear, checkIconPosition: 'right' } },
  Notification: { defaultProps: { closeButtonProps: close } },
  NumberInput: { defaultProps: { hideControls: true } },
  Paper: { defaultProps: { radius: 'lg' } },
  PasswordInput: { defaultProps: { visibilityToggleButtonProps: { 'aria-label': 'Show or hide the password' } } },
  Select: { defaultProps: { clearButtonProps: clear, checkIconPosition: 'right' } },
  Tooltip: { defaultProps: { events: { hover: true, focus: true, touch: true }, multiline: true, maw: 340, withArrow: true } },
}
