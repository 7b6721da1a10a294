import { FORCE_REMOUNT } from 'storybook/internal/core-events'
import type { Simulator } from '../../index'
import { internalsOf } from '../../simulator/internals-of'
import { AGAIN } from './channel'
import type { ReadArgs } from './read-args'
import type { MswWorker } from './story-router'

/** A story that is shown, with its world. */
export interface Mounted {
  readonly id: string
  readonly simulator: Simulator
  readonly msw: MswWorker
  readonly world: { readonly args: ReadArgs; readonly toolbar: string }
}

interface PreviewChannel {
  on(name: string, listener: () => void): unknown
  emit(name: string, message: object): unknown
}

/** Keeps the world of a story that is to be rendered again in it. */
export class KeptWorld {
  #current: Mounted | undefined
  #kept: Mounted | undefined

  hear(channel: PreviewChannel): void {
    channel.on(AGAIN, () => {
      if (!this.#current || this.#kept) return
      this.#kept = this.#current
      channel.emit(FORCE_REMOUNT, { storyId: this.#current.id })
    })
  }

  /** The world in which the story with this id is rendered again. If another story came in between, it ends. */
  take(id: string): Mounted | undefined {
    const kept = this.#kept
    this.#kept = undefined
    if (kept?.id === id) return kept
    if (kept) internalsOf(kept.simulator).dispose()
    return undefined
  }

  begin(story: Mounted): void {
    this.#current = story
  }

  /** Ends the world of a story that is no longer shown, unless it is kept. */
  end(story: Mounted): void {
    if (this.#current === story) this.#current = undefined
    if (this.#kept !== story) internalsOf(story.simulator).dispose()
  }
}
