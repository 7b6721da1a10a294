#!/usr/bin/env node

import { progressLine } from '../tools/explore/host/terminal-line'
import { runWords } from './commands'
import { askAtTerminal } from './init'

process.exitCode = await runWords(process.argv.slice(2), {
  out: (text) => void process.stdout.write(text),
  error: (text) => void process.stderr.write(text),
  progress: progressLine,
  ask: askAtTerminal(),
})
