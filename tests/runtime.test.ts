// The tests run on the Node that npm brings, whatever the machine's own is.
import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

const nodeMajor = Number(process.versions.node.split('.')[0])

test('a test worker runs Node 26 or newer', () => {
  expect(nodeMajor).toBeGreaterThanOrEqual(26)
})

test('a process started as "node" by npm runs Node 26 or newer', () => {
  const answer = spawnSync('node', ['-p', 'process.versions.node'], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  expect(Number(answer.stdout.split('.')[0])).toBeGreaterThanOrEqual(26)
})
