import type { ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { rulesIn } from '../hosts/node/rules'
import { controls } from '../tools/controls/index'
import { endTree, signalGroup, spawnTree } from '../tools/explore/host/process-tree'
import { mcpServer } from '../tools/mcp/server'
import { controlThrough, type ToolCall, type ToolContext } from '../tools/mcp/tool'
import { type Running, serveCommand } from './serve-command'
import { agentsUsage, FOR_AGENTS, serviceCommand } from './serve-options'

/** Runs `accounting-simulator mcp`: standard output belongs to the protocol. */
export const runMcp = serviceCommand(
  agentsUsage,
  async (options, { error }) => {
    const open: { close(): Promise<void> }[] = []
    await serveCommand(
      // The protocol reads the standard input.
      { ...options, json: true, endWith: ['parent'] },
      {
        until: new Promise((resolve) => process.stdin.once('end', resolve).once('error', resolve)),
        out: error,
        error,
        async present(running) {
          const server = mcpServer(sessionOf(running, options.world))
          open.push(server)
          await server.connect(new StdioServerTransport())
        },
      },
    )
    // Calls that are still at work are cancelled.
    for (const one of open) await one.close()
    process.stdin.destroy()
  },
  FOR_AGENTS,
)

function sessionOf({ simulator, server }: Running, world: string | undefined): ToolContext {
  return {
    url: server.url,
    world,
    documentation: rulesIn(import.meta.url),
    fetch: (request) => simulator.fetch(request),
    control: controlThrough(controls(simulator)),
    run: runSubcommand,
  }
}

const TICK_MS = 1000
const PROGRESS = /^\{"(runs|says)":/
const LAST_WORDS_MS = 2000

/** Its programs lead groups of their own, so it has to end them itself. One that does not is ended at once. */
function endSoon(child: ChildProcess): void {
  if (child.pid !== undefined && process.platform !== 'win32') signalGroup(child.pid, 'SIGTERM')
  else endTree(child)
  const timer = setTimeout(() => endTree(child), LAST_WORDS_MS)
  child.once('close', () => clearTimeout(timer))
}

/** Runs a subcommand of this command in a process of its own, so that it can be cancelled at any time. */
async function runSubcommand(args: readonly string[], { signal, progress }: ToolCall): Promise<unknown> {
  const child = spawnTree([process.execPath, process.argv[1] ?? '', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const end = (): void => endSoon(child)
  signal.addEventListener('abort', end, { once: true })
  let out = ''
  let problem = ''
  let seconds = 0
  let last: string | undefined
  child.stdout?.setEncoding('utf8').on('data', (data) => {
    out += data
  })
  const hear = (line: string): void => {
    const told = PROGRESS.test(line) ? JSON.parse(line) : undefined
    if (told) last = told.says ?? `${told.runs} of at most ${told.most} runs`
    else problem += `${line}\n`
  }
  if (child.stderr) createInterface(child.stderr).on('line', hear)
  const ticking = setInterval(() => {
    seconds += 1
    progress(seconds, last === undefined ? `${seconds} s` : `${last} after ${seconds} s`)
  }, TICK_MS)
  try {
    await new Promise((resolve, reject) => child.once('close', resolve).once('error', reject))
  } finally {
    clearInterval(ticking)
    signal.removeEventListener('abort', end)
  }
  if (signal.aborted) throw new Error('it was cancelled')
  if (out === '') throw new Error(problem.trim())
  return JSON.parse(out)
}
