import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { JoinedFacts } from './joined-facts'

export { COVERAGE_FOLDER } from '../../events/coverage/fact-file'

/** A new folder for the facts of one run. No two runs share one. */
export class FactFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'accounting-coverage-'))

  /** The facts of all processes so far. */
  join(): JoinedFacts {
    const joined = new JoinedFacts()
    for (const name of readdirSync(this.path).sort())
      if (name.endsWith('.jsonl')) joined.addFile(readFileSync(join(this.path, name), 'utf8'))
    return joined
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true })
  }
}
