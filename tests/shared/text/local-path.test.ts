// Where somebody is led after signing in: never to another site.
// @module-tag B07
import { expect, test } from 'vitest'
import { localPath } from '#shared/text/local-path.ts'

test.each([
  '/',
  '/tickets',
  '/tickets/1?filter=a%20%3D%3D%201#notes',
  '/sign-inquiries',
  '/apiary',
  '/tickets/%2f',
  '/für/dich',
])('%j is a path of ours', (next) => expect(localPath(next)).toBe(next))

test.each([
  null,
  undefined,
  '',
  'tickets',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/a\\..\\evil',
  '/%2fevil.example',
  '/%2Fevil.example',
  '/%5cevil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r\nSet-Cookie: a=b',
  ' //evil.example',
  'https://evil.example',
  'https:evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  '@evil.example',
  'user:password@evil.example',
  '/sign-in',
  '/sign-in?next=/sign-in',
  '/SIGN-UP',
  '/api/auth/providers/company/start',
  '/half \ud800',
  '/half\ud800',
  `/${'x'.repeat(2_000)}`,
])('%j is none', (next) => expect(localPath(next)).toBe('/'))
