import { perhaps } from '../kernel/nearest-name'

/** The words that the command takes. */
export const WORDS = [
  'serve',
  'explore',
  'coverage',
  'mutate',
  'record',
  'replay',
  'many',
  'init',
  'mcp',
] as const

/** Words of other programs, with those of ours that mean it. */
const OTHER_WORDS: Readonly<Record<string, readonly string[]>> = {
  '--out': ['--file', '--report', '--save', '--html'],
  '--output': ['--file', '--report', '--save', '--html'],
  '--url': ['--to'],
  '--target': ['--to'],
}

/**
 * Refuses an option of a command that there is none of.
 * @throws Error with a message for the terminal, which suggests the nearest option
 */
export function checkCommandOptions(args: readonly string[], options: object): void {
  const known = Object.keys(options).map((name) => `--${name}`)
  const end = args.indexOf('--')
  for (const arg of end < 0 ? args : args.slice(0, end)) {
    const [name = ''] = arg.split('=')
    if (name.startsWith('--') && !known.includes(name)) {
      const meant = OTHER_WORDS[name]?.find((word) => known.includes(word))
      const near = meant ? `, perhaps ${meant}` : perhaps(name, known)
      throw new Error(`there is no option ${name}${near}; --help tells more`)
    }
  }
}
