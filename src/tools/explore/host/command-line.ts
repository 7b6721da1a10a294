/** Options that a command for one plan does without, with the number of their values. */
const REPLACED: Readonly<Record<string, number>> = {
  '--plan': 1,
  '--shard': 1,
  '--report': 1,
  '--json': 0,
  '--progress': 0,
  '--runs': 1,
  '--time': 1,
  '--seed': 1,
}

/** The command line that plays one plan, made from the arguments of an exploration. */
export function commandFor(args: readonly string[], plan: string): string {
  const end = args.includes('--') ? args.indexOf('--') : args.length
  const kept: string[] = []
  for (let at = 0; at < end; at += 1) {
    const [name = '', value] = (args[at] as string).split('=', 2)
    const values = REPLACED[name]
    if (values === undefined) kept.push(args[at] as string)
    else if (value === undefined) at += values
  }
  const words = ['npx', 'accounting-simulator', 'explore', ...kept, '--plan', plan, ...args.slice(end)]
  return words.map(shellWord).join(' ')
}

export const shellWord = (word: string): string =>
  /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
