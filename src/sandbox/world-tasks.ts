/** The steps of a job on a large world, as the other thread runs them. */
import { isOptionError } from '../errors/option-error'
import { platform, utf8Text } from '../host-time/platform'
import type { ExportedWorld, RowChange, StoredWorld } from '../index'
import { invariant } from '../kernel/invariant'
import { messageOf } from '../kernel/message-of'
import { readCall } from '../service/http/checks/json-text'
import { type CreateRequest, readCreateRequest } from './options'
import type { RowText, SandboxHead, StorageBatch } from './storage'
import { measured, type WorkClock } from './work'
import type {
  MadeWorld,
  StepDone,
  StepGiven,
  WorldAnswer,
  WorldResult,
  WorldStep,
  WorldSteps,
} from './world-job'
import { firstWorld, type SandboxHost, simulatorOf, storedBeginning } from './worlds'

/** The approximate size in characters of a part that is stored in one transaction. */
const PART = 100_000

type Steps = { [Step in WorldStep]: (...given: StepGiven[Step]) => StepDone[Step] | Promise<StepDone[Step]> }

export class WorldTasks implements WorldSteps {
  #world: ExportedWorld | undefined
  #taken: RowText[] = []
  #made: RowChange[] = []
  #given = 0
  #isBegun = false
  readonly #steps: Steps = this

  constructor(
    private readonly host: SandboxHost,
    private readonly clock: Pick<WorkClock, 'now' | 'used'>,
  ) {}

  async run<Step extends WorldStep>(
    step: Step,
    given: StepGiven[Step],
  ): Promise<WorldResult<StepDone[Step]>> {
    const milliseconds = measured(this.clock)
    try {
      invariant(this.#isBegun || step === 'begin', 'the thread ended meanwhile, and the world is gone')
      return { value: await this.#steps[step](...given), milliseconds: milliseconds() }
    } catch (error) {
      const option = isOptionError(error) ? error.option : ''
      return { option, error: messageOf(error), milliseconds: milliseconds() }
    }
  }

  begin(): void {
    this.#isBegun = true
    this.#forget()
  }

  take(rows: readonly RowText[]): void {
    this.#taken.push(...rows)
  }

  #forget(): void {
    this.#world = undefined
    this.#taken = []
    this.#made = []
    this.#given = 0
  }

  /** Parses a create request and keeps its world in this thread. */
  read(body: Uint8Array): CreateRequest {
    const { from, ...createRequest } = readCreateRequest(readCall(utf8Text(body)), '')
    if (typeof from === 'object') this.#world = from
    return typeof from === 'string' ? { ...createRequest, from } : createRequest
  }

  make(head: SandboxHead, apiKey: string): MadeWorld {
    const { simulator, world, rows, due } = firstWorld(head, apiKey, this.host, this.#source(head))
    simulator[Symbol.dispose]()
    this.#forget()
    this.#made = rows
    return { world, due }
  }

  /** Copied rows carry the version that stored them, so that they can be migrated. */
  #source({ world }: SandboxHead): ExportedWorld | StoredWorld {
    if (this.#world) return this.#world
    const rows = this.#taken.map(({ json, ...place }) => ({ ...place, row: JSON.parse(json) }))
    return { rows, version: '', options: {}, ...world }
  }

  /** Gives each row twice: as the current row, and as a row that a reset restores. */
  give(): StorageBatch | undefined {
    const [from, rows]: [number, RowText[]] = [this.#given, []]
    for (let size = 0; size < PART && this.#given < this.#made.length; this.#given += 1) {
      const { row, ...place } = this.#made[this.#given] as RowChange
      const json = JSON.stringify(row)
      rows.push({ ...place, json })
      size += json.length
    }
    if (rows.length === 0) return undefined
    return { isPart: true, rows, firstPart: JSON.stringify(this.#made.slice(from, this.#given)) }
  }

  async answer(head: SandboxHead, url: string): Promise<WorldAnswer> {
    const tables = new Map<string, { scope: string; table: string; texts: string[] }>()
    for (const { scope, table, json } of this.#taken) {
      const place = `${scope}\0${table}`
      const own = tables.get(place) ?? { scope, table, texts: [] }
      own.texts.push(json)
      tables.set(place, own)
    }
    const stored = [...tables.values()].map(({ scope, table, texts }) => ({
      ...{ scope, table },
      rows: () => texts.map((text) => JSON.parse(text)),
    }))
    const { version = '', options = {} } = head.world ?? {}
    const simulator = simulatorOf(head, this.host, storedBeginning(stored, { version, options }))
    const response = await this.host.engine.controls(simulator, { hosted: true })(new platform.Request(url))
    const body = new Uint8Array(await response.arrayBuffer())
    simulator[Symbol.dispose]()
    this.#forget()
    return { status: response.status, type: response.headers.get('content-type') ?? '', body }
  }
}
