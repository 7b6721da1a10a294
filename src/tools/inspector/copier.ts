import { copyText, saveFile } from './clipboard'
import { alikeFault, curlOf, faultLine, fetchOf, reachedAt, unusedKeys } from './copies'
import {
  type KnownFault,
  neededBy,
  readSetting,
  repeatable,
  testOfEntries,
  WORLD_FILE,
  worldFileOf,
} from './copy-as-test'
import type { EntryJson, Line } from './entries'
import type { CopyForm } from './entry-details'
import type { ToastAction } from './toast'
import type { ViewContext } from './view'

/** Copies entries in the forms in which they are used elsewhere. */
export class Copier {
  constructor(private readonly context: ViewContext) {}

  text(text: string, what: string): void {
    void this.context.attempt(() => this.#write(text, `${what} is in the clipboard.`))
  }

  async #write(text: string, told: string, action?: ToastAction): Promise<void> {
    await copyText(text, this.context.document())
    this.context.tell(told, ...(action ? [action] : []))
  }

  /** Browsers let a page copy right after a click only, and the search for a smaller test takes its time. */
  async #copyLate(text: string, told: string, action?: ToastAction): Promise<void> {
    const { attempt, tell } = this.context
    const copy = (): Promise<void> => this.#write(text, told, action)
    await copy().catch((error: Error) => {
      if (error.name !== 'NotAllowedError') throw error
      tell('The browser wants another click before this page may copy.', {
        name: 'Copy now',
        act: () => void attempt(copy),
        stays: true,
      })
    })
  }

  /** @param lines all that are known */
  as({ entry }: Line, form: CopyForm, lines: readonly Line[]): void {
    const { attempt, controls } = this.context
    const reached = reachedAt(entry, controls.origin)
    if (form === 'test') this.#testOfEnd(lines, entry)
    else if (form === 'cURL') this.text(curlOf(reached), 'The command for curl')
    else if (form === 'fetch') this.text(fetchOf(reached), 'The call of fetch')
    else
      void attempt(async () => {
        const faults = await controls.get<readonly KnownFault[]>('/faults')
        await this.#copyLate(faultLine(alikeFault(entry, faults)), 'The fault is in the clipboard.')
      })
  }

  /** A test of the entry with what it needs to end as it did. */
  #testOfEnd(lines: readonly Line[], entry: EntryJson): void {
    const { attempt, controls, tell } = this.context
    const all = lines.map((one) => one.entry)
    const needed = neededBy(all, entry)
    void attempt(async () => {
      const entries = repeatable(all, needed).map(({ sequence }) => sequence)
      const stop = new AbortController()
      tell(`Looking which of ${entries.length} entries it needs …`, {
        name: 'Cancel',
        act: () => stop.abort(new Error('No test was copied.')),
        stays: true,
      })
      const body = { entries, small: true }
      const found = await controls.send<Small>('POST', '/repeat', body, stop.signal)
      const kept = new Set(found.entries)
      for (const sequence of unusedKeys(all, kept)) kept.delete(sequence)
      // The test does not name what it can do without.
      const those = all.flatMap((one) =>
        kept.has(one.sequence) ? { ...one, ...found.requests?.[one.sequence] } : [],
      )
      const isSmaller = kept.size < entries.length
      const whole = isSmaller ? { all, selected: needed, count: entries.length } : undefined
      await this.#copyTest(those, kept, whole, found.numbers)
    })
  }

  test(lines: readonly Line[], selected: ReadonlySet<number>): void {
    void this.context.attempt(() =>
      this.#copyTest(
        lines.map(({ entry }) => entry),
        selected,
      ),
    )
  }

  /**
   * @param whole what a smaller test was made of, which may be copied instead
   * @param numbers those of records that have others in it
   */
  async #copyTest(
    all: readonly EntryJson[],
    selected: ReadonlySet<number>,
    whole?: Whole,
    numbers: Small['numbers'] = {},
  ): Promise<void> {
    const { controls } = this.context
    const setting = await readSetting((path) => controls.get(path))
    const changed = Object.entries(numbers).map(([name, number]) => `${name} is ${number}`)
    const notes = [
      ...(whole
        ? [`// Left out, because it ends the same way without them: ${whole.count - selected.size} entries.`]
        : []),
      ...(changed.length > 0 ? [`// Records have other numbers than they had: ${changed.join(', ')}.`] : []),
    ]
    const text = testOfEntries(all, selected, setting, { imports: [], notes, lines: [] })
    const file = worldFileOf(setting.options)
    if (file) saveFile(WORLD_FILE, file, this.context.document())
    const beside = file ? ` Its world is saved as ${WORLD_FILE}; put it beside the test.` : ''
    const count = `${selected.size} ${selected.size === 1 ? 'entry' : 'entries'}`
    const of = whole ? `${count}, of ${whole.count} that may matter` : count
    await this.#copyLate(
      text,
      `A test of ${of}, ${linesOf(text)} lines, is in the clipboard.${beside}`,
      whole && {
        name: `Copy all ${linesOf(testOfEntries(whole.all, whole.selected, setting))} lines`,
        act: () => void this.context.attempt(() => this.#copyTest(whole.all, whole.selected)),
      },
    )
  }
}

/** The entries that suffice, and what is other where they alone are done (docs/controls.md). */
interface Small {
  readonly entries: readonly number[]
  readonly numbers?: Readonly<Record<string, number>>
  readonly requests?: Readonly<Record<number, Pick<EntryJson, 'request' | 'response'>>>
}

interface Whole {
  readonly all: readonly EntryJson[]
  readonly selected: ReadonlySet<number>
  /** The number of entries in a test of all. */
  readonly count: number
}

const linesOf = (text: string): number => text.split('\n').length - 1
