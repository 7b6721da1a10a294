import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { run } from './process'

/** The tests in these folders read the sources as texts, and would find any patch. */
const READERS = ['test/prove', 'test/tidy', 'test/docs']

let copy: Promise<string> | undefined

/** A work tree of the last commit with the same packages, whose sources may be changed. It goes with this process. */
export function copied(): Promise<string> {
  copy ??= made()
  return copy
}

async function made(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'patched-'))
  const { code, text } = await run('git', ['worktree', 'add', '--detach', '--force', folder, 'HEAD'])
  if (code !== 0) throw new Error(text)
  if (!existsSync(join(folder, 'node_modules')))
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  await run(process.execPath, ['node_modules/tsx/dist/cli.mjs', 'scripts/write-record-types.ts'], {
    cwd: folder,
  })
  for (const reader of READERS)
    for (const name of readdirSync(join(folder, reader)))
      if (name.endsWith('.test.ts')) rmSync(join(folder, reader, name))
  rmSync(join(folder, 'test/tidy.test.ts'))
  process.once('exit', () => spawnSync('git', ['worktree', 'remove', '--force', folder]))
  return folder
}
