// Passwords and the counting of tries.
import { describe, expect, test } from 'vitest'
import { addressKey } from '../../../server/auth/address-key.ts'
import { createRateLimiter } from '../../../server/auth/rate-limit/rate-limiter.ts'
import { createPasswords } from '../../../server/auth/methods/password/password-hash.ts'
import { codeOf } from '../../../shared/decisions/refusals.ts'
import { SHORTEST_PASSWORD } from '../../../shared/points/6-roles/password-length.ts'
import { findPasswordProblem } from '../../../server/auth/methods/password/validate-password.ts'

describe('a password', () => {
  const passwords = createPasswords({ memory: 64, passes: 1 })

  test('is kept as a salted argon2id hash that only it fits', async () => {
    const [one, two] = [await passwords.hash('correct horse'), await passwords.hash('correct horse')]
    expect(one).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$[\w+/]+\$[\w+/]+$/)
    expect(one).not.toBe(two)
    expect(await passwords.verify(one, 'correct horse')).toBe(true)
    expect(await passwords.verify(one, 'Correct horse')).toBe(false)
    expect(await passwords.verify(undefined, 'nobody has this password')).toBe(false)
    expect(await passwords.verify('nonsense', 'correct horse')).toBe(false)
  })

  test('of nobody is compared as before after too many were waiting', async () => {
    const busy = createPasswords({ memory: 8, passes: 1 })
    const many = Array.from({ length: 202 }, (_, index) => busy.hash(`password ${index}`))
    await expect(busy.verify(undefined, 'a guess')).rejects.toThrow('too many')
    await Promise.all(many)
    expect(await busy.verify(undefined, 'a guess')).toBe(false)
  })

  test('is one password however its letters are composed', async () => {
    expect(await passwords.verify(await passwords.hash('Mu\u0308ller und Söhne'), 'M\u00fcller und Söhne')).toBe(true)
  })

  test('with the parameters of production takes memory and passes as recommended', async () => {
    expect(await createPasswords().hash('correct horse')).toContain('$m=19456,t=2,p=1$')
  })

  test.each([
    ['short'],
    ['aaaaaaaaaaaa'],
    ['Password123'],
    ['eva@example.com'],
    [12_345_678],
    [undefined],
    ['x'.repeat(257)],
  ])('%s is refused', async (password) => {
    const problem = await findPasswordProblem(password, ['Eva', 'eva@example.com'], SHORTEST_PASSWORD)
    expect(problem && [problem.field, codeOf(problem)]).toEqual(['password', 'weak_password'])
  })

  test('any sentence is welcome', async () => {
    expect(await findPasswordProblem('eine lange Nacht im Mai 🌙', ['Eva'], SHORTEST_PASSWORD)).toBeUndefined()
  })
})

describe('tries', () => {
  test('are counted in windows', async () => {
    let elapsed = 0
    const rateLimiter = createRateLimiter(() => elapsed)
    const rate = { count: 2, milliseconds: 1000 }
    const countAt = (key: string, milliseconds: number) => {
      elapsed = milliseconds
      return rateLimiter.count(key, rate)
    }
    expect([await countAt('a', 0), await countAt('a', 10), await countAt('a', 20)]).toEqual([undefined, undefined, 1])
    expect(await countAt('b', 20)).toBeUndefined()
    expect(await countAt('a', 1000)).toBeUndefined()
  })

  test('of one kind are not forgotten for many of another', async () => {
    const rateLimiter = createRateLimiter(() => 0)
    const rate = { count: 1, milliseconds: 1000 }
    await rateLimiter.count('sign-in ann', rate)
    await rateLimiter.count('request ann', rate)
    for (let place = 0; place < 60_000; place++) await rateLimiter.count(`request ${place}`, rate)
    expect(await rateLimiter.count('sign-in ann', rate)).toBe(1)
    expect(await rateLimiter.count('request ann', rate)).toBeUndefined()
  })

  test.each([
    ['1.2.3.4', '1.2.3.4'],
    ['::ffff:1.2.3.4', '1.2.3.4'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::1', '2001:db8:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('from %s count for %s', (address, key) => {
    expect(addressKey(address)).toBe(key)
  })
})
