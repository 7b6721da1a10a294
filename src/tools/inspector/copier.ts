import { copyText, saveFile } from './clipboard'
import { alikeFault, curlOf, faultLine, fetchOf, reachedAt } from './copies'
import {
  type KnownFault,
  type MadeWith,
  neededBy,
  testOfEntries,
  WORLD_FILE,
  worldFileOf,
} from './copy-as-test'
import type { Line } from './entries'
import type { CopyForm } from './entry-details'
import type { ViewContext } from './view'

/** Copies entries in the forms in which they are used elsewhere. */
export class Copier {
  readonly #context: ViewContext

  constructor(context: ViewContext) {
    this.#context = context
  }

  text(text: string, what: string): void {
    const { attempt, tell } = this.#context
    void attempt(async () => {
      await copyText(text, this.#context.document())
      tell(`${what} is in the clipboard.`)
    })
  }

  /** @param lines all that are known */
  as({ entry }: Line, form: CopyForm, lines: readonly Line[]): void {
    const { attempt, controls } = this.#context
    const reached = reachedAt(entry, controls.origin)
    if (form === 'test')
      this.test(
        lines,
        neededBy(
          lines.map((one) => one.entry),
          entry,
        ),
      )
    else if (form === 'cURL') this.text(curlOf(reached), 'The command for curl')
    else if (form === 'fetch') this.text(fetchOf(reached), 'The call of fetch')
    else
      void attempt(async () => {
        const faults = await controls.get<readonly KnownFault[]>('/faults')
        this.text(faultLine(alikeFault(entry, faults)), 'The fault')
      })
  }

  test(lines: readonly Line[], selected: ReadonlySet<number>): void {
    const { attempt, tell, controls } = this.#context
    void attempt(async () => {
      const all = lines.map(({ entry }) => entry)
      const [faults, organizations, { apiKey }, options] = await Promise.all([
        controls.get<readonly KnownFault[]>('/faults'),
        controls.get<readonly string[]>('/organizations'),
        controls.get<{ apiKey: string }>(''),
        controls.get<MadeWith>('/options'),
      ])
      const setting = { faults, apiKey, organization: organizations[0] ?? '', options }
      await copyText(testOfEntries(all, selected, setting), this.#context.document())
      const file = worldFileOf(options)
      if (file) saveFile(WORLD_FILE, file, this.#context.document())
      const beside = file ? ` Its world is saved as ${WORLD_FILE}; put it beside the test.` : ''
      tell(
        `A test of ${selected.size} ${selected.size === 1 ? 'entry' : 'entries'} is in the clipboard.${beside}`,
      )
    })
  }
}
