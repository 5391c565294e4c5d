// Chooses the round numbers beside a chart, and the places that are labelled below it.

export interface Scale {
  readonly ticks: readonly number[]
  /** Maps a value to its place between 0 at the lowest tick and 1 at the highest. */
  at(value: number): number
}

const MOST_STEPS = 4
const ROUND = [1, 2, 2.5, 5, 10]

/** `grain`: no step is smaller (1 where things are counted), and all are round in it. */
export function makeScale(values: readonly number[], grain = 0): Scale {
  const highest = Math.max(0, ...values)
  const lowest = Math.min(0, ...values)
  const step = roundStep((highest - lowest || 1) / MOST_STEPS, grain)
  const first = Math.floor(lowest / step)
  const last = Math.max(Math.ceil(highest / step), first + 1)
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => roundOff((first + index) * step))
  return { ticks, at: (value) => (value / step - first) / (last - first) }
}

function roundStep(least: number, grain: number): number {
  const unit = grain || 1
  const size = 10 ** Math.floor(Math.log10(least / unit))
  const step = (ROUND.find((each) => each * size * unit >= least * 0.999) ?? 10) * size * unit
  return grain === 0 ? step : Math.max(Math.ceil(step / unit) * unit, unit)
}

/** 0.1 + 0.2 is 0.3. */
function roundOff(value: number): number {
  return Number(value.toPrecision(12))
}

/** Evenly among so many points, with the first. */
export function labelledPlaces(count: number, most: number): readonly number[] {
  const every = Math.max(1, Math.ceil(count / most))
  return Array.from({ length: Math.ceil(count / every) }, (_, index) => index * every)
}
