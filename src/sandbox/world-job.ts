/** Work on a large world in another thread, where one piece of it may take long. */
import { OptionError } from '../errors/option-error'
import type { CreateRequest } from './options'
import type { RowText, SandboxHead, StorageBatch } from './storage'
import { StorageError } from './storage'

/** Characters of a world from which on it is worked on apart. */
export const LARGE = 256 * 1024

/** The steps of a job, which the other thread does. */
export interface WorldSteps {
  begin(): void
  /** Reads the body of a call that has a world, which the thread keeps. @throws OptionError */
  read(body: Uint8Array): CreateRequest
  take(rows: readonly RowText[]): void
  /** Makes a sandbox of the world that was read or taken. @throws OptionError */
  make(head: SandboxHead, apiKey: string): MadeWorld
  /** Gives the rows of the sandbox that was made, part by part; undefined after the last. */
  give(): StorageBatch | undefined
  /** Answers a GET of the controls from the rows that were taken. */
  answer(head: SandboxHead, url: string): Promise<WorldAnswer>
}

export type WorldStep = keyof WorldSteps
export type StepGiven = { readonly [Step in WorldStep]: Parameters<WorldSteps[Step]> }
export type StepDone = { readonly [Step in WorldStep]: Awaited<ReturnType<WorldSteps[Step]>> }

/** A thread answers a step so; without an option it was no mistake of the caller. */
export type WorldResult<Value = unknown> =
  | { readonly value: Value; readonly milliseconds: number }
  | { readonly option: string; readonly error: string; readonly milliseconds: number }

/** A world that was made: what its sandbox knows of it, and the time of its first alarm. */
export interface MadeWorld {
  readonly world: NonNullable<SandboxHead['world']>
  readonly due: number | null
}

/** An answer of the controls that only read rows. */
export interface WorldAnswer {
  readonly status: number
  readonly type: string
  readonly body: Uint8Array
}

export interface WorldThread {
  /** @throws StorageError if the thread ends meanwhile */
  run<Step extends WorldStep>(step: Step, given: StepGiven[Step]): Promise<WorldResult<StepDone[Step]>>
  /** Tells that a job has ended. The thread may end as well, unless another one begins. */
  rest(): void
}

/** A job has the thread for itself until it ends. */
export class WorldJob {
  /** Milliseconds that the thread worked. */
  milliseconds = 0

  constructor(
    private readonly thread: WorldThread,
    readonly end: () => void,
  ) {}

  async run<Step extends WorldStep>(step: Step, ...given: StepGiven[Step]): Promise<StepDone[Step]> {
    const result = await this.thread.run(step, given)
    this.milliseconds += result.milliseconds
    if ('value' in result) return result.value
    if (result.option === '') throw new StorageError(result.error, false)
    throw new OptionError(result.option, result.error)
  }
}

/** Reads the body of a call in the other thread. @throws OptionError */
export async function readOffThread(
  jobs: WorldJobs,
  body: Uint8Array,
  spent: (milliseconds: number) => void,
): Promise<{ readonly createRequest: CreateRequest; readonly source: WorldJob }> {
  const source = await jobs.begin()
  try {
    return { createRequest: await source.run('read', body), source }
  } catch (error) {
    source.end()
    throw error
  } finally {
    spent(source.milliseconds)
  }
}

/** Lets one job after the other have the thread. */
export class WorldJobs {
  #last: Promise<void> = Promise.resolve()

  constructor(private readonly thread: WorldThread) {}

  async begin(): Promise<WorldJob> {
    const before = this.#last
    let end = (): void => undefined
    this.#last = new Promise((resolve) => {
      end = () => {
        this.thread.rest()
        resolve()
      }
    })
    await before
    try {
      await this.thread.run('begin', [])
    } catch (error) {
      end()
      throw error
    }
    return new WorldJob(this.thread, end)
  }
}
