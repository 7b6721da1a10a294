/** Work on a large world in another thread, because one step may take long. */
import { OptionError } from '../errors/option-error'
import type { CreateRequest } from './options'
import type { RowText, SandboxHead, StorageBatch } from './storage'
import { StorageError } from './storage'

/** The size in characters above which a world is processed in another thread. */
export const LARGE = 256 * 1024

/** The steps of a job, which the other thread runs. */
export interface WorldSteps {
  begin(): void
  /** Parses a create request. The thread keeps its world. @throws OptionError */
  read(body: Uint8Array): CreateRequest
  take(rows: readonly RowText[]): void
  /** Makes a sandbox of the world that was read or received. @throws OptionError */
  make(head: SandboxHead, apiKey: string): MadeWorld
  /** The next part of the new sandbox's rows; undefined after the last. */
  give(): StorageBatch | undefined
  /** Answers a GET of the controls from the received rows. */
  answer(head: SandboxHead, url: string): Promise<WorldAnswer>
}

export type WorldStep = keyof WorldSteps
export type StepGiven = { readonly [Step in WorldStep]: Parameters<WorldSteps[Step]> }
export type StepDone = { readonly [Step in WorldStep]: Awaited<ReturnType<WorldSteps[Step]>> }

/** The thread's answer to a step. An empty option means an error that is not the caller's mistake. */
export type WorldResult<Value = unknown> =
  | { readonly value: Value; readonly milliseconds: number }
  | { readonly option: string; readonly error: string; readonly milliseconds: number }

/** A world that was made: the data for its sandbox's head, and the time of its first alarm. */
export interface MadeWorld {
  readonly world: NonNullable<SandboxHead['world']>
  readonly due: number | null
}

/** The response of a control that only reads rows. */
export interface WorldAnswer {
  readonly status: number
  readonly type: string
  readonly body: Uint8Array
}

export interface WorldThread {
  /** @throws StorageError if the thread ends during the step */
  run<Step extends WorldStep>(step: Step, given: StepGiven[Step]): Promise<WorldResult<StepDone[Step]>>
  /** Called when a job has ended. The thread may end unless another job begins. */
  rest(): void
}

/** Exclusive use of the thread until `end` is called. */
export class WorldJob {
  /** Milliseconds that the thread has worked for this job. */
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

/** Parses a create request in the other thread. @throws OptionError */
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

/** Gives the thread to one job after the other. */
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
