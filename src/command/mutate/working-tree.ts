import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'

/** The files of a working tree that differ from its last commit, with their state. */
export type WorkingTree = ReadonlyMap<string, string>

/** Undefined outside of a working tree of git, and without git. */
export function workingTree(): WorkingTree | undefined {
  try {
    const top = git('rev-parse', '--show-toplevel').trim()
    const listed = git('status', '--porcelain', '--untracked-files=all', '-z').split('\0')
    const lines = listed.filter((line) => line !== '')
    return new Map(lines.map((line) => [line, stateOf(join(top, line.slice(3)))]))
  } catch {
    return undefined
  }
}

const git = (...args: string[]): string =>
  execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })

function stateOf(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false })
  return stats ? `${stats.mtimeMs} ${stats.size}` : 'none'
}

/** The files whose state differs. */
export function changedFiles(before: WorkingTree, after: WorkingTree): string[] {
  const lines = new Set([...before.keys(), ...after.keys()])
  const changed = [...lines].filter((line) => before.get(line) !== after.get(line))
  return [...new Set(changed.map((line) => line.slice(3)))].sort()
}
