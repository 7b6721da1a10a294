import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { JoinedFacts } from './joined-facts'

export { COVERAGE_FOLDER } from '../../events/coverage/fact-file'

/** A new folder for facts. No two commands or reporters share one. */
export class FactFolder {
  readonly path: string
  /** The number of lines in each file that are of earlier runs. */
  #earlier: ReadonlyMap<string, number> = new Map()

  /** @param owner a word in its name */
  constructor(owner = 'command') {
    this.path = mkdtempSync(join(tmpdir(), `accounting-coverage-${owner}-`))
  }

  /** Another run begins: what was met before it does not count. */
  beginRun(): void {
    this.#earlier = new Map(this.#files().map(([name, text]) => [name, text.split('\n').length - 1]))
  }

  /** The facts of all processes so far, since the run began. */
  join(): JoinedFacts {
    const joined = new JoinedFacts()
    for (const [name, text] of this.#files()) joined.addFile(text, this.#earlier.get(name))
    return joined
  }

  #files(): [name: string, text: string][] {
    const names = readdirSync(this.path).filter((name) => name.endsWith('.jsonl'))
    return names.sort().map((name) => [name, readFileSync(join(this.path, name), 'utf8')])
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true })
  }
}

export const isFolderOf = (path: string, owner: string): boolean =>
  basename(path).startsWith(`accounting-coverage-${owner}-`)
