import type { CreateRequest } from './options'
import type { Binned, HeadChange, Listed, SandboxHead } from './storage'
import type { WorldJob } from './world-job'
import type { Copy, WorldSource } from './worlds'

export interface SandboxPlan<Source = WorldSource | WorldJob> {
  readonly head: SandboxHead
  readonly apiKey: string
  /** A job holds the world that another thread has read or copied. */
  readonly source?: Source
}

/** The sandboxes and teams of a deployment. Each engine (Node, Durable Objects) implements it. */
export interface Fleet {
  /** A page of a team's sandboxes: those after an id, in the order of ids. */
  page(team: string, after: string, most: number): Promise<readonly Listed[]>
  /** True if the sandbox belongs to the team. */
  has(team: string, id: string): Promise<boolean>
  /**
   * Makes a sandbox; false if the team already has `most`. @throws OptionError for a world or options that
   * the simulator refuses
   */
  create(plan: SandboxPlan, most: number): Promise<boolean>
  /** Parses a long create request on another thread, if the host has one. The caller ends the job. */
  read?(
    team: string,
    body: Uint8Array,
  ): Promise<{ readonly createRequest: CreateRequest; readonly source: WorldJob }> | undefined
  /** The response for a team that has used up its processor time; undefined if it may work. */
  refusal?(team: string): Response | undefined
  /** Copies the current world; undefined if there is no such sandbox. */
  copy(id: string): Promise<Copy | undefined>
  /** Changes a sandbox and returns its list entry; undefined if there is none. @throws StorageError */
  change(team: string, id: string, change: HeadChange): Promise<Listed | undefined>
  remove(team: string, id: string): Promise<void>
  /** Lists the sandboxes that the host has moved into the bin. */
  bin(team: string): Promise<readonly Binned[]>
  /** Restores a sandbox from the bin, without an end, if the team may have one more. @throws StorageError */
  restore(team: string, id: string, most: number): Promise<'restored' | 'full' | 'missing'>
  /** Runs work beside a sandbox's requests when the team's turn comes, or refuses it over the quota. */
  work?(id: string, piece: () => Promise<Response>): Promise<Response>
  /** Undefined if there is no such sandbox. @throws StorageError; TypeError for a network error */
  fetch(id: string, request: Request): Promise<Response | undefined>
}
