import { OptionError } from '../../../errors/option-error'
import { platform } from '../../../host-time/platform'
import type { Simulator } from '../../../index'
import { runNamed } from '../../../virtual-time/time-scope'
import type { Program, Stage } from '../experiment'
import type { ExperimentSettings } from '../read-experiment'
import type { AtWrite, Files } from './disk'
import type { ProgramEvent, SecondSender, TrialEvent } from './events'
import { Life } from './life'
import type { ProgramLife } from './simulated-network'
import type { VirtualHost } from './virtual-host'

const MINUTE = 60_000

/** The end of a piece of the program's work. */
export type WorkEnd =
  | { readonly kind: 'done'; readonly report: unknown }
  | { readonly kind: 'threw'; readonly error: unknown }
  | { readonly kind: 'killed' }
  | { readonly kind: 'hung'; readonly why: string }

export interface RunningProgram {
  readonly life: Life
  readonly program: Program<unknown>
}

/** The lives of a program need these parts of its trial. */
export interface SupervisorParts {
  readonly simulator: Simulator
  readonly settings: ExperimentSettings
  readonly host: VirtualHost
  readonly files: Files
  readonly events: TrialEvent[]
  /** Milliseconds by which the program's clock is ahead. */
  skew(): number
  /** The API key that is good now. */
  apiKey(): string
  portOf(life: Life): Stage['fetch']
  /** The function that is called at the writes of a life. */
  atWriteOf(life: Life): AtWrite
  /** Receives a delivery for the program. */
  readonly receive: (request: Request) => Promise<Response>
}

/** Something about the program that ends a trial. */
export class TrialError extends Error {}

/** The program of a trial, life after life: it is started, killed, and started again. */
export class ProcessSupervisor {
  readonly #origin: string
  #current: RunningProgram | undefined
  #downUntil = 0

  constructor(private readonly parts: SupervisorParts) {
    this.#origin = new URL(parts.simulator.baseUrl).origin
  }

  /** Undefined while the program is down. */
  get current(): RunningProgram | undefined {
    return this.#current
  }

  get now(): number {
    return this.parts.simulator.clock.instant.now
  }

  kill(life: ProgramLife, downMinutes: number): void {
    if (!life.isAlive) return
    life.kill()
    if (this.#current?.life === life) this.#goDown(downMinutes)
  }

  /** The program, started again if it was killed. */
  async restarted(): Promise<RunningProgram> {
    while (!this.#current) {
      if (this.#downUntil > 0) {
        await this.#sleep(this.#downUntil - this.now)
        this.#note('started again')
      }
      await this.#startUp()
    }
    return this.#current
  }

  /** Lets time pass. A program that dies meanwhile is started again. */
  async until(instant: number): Promise<void> {
    while (this.now < instant) {
      const { life } = await this.restarted()
      const passed = this.#sleep(instant - this.now)
      const endless = this.parts.host.watch().then((why): never => {
        throw new TrialError(`between two rounds ${why}`)
      })
      await Promise.race([passed, life.death, endless])
    }
  }

  /** Lets the program do something, until it has an end. */
  do(life: Life, work: () => unknown): Promise<WorkEnd> {
    const hung = this.parts.host.watch().then((why): WorkEnd => ({ kind: 'hung', why }))
    return Promise.race([endOf(life, work), hung])
  }

  /** `run` once more, beside the one that is under way. */
  runTwice(): Promise<WorkEnd> {
    const { life, program } = this.#current ?? {}
    if (!life || !program?.run) return Promise.resolve({ kind: 'killed' })
    const sender: SecondSender = 'the second run'
    return runNamed(sender, () => endOf(life, () => program.run?.()))
  }

  /** Another instance of the program on the same disk, which runs once. */
  async startSecondInstance(): Promise<WorkEnd> {
    const life = this.#newLife(true)
    return endOf(life, async () => {
      const program: Program<unknown> = await this.parts.settings.start(this.#stageOf(life))
      return program.run?.()
    })
  }

  #newLife(isSecond = false): Life {
    const { simulator, host, skew } = this.parts
    const parts = {
      timers: simulator.clock.timers,
      after: simulator.clock.after,
      io: host.io,
      instant: () => simulator.clock.instant,
      skew,
      noteTimer: (call: string) => host.noteTimer(call),
    }
    return new Life(parts, isSecond)
  }

  async #startUp(): Promise<void> {
    const { settings } = this.parts
    const life = this.#newLife()
    const end = await this.do(life, () => settings.start(this.#stageOf(life)))
    if (end.kind === 'killed') return this.#goDown(1)
    if (end.kind === 'hung') throw new TrialError(`start does not come to an end: ${end.why}`)
    if (end.kind === 'threw') throw new TrialError(`start threw ${namedErrorText(end.error)}`)
    const program = end.report as Program<unknown>
    if (!(program?.run ?? program?.receive))
      throw new OptionError('start', 'start must return a program: { run }, { run, receive } or { receive }')
    this.#current = { life, program }
    if (program.receive) this.#listen(program)
  }

  #stageOf(life: Life): Stage {
    const { simulator, files, apiKey, portOf, atWriteOf } = this.parts
    return {
      baseUrl: simulator.baseUrl,
      apiKey,
      disk: files.openTo(() => life.isAlive, atWriteOf(life)),
      fetch: (input, init) => portOf(life)(this.#within(input), init),
      sleep: (milliseconds) => life.sleep(milliseconds),
      now: () => life.clock.instant.now,
    }
  }

  /** The injected `fetch` reaches the service only. */
  #within(input: Request | URL | string): Request | URL | string {
    if (typeof input === 'string' && input.startsWith(`${this.#origin}/`)) return input
    const { baseUrl } = this.parts.simulator
    const url = new URL(input instanceof platform.Request ? input.url : input, baseUrl)
    if (url.origin === this.#origin) return input
    throw new OptionError(
      'fetch',
      `the injected fetch reaches ${baseUrl} only, not ${url}; send other requests with the global fetch`,
    )
  }

  #listen({ run }: Program<unknown>): void {
    const { settings, simulator, receive } = this.parts
    const { webhooks } = simulator
    if (!run) webhooks.release()
    const urls =
      settings.webhookUrl === undefined ? webhooks.queue.map(({ url }) => url) : [settings.webhookUrl]
    for (const url of urls) webhooks.connect(url, receive)
  }

  #goDown(minutes: number): void {
    this.#current = undefined
    this.#downUntil = this.now + minutes * MINUTE
    this.#note('died')
  }

  #note(did: ProgramEvent['did']): void {
    this.parts.events.push({ kind: 'program', at: this.now, did })
  }

  #sleep(milliseconds: number): Promise<void> {
    return this.parts.simulator.clock.sleep(Math.max(0, milliseconds))
  }
}

export const namedErrorText = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error)

function endOf(life: Life, work: () => unknown): Promise<WorkEnd> {
  const killed = life.death.then((): WorkEnd => ({ kind: 'killed' }))
  const end = life
    .run(async () => work())
    .then(
      (report): WorkEnd => ({ kind: 'done', report }),
      (error: unknown): WorkEnd => ({ kind: 'threw', error }),
    )
  return Promise.race([end, killed])
}
