import { createSimulator } from '..'
import { messageOf } from '../kernel/message-of'
import { didYouMean } from '../kernel/nearest-name'
import type { Subcommand, Terminal } from './command'
import { runExplore } from './explore'
import { runInit } from './init'
import { statusOf } from './options'
import { runReplay } from './replay'
import { runProgram, runServe } from './serve-command'

/** The words that the program takes. What most do not need is loaded for those who use it. */
export const COMMANDS: Readonly<Record<string, () => Subcommand | Promise<Subcommand>>> = {
  serve: () => runServe,
  explore: () => runExplore,
  coverage: async () => (await import('./coverage')).runCoverage,
  mutate: async () => (await import('./mutate')).runMutate,
  record: async () => (await import('./record/record')).runRecord,
  replay: () => runReplay,
  many: async () => (await import('./many/many')).runMany,
  init: () => runInit,
  mcp: async () => (await import('./mcp')).runMcp,
}

/** Runs the command that the first word names; without a word it serves. @returns the exit status */
export async function runWords(args: readonly string[], output: Omit<Terminal, 'create'>): Promise<number> {
  const terminal = { ...output, create: createSimulator }
  const [word, ...rest] = args
  if (word === undefined || word.startsWith('-')) return runProgram(args, terminal)
  const load = Object.hasOwn(COMMANDS, word) ? COMMANDS[word] : undefined
  const words = Object.keys(COMMANDS)
  try {
    if (!load)
      throw new Error(`there is no command ${word}${didYouMean(word, words)}; there are ${words.join(', ')}`)
    return await (await load())(rest, terminal)
  } catch (problem) {
    terminal.error(`accounting-simulator: ${messageOf(problem)}\n`)
    return statusOf(problem, 1)
  }
}
