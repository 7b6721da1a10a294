import type { Simulator } from '..'
import { messageOf } from '../kernel/message-of'
import { didYouMean } from '../kernel/nearest-name'
import { paintedHelp, paintFor } from './colours'
import { type Options, optionLines, readArguments, statusOf, type Values } from './options'
import { splitAtCommand } from './user-command'

export interface Terminal {
  readonly out: (text: string) => void
  readonly error: (text: string) => void
  /**
   * Shows a line in the place of the one before; an empty text takes it away.
   * @param pause real milliseconds between two lines of a log
   */
  readonly progress?: (pause?: number) => (text: string) => void
  /** Asks the person at the terminal; absent without a terminal. */
  readonly ask?: ((question: string) => Promise<string>) | undefined
  /** Makes a simulator. Commands that are loaded later get it, so that the core stays in chunks of its own. */
  readonly create: () => Simulator
  /** Of the project; by default the one of this process. */
  readonly folder?: string
}

interface CommandCall extends Terminal {
  /** The arguments besides the options. */
  readonly words: readonly string[]
  readonly args: readonly string[]
}

/** One way to use a command: the options that it takes, and what they do. */
interface Form {
  readonly options: Options
  /** @returns undefined if help is wanted */
  read(args: readonly string[]): ((terminal: Terminal) => number | Promise<number>) | undefined
}

interface FormParts<O extends Options> {
  readonly options: O
  /** The words that it takes: none unless given, or those of a user's command behind `--`. */
  readonly words?: 'any' | 'behind dashes'
  /** @returns the exit status */
  readonly run: (values: Values<O>, call: CommandCall) => number | Promise<number>
}

interface CommandParts<O extends Options> extends FormParts<O> {
  /** Its problems are told with it. Absent of the program itself. */
  readonly word?: string
  /** @param options the lines of its options */
  readonly usage: (options: string) => string
  /** The exit status of problems that are no wrong usage. */
  readonly wrong?: number
  /** Other uses, by the first word. */
  readonly forms?: Readonly<Record<string, Form>>
}

export interface Subcommand {
  (args: readonly string[], terminal: Terminal): Promise<number>
  /** @throws Error with a message for the terminal if it does not understand them */
  read(args: readonly string[]): unknown
}

/** The exit status of a command that cannot judge what it is to judge. */
export const NO_JUDGEMENT = 2

export const commandForm = <O extends Options>({ options, words, run }: FormParts<O>, word = ''): Form => ({
  options,
  read(args) {
    const { own = args, command } = words === 'behind dashes' ? splitAtCommand(word, args) : {}
    const given = readArguments(own, options, words === 'any')
    return given && ((terminal) => run(given.values, { ...terminal, words: command ?? given.words, args }))
  },
})

/** The command with these options: it prints its help, and tells its problems. */
export function command<O extends Options>(parts: CommandParts<O>): Subcommand {
  const { word, usage, wrong = NO_JUDGEMENT, forms = {} } = parts
  const main = commandForm(parts, word)
  const read: Form['read'] = (args) => {
    const [first = '', ...rest] = args
    const other = Object.hasOwn(forms, first) ? forms[first] : undefined
    if (other) return other.read(rest)
    const names = Object.keys(forms)
    const are = names.length === 1 ? 'is' : 'are'
    if (names.length > 0 && !first.startsWith('-') && rest.includes('--'))
      throw new Error(
        `there is no ${word} ${first}${didYouMean(first, names)}; there ${are} ${names.join(' and ')}`,
      )
    return main.read(args)
  }
  const start = async (args: readonly string[], terminal: Terminal): Promise<number> => {
    try {
      const run = read(args)
      if (run) return await run(terminal)
      terminal.out(paintedHelp(usage(optionLines(main.options)), paintFor(process.stdout, process.env)))
      return 0
    } catch (problem) {
      const name = word === undefined ? '' : ` ${word}`
      terminal.error(`accounting-simulator${name}: ${messageOf(problem)}\n`)
      return statusOf(problem, wrong)
    }
  }
  return Object.assign(start, { read })
}
