// Sets the defaults of single components.
import type { MantineThemeComponents } from '@mantine/core'
import { say } from '../../words/say.ts'

const clear = { 'aria-label': say('Clear'), size: 24 }
const close = { 'aria-label': say('Close') }
/** The list of options scrolls itself: what a combobox controls may, without being a stop of its own for the keyboard. */
const scrollingOptions = { withScrollArea: false, styles: { options: { maxHeight: 260, overflowY: 'auto' } } } as const
/**
 * Props of inputs for choosing. The list does not open on focus, because people who come by Tab want to see the page,
 * and people who choose the selected option mean it.
 */
const choosing = {
  ...scrollingOptions,
  clearButtonProps: clear,
  checkIconPosition: 'right',
  openOnFocus: false,
} as const
const strongTitle = { title: { fontWeight: 620, fontSize: '1.0625rem', whiteSpace: 'normal' } } as const

export const components: MantineThemeComponents = {
  ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
  Alert: { styles: { label: { color: 'var(--mantine-color-text)' }, icon: { marginTop: 2 } } },
  Button: { defaultProps: { size: 'sm' } },
  CloseButton: { defaultProps: close },
  // A closed list that is there all the same is placed, and the page laid out for that.
  Combobox: { defaultProps: { keepMounted: false } },
  Drawer: { styles: strongTitle, defaultProps: { closeButtonProps: close, position: 'right', padding: 'lg' } },
  // Labels and inputs stand beside each other on one line, with or without a sentence.
  InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'error', 'description'] } },
  // A placeholder that takes the focus is no item of a menu, as screen readers count them.
  Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
  Modal: {
    styles: strongTitle,
    defaultProps: { closeButtonProps: close, centered: true, padding: 'lg', radius: 'lg' },
  },
  MultiSelect: { defaultProps: choosing },
  Notification: { defaultProps: { closeButtonProps: close } },
  NumberInput: { defaultProps: { hideControls: true } },
  Paper: { defaultProps: { radius: 'lg' } },
  PasswordInput: { defaultProps: { visibilityToggleButtonProps: { 'aria-label': say('Show or hide the password') } } },
  // Whatever floats above the page stands in a landmark of its own.
  Portal: { defaultProps: { target: '#above' } },
  Select: { defaultProps: { ...choosing, allowDeselect: false } },
  Tooltip: {
    defaultProps: { events: { hover: true, focus: true, touch: true }, multiline: true, maw: 340, withArrow: true },
  },
}
