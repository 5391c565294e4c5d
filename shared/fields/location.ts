// Defines places on earth by latitude and longitude in degrees.
import type { FieldTypeDefinition } from './field-type.ts'
import { compareText, refuseValue } from './field-type.ts'
import { readPlace } from './reading/read-place.ts'

export const location: FieldTypeDefinition = {
  family: 'other',
  layouts: ['map'],
  valueType: () => ({ kind: 'object', fields: { lat: { kind: 'number' }, lon: { kind: 'number' } } }),
  column: () => ({ kind: 'TEXT', form: 'json' }),
  schema: () => ({
    type: 'object',
    properties: {
      lat: { type: 'number', minimum: -90, maximum: 90 },
      lon: { type: 'number', minimum: -180, maximum: 180 },
    },
    required: ['lat', 'lon'],
    additionalProperties: false,
  }),
  coerce: (input) => {
    const wrong = refuseValue('wrong_type', {
      en: 'must be a place, such as { "lat": 52.5, "lon": 13.4 }',
      de: 'muss ein Ort sein, etwa { "lat": 52.5, "lon": 13.4 }',
    })
    if (typeof input !== 'object' || input === null || Object.keys(input).some((key) => key !== 'lat' && key !== 'lon'))
      return wrong
    const { lat, lon } = input as { readonly lat?: unknown; readonly lon?: unknown }
    const isDegree = (value: unknown, most: number): value is number =>
      typeof value === 'number' && Math.abs(value) <= most
    return isDegree(lat, 90) && isDegree(lon, 180) ? { value: { lat, lon } } : wrong
  },
  compare: (a, b) => compareText(JSON.stringify(a), JSON.stringify(b)),
  print: (value) => {
    const { lat, lon } = value as { readonly lat: number; readonly lon: number }
    return `${lat}, ${lon}`
  },
  // What people don’t write is for programs: powers of ten, and dozens of places.
  copy: (value, type, printing) => {
    const text = location.print(value, type, printing)
    return /e|\.\d{21}/.test(text) ? JSON.stringify(value) : text
  },
  read: (text, type) => {
    const place = readPlace(text)
    if (place === undefined) return refuseValue('wrong_type', NO_PLACE)
    const { lat, lon } = place
    if (Math.abs(lat) > 90) return refuseValue('out_of_range', NO_LATITUDE, { value: lat })
    if (Math.abs(lon) > 180) return refuseValue('out_of_range', NO_LONGITUDE, { value: lon })
    return location.coerce(place, type)
  },
}

const NO_PLACE = {
  en: 'must be latitude and longitude in degrees, such as 52.52, 13.405',
  de: 'muss Breite und Länge in Grad sein, etwa 52.52, 13.405',
}
const NO_LATITUDE = {
  en: 'has the latitude {value}; it must be from -90 to 90',
  de: 'hat die Breite {value}; sie muss von -90 bis 90 sein',
}
const NO_LONGITUDE = {
  en: 'has the longitude {value}; it must be from -180 to 180',
  de: 'hat die Länge {value}; sie muss von -180 bis 180 sein',
}
