/** Names of the messages between the preview and the panel in the manager. */
export const REQUEST = 'accounting-simulator/request'
export const RESPONSE = 'accounting-simulator/response'
/** Another story has another simulator. */
export const STORY = 'accounting-simulator/story'
/** The failures and the time of the story have changed. */
export const STATUS = 'accounting-simulator/status'

/** The story is to be rendered again in its world. */
export const AGAIN = 'accounting-simulator/again'

export interface StoryStatus {
  /** The number of requests and of attempts to deliver that have failed. */
  readonly failed: number
  /** The time of the story's clock; undefined between two stories. */
  readonly now?: string
}

export interface Channel {
  on(name: string, listener: (message: string) => void): void
  off(name: string, listener: (message: string) => void): void
  emit(name: string, message: string): void
}

export interface AskedControl {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly body: string | null
}

export interface AnsweredControl {
  readonly id: string
  readonly status: number
  readonly type: string
  readonly body: string
}
