import type { TemplateResult } from 'lit/html.js'
import type { Go, LinkTarget } from './entries'
import type { Controls } from './port'
import type { ChosenRange } from './time-range'
import type { TimelineSource } from './timeline-source'
import type { ToastAction } from './toast'

/** A view gets these parts of the panel. */
export interface ViewContext {
  readonly controls: Controls
  /** Everything that happened, read once for all views. */
  readonly timeline: TimelineSource
  /** The organisation whose records, books, webhooks and limits are shown. */
  organization(): string
  /** The part of the time that every view shows alone. */
  readonly range: ChosenRange
  /** The document in which the panel stands: the one of its window. */
  document(): Document
  /** Renders the panel again, at the end of this turn. */
  update(): void
  /** Does what the user asked for, then reads the view again; a refusal is shown. */
  attempt(work: () => Promise<unknown>): Promise<void>
  /** Sends a control that changes the world, and says that it is done, with the way back. */
  send(method: 'POST' | 'DELETE', path: string, done: string, body?: object): Promise<void>
  /** Shows a message to the user, also to those who listen, and perhaps what may be done about it. */
  tell(text: string, ...actions: readonly ToastAction[]): void
  /** Shows why something was not done. */
  refuse(text: string, ...actions: readonly ToastAction[]): void
  /** Changes to another view, and to one thing in it. */
  readonly go: Go
}

/** One tab of the panel. */
export interface View {
  readonly name: string
  /** Reads what is shown; called when the view appears and after each change. */
  load(): Promise<void>
  render(): TemplateResult
  /** Shows one thing from the next reading on. The element that shows it has `data-revealed`, and gets the focus. */
  reveal?(subject: LinkTarget): void
  /** The entry of the next error among those that are shown, or of the one before. */
  errorBeside?(direction: 'next' | 'previous'): number | undefined
  /** Read every second, too, because time passes in it. */
  readonly ticks?: boolean
}
