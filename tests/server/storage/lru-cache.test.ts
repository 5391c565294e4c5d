// What is kept of late: as many as it says, and never what was used just now less than what was not.
import { expect, test } from 'vitest'
import { LruCache } from '../../../server/storage/lru-cache.ts'

test('what is used again and again stays, however much else comes and goes', () => {
  const kept = new LruCache<number>(10)
  kept.set('often', 0)
  for (let number = 1; number <= 1_000; number++) {
    kept.set(`once ${number}`, number)
    if (number % 4 === 0) expect(kept.get('often')).toBe(0)
  }
})

test('no more are kept than it says, and the latest half in any case', () => {
  const kept = new LruCache<number>(10)
  for (let number = 1; number <= 1_000; number++) kept.set(`${number}`, number)
  const found = Array.from({ length: 1_000 }, (_, at) => at + 1).filter((number) => kept.get(`${number}`) === number)
  expect(found.length).toBeLessThanOrEqual(10)
  expect(found.slice(-5)).toEqual([996, 997, 998, 999, 1_000])
})

test('what is heavy goes sooner: no more is kept than the bytes, and what leaves is reported', () => {
  const gone: number[] = []
  const kept = new LruCache<number>(1_000, 100, (number) => gone.push(number))
  for (let number = 1; number <= 100; number++) kept.set(`${number}`, number, 10)
  const found = Array.from({ length: 100 }, (_, at) => at + 1).filter((number) => !gone.includes(number))
  expect(found.length).toBeLessThanOrEqual(10)
  expect(found.slice(-5)).toEqual([96, 97, 98, 99, 100])
  expect(kept.get('90')).toBeUndefined()
  expect(new Set(gone).size).toBe(gone.length)
})

test('one that is heavier than all that is kept is kept all the same', () => {
  const kept = new LruCache<string>(10, 100)
  kept.set('light', 'light', 1)
  kept.set('heavy', 'heavy', 1_000)
  expect(kept.get('heavy')).toBe('heavy')
})
