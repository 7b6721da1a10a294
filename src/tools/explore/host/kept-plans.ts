import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { demand } from '../../../errors/option-error'
import { arrayOf } from '../../../errors/reader'
import { decodedText } from '../../../kernel/decoded-text'
import { messageOf } from '../../../kernel/message-of'
import { checkPlan } from '../plan/check-plan'
import type { Plan } from '../plan/plan'

/** A file of plans that were found: JSON, for a repository. It is there once something was found. */
export class KeptPlans {
  readonly plans: readonly Plan[]
  readonly #path: string

  /** @throws OptionError if the file cannot be read, or holds something else */
  constructor(file: string | URL, option: string) {
    this.#path = file instanceof URL || file.startsWith('file:') ? fileURLToPath(file) : file
    this.plans = existsSync(this.#path) ? plansIn(this.#path, option) : []
  }

  add(plan: Plan): void {
    const isKnown = this.plans.some((one) => JSON.stringify(one) === JSON.stringify(plan))
    if (isKnown || plan.length === 0) return
    const lines = [...this.plans, plan].map((one) => `  ${JSON.stringify(one)}`)
    mkdirSync(dirname(this.#path), { recursive: true })
    writeFileSync(this.#path, `[\n${lines.join(',\n')}\n]\n`)
  }
}

function plansIn(path: string, option: string): readonly Plan[] {
  let content: unknown
  try {
    content = JSON.parse(decodedText(readFileSync(path)))
  } catch (error) {
    demand(false, option, `must name a file of plans, but ${path} cannot be read: ${messageOf(error)}`)
  }
  return arrayOf(checkPlan, 'an array of plans')(content, option)
}

/** More than four hardly make a search faster. */
const PROCESSES_AT_MOST = 4

/** The number of processes that play plans, if nobody says it. */
export const usualProcesses = (): number => Math.min(PROCESSES_AT_MOST, availableParallelism())
