// A thread of its own: what it was given to watch is let go when it ends.
import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { runThread } from '../../server/run-thread.ts'

const SPEAKS = new URL(
  'data:text/javascript,import { parentPort } from "node:worker_threads"; parentPort.postMessage("done")',
)
const WAITS = new URL('data:text/javascript,setInterval(() => {}, 1000)')
const LONG = 600_000

test('leaves no listener at the signal that may stop it, whether it ends by itself or is stopped', async () => {
  const stopping = new AbortController()
  const { signal } = stopping
  expect(await runThread<string>(SPEAKS, {}, { longest: LONG, signal })).toEqual(['done'])
  expect(getEventListeners(signal, 'abort')).toEqual([])
  const waiting = runThread<string>(WAITS, {}, { longest: LONG, signal })
  expect(getEventListeners(signal, 'abort')).toHaveLength(1)
  stopping.abort()
  expect(await waiting).toEqual([])
  expect(getEventListeners(signal, 'abort')).toEqual([])
})
