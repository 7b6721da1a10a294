import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AssumptionOverrides, Records, Simulator } from '../../../index'
import { realAfter, realPause, realTurn } from '../../../virtual-time/real'
import { noDuplicates } from '../oracles/no-duplicates'
import { type AskedOracles, noteOracles } from '../oracles/oracle'
import type { Plan } from '../plan/plan'
import type { PlanOutcome, ProgramEvent } from '../run/events'
import type { ProgramLife } from '../run/simulated-network'
import { Trial } from '../run/trial'
import { DataFolder } from './data-folder'
import { endTree, endWithProcess, problemWith, spawnTree } from './process-tree'

/** Puts a simulator on a port, as `serve` of `accounting-simulator/node` does. */
type Serve = (
  simulator: Pick<Simulator, 'baseUrl'> & { fetch(request: Request): Promise<Response> },
  options: { readonly controls?: boolean; readonly grace: number },
) => Promise<{ readonly url: string; close(): Promise<void> }>

/** A program in any language, and what must be true afterwards. */
export interface CommandExperiment {
  /** Its clock is 'live'. */
  readonly world: Simulator
  readonly command: readonly string[]
  /** Handed in, so that explorations know no host. */
  readonly serve: Serve
  /** Real milliseconds that one run may take. */
  readonly timeout: number
  /** Pairs of a record type and a member whose values must be distinct. */
  readonly unique: readonly (readonly [records: keyof Records, member: never])[]
  /** A command that ends with 0 if all is well; what it prints are complaints. */
  readonly check: readonly string[] | undefined
  /** Is given the world at the end of each plan. */
  readonly onEnd?: (simulator: Simulator) => void
}

interface Ended {
  /** Null: killed. */
  readonly code: number | null
  readonly said: string
  readonly isLate: boolean
}

const endOf = (code: number | null): string => (code === null ? 'a signal' : String(code))

function lastLineOf(said: string): string {
  const lines = said.trim().split('\n')
  // Node ends what it says of an uncaught error with its version; name and message stand above the frames.
  const isOfNode = /^Node\.js v\d/.test(lines.at(-1) ?? '')
  const named = isOfNode ? lines.filter((line) => /^(Uncaught )?\w*(Error|Exception)\b/.test(line)) : []
  const line = named.at(-1) ?? lines.at(isOfNode ? -2 : -1)
  return line ? `: ${line}` : ', without any output'
}

const LIVES_AT_MOST = 5
const KEY_FILE = 'api-key'
/** Turns of the event loop in which the names of changed files arrive. */
const TURNS = 3
/** Milliseconds. Without them no two requests of a calm run would be under way together, as far as one can see. */
const CALM_ONE_WAY = 20

class ProcessLife implements ProgramLife {
  isAlive = true
  child: ChildProcess | undefined

  activate(event: number): void {
    this.origins = [event]
  }

  kill(): void {
    this.isAlive = false
    // A crash takes what the program has started, too, such as the program behind npx.
    if (this.child) endTree(this.child)
  }

  /** Its time is real, and so is its network. */
  readonly travel = async (milliseconds: number): Promise<void> => {
    if (milliseconds > 0) await realPause(milliseconds)
  }
  readonly awake = async (): Promise<void> => undefined
  /** Each request follows from the answer that came last, as far as one can see. */
  origins: readonly number[] = []

  // Its runs and its timers cannot be seen, and nothing suspends it.
  readonly sender = undefined
  readonly isInRun = false
  readonly timers = []
  readonly firstTimeout = () => Number.POSITIVE_INFINITY
  readonly timeoutOf = () => undefined
  readonly noteAnswer = () => undefined
  readonly suspend = async () => undefined
}

/** One plan played against a child process in real time: a run with the plan, then a calm one. */
export class CommandTrial extends Trial {
  readonly #experiment: CommandExperiment
  readonly #folder = new DataFolder([KEY_FILE])
  #life = new ProcessLife()
  #notes: AskedOracles | undefined
  #isAbandoned = false

  constructor(experiment: CommandExperiment, plan: Plan, otherwise: AssumptionOverrides = {}) {
    super({
      world: experiment.world,
      plan,
      otherwise,
      oneWay: plan.length === 0 ? CALM_ONE_WAY : 0,
      isBrief: true,
    })
    this.#experiment = experiment
  }

  kill(life: ProgramLife): void {
    life.kill()
    this.#note('died')
  }

  override rotateKey(): void {
    super.rotateKey()
    this.#storeKey()
  }

  /** Ends it at once: nobody looks at its outcome. */
  abandon(): void {
    this.#isAbandoned = true
    this.#life.kill()
  }

  async play(plan: Plan): Promise<PlanOutcome> {
    const { timeout, serve } = this.#experiment
    const port = {
      baseUrl: this.simulator.baseUrl,
      fetch: async (request: Request) => {
        await this.#look()
        return this.network.portOf(this.#life)(request)
      },
    }
    const server = await serve(port, { grace: 100 })
    try {
      this.#storeKey()
      const first = await this.#run(server.url, timeout)
      this.recover()
      const last = first.isLate ? first : await this.#run(server.url, timeout)
      return await this.#outcome(plan, [first, last])
    } finally {
      await server.close()
      this.simulator[Symbol.dispose]()
      this.#folder.remove()
    }
  }

  /** Runs the program until it ends by itself. After a crash it is started again. */
  async #run(url: string, timeout: number): Promise<Ended> {
    this.rounds.push(this.simulator.clock.instant.now)
    for (let lives = 1; ; lives += 1) {
      this.#life = new ProcessLife()
      const ended = await this.#start(this.#experiment.command, url, timeout)
      await this.#look()
      this.#folder.restore()
      if (this.#life.isAlive || lives === LIVES_AT_MOST || this.#isAbandoned) return ended
      this.#note('started again')
    }
  }

  /** The program may die at a write that came before this moment: then what it wrote afterwards is undone. */
  async #look(): Promise<void> {
    for (let turn = 0; turn < TURNS; turn += 1) await realTurn()
    if (!this.#life.isAlive) return
    const { names, isOrdered } = this.#folder.changes()
    for (const [position, name] of names.entries()) {
      let isWritten = false
      this.write(this.#life, name, () => {
        isWritten = true
      })
      if (this.#life.isAlive) continue
      const [before, after] = isOrdered ? [position, position + 1] : [0, names.length]
      return this.#folder.keep(names.slice(0, isWritten ? after : before))
    }
    this.#folder.accept()
  }

  async #start(command: readonly string[], url: string, timeout: number): Promise<Ended> {
    if (this.#isAbandoned) return { code: null, said: '', isLate: false }
    const env = {
      ...process.env,
      ACCOUNTING_URL: url,
      ACCOUNTING_API_KEY: this.key,
      ACCOUNTING_API_KEY_FILE: join(this.#folder.path, KEY_FILE),
      ACCOUNTING_DATA: this.#folder.path,
    }
    const child = spawnTree(command, { env, stdio: ['ignore', 'pipe', 'pipe'] })
    const forget = endWithProcess(() => endTree(child))
    this.#life.child = child
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (said += String(data)))
    let isLate = false
    const cancel = realAfter(timeout, () => {
      isLate = true
      endTree(child)
    })
    try {
      const [code] = (await once(child, 'close')) as [number | null]
      return { code, said, isLate }
    } catch (error) {
      throw new Error(problemWith(command[0] ?? '', error as NodeJS.ErrnoException))
    } finally {
      cancel()
      forget()
    }
  }

  async #outcome(plan: Plan, [first, last]: readonly [Ended, Ended]): Promise<PlanOutcome> {
    const { traffic, assumptions } = this.simulator
    this.#experiment.onEnd?.(this.simulator)
    const complaints =
      first.isLate || last.isLate
        ? [`the program ran longer than the time-out of ${this.#experiment.timeout / 1000} s`]
        : await this.#complaints(last)
    return {
      plan,
      ...this.outcomeWith(complaints),
      hittableTries: this.exposed ?? {},
      deliveries: {},
      // Without instants: they are real.
      fingerprint: traffic.map(({ request, response }) => {
        return `${request.method} ${new URL(request.url).pathname} ${response?.status ?? '---'}`
      }),
      assumptions: assumptions.used(),
      // Files elsewhere cannot be seen.
      isEmpty: !traffic.some(({ changed }) => changed) && Object.keys(this.writes).length === 0,
      idle: [...(this.#notes?.idle(false) ?? []), ...this.idleFaults],
      isReal: true,
    }
  }

  async #complaints({ code, said }: Ended): Promise<string[]> {
    const { unique, check, serve } = this.#experiment
    const simulator = this.simulator
    if (code !== 0) return [`the last run, which is calm, ended with ${endOf(code)}${lastLineOf(said)}`]
    const end = { simulator, others: this.others.writes }
    this.#notes = noteOracles(simulator)
    const complaints = [
      ...simulator.books.check().map(({ invariant, text }) => `the books are broken: ${invariant}: ${text}`),
      ...unique.flatMap(([records, member]) => noDuplicates(records, member)(end)),
    ]
    if (!check) return complaints
    const server = await serve(simulator, { controls: true, grace: 100 })
    const checked = await this.#start(check, server.url, this.#experiment.timeout).finally(() =>
      server.close(),
    )
    // The statuses by which a shell says so.
    if (checked.code === 126 || checked.code === 127)
      throw new Error(`the check could not be started${lastLineOf(checked.said)}`)
    const lines = checked.said.split('\n').filter((line) => line.trim() !== '')
    return checked.code === 0
      ? complaints
      : [...complaints, ...(lines.length > 0 ? lines : [`the check ended with ${endOf(checked.code)}`])]
  }

  #storeKey(): void {
    writeFileSync(join(this.#folder.path, KEY_FILE), this.key)
  }

  #note(did: ProgramEvent['did']): void {
    this.events.push({ kind: 'program', at: this.simulator.clock.instant.now, did })
  }
}
