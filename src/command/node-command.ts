#!/usr/bin/env node

import { version } from '../../package.json'
import { createSimulator } from '../index'
import { messageOf } from '../kernel/message-of'
import { perhaps } from '../kernel/nearest-name'
import { progressLine } from '../tools/explore/host/terminal-line'
import { type CommandArguments, readArguments } from './arguments'
import { runExplore } from './explore'
import { runInit, terminal } from './init'
import { WORDS } from './option-names'
import { runReplay } from './replay'
import { announcement, type Running, serveCommand } from './serve-command'
import { USAGE } from './usage'

/** Real milliseconds between two lines of a log about a search, which plays many plans in a second. */
const BETWEEN_LINES = 10_000

try {
  const [word, ...rest] = process.argv.slice(2)
  if (word === 'explore')
    process.exitCode = await runExplore(rest, {
      out: print,
      error: complain,
      create: createSimulator,
      line: progressLine(BETWEEN_LINES),
    })
  else if (word === 'coverage')
    process.exitCode = await (await import('./coverage')).runCoverage(rest, {
      out: print,
      error: complain,
      create: createSimulator,
    })
  else if (word === 'replay') process.exitCode = await runReplay(rest, { out: print, error: complain })
  // Loaded for those who record.
  else if (word === 'record')
    process.exitCode = await (await import('./record/record')).runRecord(rest, {
      out: print,
      error: complain,
    })
  else if (word === 'init')
    process.exitCode = await runInit(rest, process.cwd(), { out: print, error: complain, ask: terminal() })
  else if (word === 'mutate')
    process.exitCode = await (await import('./mutate')).runMutate(rest, {
      out: print,
      error: complain,
      create: createSimulator,
      line: progressLine(),
    })
  // Loaded for those who serve many.
  else if (word === 'many') await (await import('./many/many')).runMany(rest, print, complain)
  else if (word === 'mcp') await main(readArguments(rest, { port: '0', clock: 'manual' }), true)
  else await main(readArguments(word === 'serve' ? rest : optionsAlone(process.argv.slice(2))))
} catch (error) {
  complain(`accounting-simulator: ${messageOf(error)}\n`)
  process.exitCode = 1
}

/** Without a word it serves. @throws Error for another word */
function optionsAlone(args: string[]): string[] {
  const [word] = args
  if (word === undefined || word.startsWith('-')) return args
  throw new Error(`there is no command ${word}${perhaps(word, WORDS)}; there are ${WORDS.join(', ')}`)
}

async function main(command: CommandArguments, isForAgents = false): Promise<void> {
  if (command.help) process.stdout.write(USAGE)
  else if (command.version) process.stdout.write(`${version}\n`)
  // The protocol is loaded for those who speak it.
  else if (isForAgents) await (await import('./mcp')).serveAgents(command)
  else {
    const present = (running: Running): void => print(announcement(command, running))
    await serveCommand(command, { print, complain, present })
  }
}

function print(text: string): void {
  process.stdout.write(text)
}
function complain(text: string): void {
  process.stderr.write(text)
}
