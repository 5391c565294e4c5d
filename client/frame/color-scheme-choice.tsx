// Lets people choose light or dark colours, or those of their system.
import { useMantineColorScheme } from '@mantine/core'
import { Icon } from '../ui/icon.tsx'
import { say } from '../words/say.ts'
import classes from './color-scheme-choice.module.css'

export function ColorSchemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const choices = [
    { value: 'light', icon: 'sun', label: say('Light colours') },
    { value: 'dark', icon: 'moon', label: say('Dark colours') },
    { value: 'auto', icon: 'screen', label: say('Colours of the system') },
  ] as const
  return (
    <fieldset className={classes['choice']}>
      <legend className={classes['name']}>{say('Theme')}</legend>
      {choices.map(({ value, icon, label }) => (
        <label key={value} className={classes['option']} title={label}>
          <input
            type="radio"
            name="color-scheme"
            className="unseen"
            checked={colorScheme === value}
            onChange={() => setColorScheme(value)}
          />
          <Icon name={icon} size={15} />
          <span className="unseen">{label}</span>
        </label>
      ))}
    </fieldset>
  )
}
