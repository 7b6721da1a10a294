import type { TemplateResult } from 'lit'
import type { Controls } from './port'

/** What a view is given. */
export interface ViewContext {
  readonly controls: Controls
  /** Renders the panel again, at the end of this turn. */
  update(): void
  /** Does what the user asked for, then reads the view again; a refusal is shown. */
  attempt(work: () => Promise<unknown>): Promise<void>
  /** Shows a message to the user, also to those who listen. */
  tell(text: string): void
  /** Changes to another view. */
  go(tab: string): void
}

/** One tab of the panel. */
export interface View {
  readonly name: string
  /** Reads what is shown; called when the view appears and after each change. */
  load(): Promise<void>
  render(): TemplateResult
  /** Read every second, too, because time passes in it. */
  readonly ticks?: boolean
}
