import type { CreateRequest } from './options'
import type { Binned, HeadChange, Listed, SandboxHead } from './storage'
import type { WorldJob } from './world-job'
import type { Copy, WorldSource } from './worlds'

export interface SandboxPlan<Source = WorldSource | WorldJob> {
  readonly head: SandboxHead
  readonly apiKey: string
  /** A job has the world that it has read or taken. */
  readonly source?: Source
}

/** The sandboxes of a deployment, and their teams. An engine implements it. */
export interface Fleet {
  /** The sandboxes of a team after an id, by id. */
  page(team: string, after: string, most: number): Promise<readonly Listed[]>
  /** Tells whether the sandbox is one of the team. */
  has(team: string, id: string): Promise<boolean>
  /**
   * Makes a sandbox; false if the team has as many as it may. @throws OptionError for a world or options that the
   * simulator refuses
   */
  create(plan: SandboxPlan, most: number): Promise<boolean>
  /** Reads a long body with a world apart, if the host has another thread. The caller ends the job. */
  read?(
    team: string,
    body: Uint8Array,
  ): Promise<{ readonly createRequest: CreateRequest; readonly source: WorldJob }> | undefined
  /** The answer to a team that has used up its share of work. */
  refusal?(team: string): Response | undefined
  /** Its world as it is now; undefined if there is no such sandbox. */
  copy(id: string): Promise<Copy | undefined>
  /** As it is listed afterwards; undefined if there is no such sandbox. @throws StorageError */
  change(team: string, id: string, change: HeadChange): Promise<Listed | undefined>
  remove(team: string, id: string): Promise<void>
  /** Lists the sandboxes that the host has deleted by itself. */
  bin(team: string): Promise<readonly Binned[]>
  /** Takes a sandbox out of the bin, if the team may have one more. It has no end then. @throws StorageError */
  restore(team: string, id: string, most: number): Promise<'restored' | 'full' | 'missing'>
  /** Does work for a sandbox besides its own when it is its turn, or answers that it has used up its share. */
  work?(id: string, piece: () => Promise<Response>): Promise<Response>
  /** Undefined if there is no such sandbox. @throws StorageError; TypeError if the client must get a network error */
  fetch(id: string, request: Request): Promise<Response | undefined>
}
