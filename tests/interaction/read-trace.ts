// Reads from a browser's trace what each interaction cost: the page's processor time until its next frame, and the wait for it.

export interface Interaction {
  /** Name of the act, as `stage.ts` gives it. */
  readonly act: string
  /** Milliseconds of the main thread until the frame that answers was handed over, or until what was awaited was shown. */
  readonly processor: number
  /** Milliseconds of waiting, as the Event Timing API has it, or until what was awaited was shown. */
  readonly wait: number
}

export const BEGIN = 'interaction begins: '
export const END = 'interaction ends'
export const SHOWN = 'interaction shown'

export interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  /** Microseconds; `tts` and `tdur`: of the thread's processor time. */
  readonly ts: number
  readonly dur?: number
  readonly tts?: number
  readonly tdur?: number
  readonly args?: { readonly data?: EventTiming }
}

/** Milliseconds since the page began. */
interface EventTiming {
  readonly interactionId?: number
  readonly timeStamp?: number
  readonly duration?: number
  readonly processingEnd?: number
  readonly commitFinishTime?: number
}

export function readInteractions(events: readonly TraceEvent[]): readonly Interaction[] {
  const marks = events.filter(({ name, ph }) => /^[IR]$/i.test(ph) && isMark(name)).toSorted((a, b) => a.ts - b.ts)
  return marks.flatMap((begin, at): readonly Interaction[] => {
    if (!begin.name.startsWith(BEGIN)) return []
    const own = events.filter(({ pid, tid }) => pid === begin.pid && tid === begin.tid)
    const end = marks.slice(at).find(({ name }) => name === END)?.ts ?? Number.POSITIVE_INFINITY
    const shown = marks.slice(at).find(({ name, ts }) => name === SHOWN && ts < end)?.ts
    const timings = own.filter(
      ({ name, ph, ts, args }) =>
        name === 'EventTiming' && ph === 'b' && ts >= begin.ts && ts < end && (args?.data?.interactionId ?? 0) > 0,
    )
    const [first] = timings.toSorted((a, b) => a.ts - b.ts)
    if (first === undefined) return []
    const clock = threadClock(own.filter(({ ts }) => ts >= begin.ts - MARGIN && ts < end + MARGIN))
    const spans = shown === undefined ? timings.map(spanOf) : [{ from: first.ts, to: shown, wait: shown - first.ts }]
    return [
      {
        act: begin.name.slice(BEGIN.length),
        processor: Math.max(...spans.map(({ from, to }) => clock(to) - clock(from))) / 1_000,
        wait: Math.max(...spans.map(({ wait }) => wait)) / 1_000,
      },
    ]
  })
}

/** A task may have begun before the page was touched. */
const MARGIN = 2_000_000

function isMark(name: string): boolean {
  return name.startsWith(BEGIN) || name === END || name === SHOWN
}

/** Until the main thread handed its frame over; what the screen needs after it is another thread's. */
function spanOf({ ts, args }: TraceEvent) {
  const { timeStamp = 0, duration = 0, processingEnd = 0, commitFinishTime = processingEnd } = args?.data ?? {}
  const to = Math.max(processingEnd, commitFinishTime) - timeStamp
  return { from: ts, to: ts + to * 1_000, wait: duration * 1_000 }
}

/** The thread's processor time at a moment, by the moments that its events noted. */
function threadClock(events: readonly TraceEvent[]): (ts: number) => number {
  const points = events
    .flatMap(({ ts, dur, tts, tdur }) =>
      tts === undefined
        ? []
        : dur === undefined || tdur === undefined
          ? [{ ts, tts }]
          : [
              { ts, tts },
              { ts: ts + dur, tts: tts + tdur },
            ],
    )
    .toSorted((a, b) => a.ts - b.ts || a.tts - b.tts)
  return (ts) => {
    const at = points.findIndex((point) => point.ts >= ts)
    const after = points[at] ?? points.at(-1)
    const before = points[at - 1] ?? after
    if (after === undefined || before === undefined) throw new Error('The trace has no processor time.')
    if (after.ts <= before.ts || at < 0) return after.tts
    return before.tts + ((after.tts - before.tts) * (ts - before.ts)) / (after.ts - before.ts)
  }
}
