// Reads places by latitude and longitude: "52.5, 13.4", "52,5; 13,4", "52.5° N, 13.4° E".

/** Longer texts are no places. */
const LONGEST_PLACE = 200

export interface Degrees {
  readonly lat: number
  readonly lon: number
}

const NUMBER = String.raw`[-+−]?\d{1,3}(?:[.,]\d{1,20})?`
const BETWEEN = String.raw`(?:\s*;\s*|\s*,\s+|\s+)`
const PLACE = new RegExp(
  String.raw`^(?<lat>${NUMBER})\s*°?\s*(?<north>[NS])?${BETWEEN}(?<lon>${NUMBER})\s*°?\s*(?<east>[EOW])?$`,
  'i',
)
/** Matches coordinates in the form that maps copy. */
const TIGHT = /^(?<lat>[-+−]?\d{1,3}\.\d{1,20}),(?<lon>[-+−]?\d{1,3}\.\d{1,20})$/

/** Undefined: the text names no place. Whether there is such a latitude is not asked here. "O" is the German "E". */
export function readPlace(text: string): Degrees | undefined {
  if (text.length > LONGEST_PLACE) return undefined
  const written = text.trim()
  const found = (PLACE.exec(written) ?? TIGHT.exec(written))?.groups
  if (!found) return readObject(written)
  const [lat, lon] = [degreesOf(found['lat']), degreesOf(found['lon'])]
  return { lat: isBack(found['north']) ? 0 - lat : lat, lon: isBack(found['east']) ? 0 - lon : lon }
}

function degreesOf(text = ''): number {
  return Number(text.replace('−', '-').replace(',', '.')) + 0
}

function isBack(side: string | undefined): boolean {
  return /^[sw]$/i.test(side ?? '')
}

/** Reads coordinates in the form that programs write: `{ "lat": 52.5, "lon": 13.4 }`. */
function readObject(text: string): Degrees | undefined {
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null && 'lat' in read && 'lon' in read ? (read as Degrees) : undefined
  } catch {
    return undefined
  }
}
