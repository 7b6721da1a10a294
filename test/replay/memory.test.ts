import { execFile } from 'node:child_process'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { beforeAll, describe, expect, test } from 'vitest'
import { alias } from '../../vitest.config'
import { temporaryFolder } from '../support/temporary-folder'

/** As docs/replay.md promises it. */
const HEAP_MIB = 512
const MIB = 1024 * 1024
const CANNOT_READ = 2

const folder = temporaryFolder()

const program = join(folder, 'replay.mjs')
beforeAll(async () => {
  const command = fileURLToPath(new URL('../../src/command/replay.ts', import.meta.url))
  const contents = `
    import { runReplay } from ${JSON.stringify(command)}
    const write = (text) => process.stderr.write(text.slice(0, 500))
    process.exitCode = await runReplay(process.argv.slice(2), { out: write, error: write })`
  await build({
    stdin: { contents, resolveDir: folder, loader: 'js' },
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    alias: {
      'accounting-simulator': alias.find(({ find }) => find.test('accounting-simulator'))?.replacement ?? '',
    },
  })
}, 120_000)

/** A file of so many MiB: a beginning, a part as often as it fits, and an end. */
function file(mebibytes: number, begin: string, part: string, end = ''): string {
  const path = join(folder, `${mebibytes}-${Math.abs(hashOf(begin + part + end))}.har`)
  const handle = openSync(path, 'w')
  writeSync(handle, begin)
  const chunk = part.repeat(Math.max(1, Math.floor(MIB / part.length)))
  for (let left = mebibytes * MIB - begin.length - end.length; left >= chunk.length; left -= chunk.length)
    writeSync(handle, chunk)
  writeSync(handle, end)
  closeSync(handle)
  return path
}

const hashOf = (text: string): number =>
  [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, 7)

const line = (url: string, body: string): string =>
  `${JSON.stringify({
    at: '2026-01-15T09:00:00Z',
    request: { method: 'GET', url, headers: {}, body: null },
    response: { status: 200, headers: {}, body },
  })}\n`
const ours = 'https://api.example.com/public/v1/invoices/'
const [before, after] = JSON.stringify({
  at: '2026-01-15T09:00:00Z',
  request: { method: 'GET', url: ours },
  response: { status: 200, body: '|' },
}).split('|') as [string, string]

/** @returns the status and the output of a process with a small heap */
const replayed = (path: string): Promise<{ status: unknown; said: string }> =>
  new Promise((settle) =>
    execFile(process.execPath, [`--max-old-space-size=${HEAP_MIB}`, program, path], (error, _, said) =>
      settle({ status: error === null ? 0 : (error.signal ?? error.code), said }),
    ),
  )

describe(`a hostile recording ends in an error within a heap of ${HEAP_MIB} MiB`, {
  timeout: 240_000,
}, () => {
  // what, the file, words of the message
  const table: [string, () => string, string][] = [
    ['100 MiB of exchanges', () => file(100, '', line(ours, '{}')), 'at most 67108864 are read'],
    ['100 MiB of nothing', () => file(100, '', ' '), 'at most 67108864 are read'],
    [
      '60 MiB of other origins',
      () => file(60, '', line('https://example.com/', 'x'.repeat(20_000))),
      'it holds https://example.com',
    ],
    ['60 MiB of small exchanges', () => file(60, '', line(ours, '{}')), 'more than 5000 exchanges'],
    ['60 MiB of lists', () => file(60, '[', '[],', '0]'), 'too many members and entries'],
    [
      '60 MiB of objects',
      () => file(60, '{"log":{"entries":[', '{"a":{}},', '0]}}'),
      'too many members and entries',
    ],
    ['60 MiB of brackets', () => file(60, '', '['), 'nests deeper than 72 levels'],
    ['a HAR that ends after 60 MiB', () => file(60, '{"log":{"entries":[{"a":"', 'x'), 'cut off'],
    [
      'a body of 60 MiB of lists',
      () => file(60, `${before}[`, '[],', `0]${after}`),
      'too many members and entries',
    ],
    ['a text of 60 MiB without end', () => file(60, `${before}`, '\\"'), 'cut off'],
  ]

  test.each(table)('%s', async (_, make, words) => {
    const path = make()
    const { status, said } = await replayed(path)
    rmSync(path)
    expect(said).toContain(words)
    expect(status).toBe(CANNOT_READ)
  })

  test('a heap that does not suffice is noticed', async () => {
    const path = file(60, '', `${line(ours, 'x'.repeat(MIB))}`)
    const tiny = await new Promise<unknown>((settle) =>
      execFile(process.execPath, ['--max-old-space-size=32', program, path], (error) =>
        settle(error?.signal ?? error?.code),
      ),
    )
    rmSync(path)
    expect(tiny).not.toBe(CANNOT_READ)
    expect(tiny).not.toBe(0)
  })
})
