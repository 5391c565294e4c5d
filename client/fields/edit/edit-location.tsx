// Edits places by latitude and longitude.
import { Fieldset, Group, NumberInput } from '@mantine/core'
import { useState } from 'react'
import type { EditProps } from '../field-view.ts'
import { say } from '../../words/say.ts'

export function EditLocation({ id, label, value, onChange, error }: EditProps) {
  const [place, setPlace] = useState(() => readPlace(value))
  const change = (part: 'lat' | 'lon') => (given: number | string) => {
    const next = { ...place, [part]: given === '' ? null : Number(given) }
    setPlace(next)
    onChange(next.lat === null || next.lon === null ? null : next)
  }
  return (
    <Fieldset legend={label}>
      <Group grow>
        <NumberInput
          id={id}
          label={say('Latitude')}
          value={place.lat ?? ''}
          onChange={change('lat')}
          min={-90}
          max={90}
          error={error}
        />
        <NumberInput
          id={`${id}-lon`}
          label={say('Longitude')}
          value={place.lon ?? ''}
          onChange={change('lon')}
          min={-180}
          max={180}
        />
      </Group>
    </Fieldset>
  )
}

function readPlace(value: unknown): { readonly lat: number | null; readonly lon: number | null } {
  if (typeof value !== 'object' || value === null || !('lat' in value) || !('lon' in value))
    return { lat: null, lon: null }
  return { lat: Number(value.lat), lon: Number(value.lon) }
}
