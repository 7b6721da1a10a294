import { html, nothing, type TemplateResult } from 'lit/html.js'
import { hostTime } from '../../host-time/host-time'
import { AWAY } from './icons'

/** A message goes away by itself after this time. */
const SHOWN_MILLISECONDS = 8000

/** A button of a message. */
export interface ToastAction {
  readonly name: string
  act(): void
  /** True if the message stays until the next one. */
  readonly stays?: true
}

/** One message at the bottom edge, which moves nothing. News go away by themselves; a refusal stays until the next. */
export class Toast {
  #text = ''
  #isRefusal = false
  #action: ToastAction | undefined
  #forget: () => void = () => undefined

  constructor(private readonly update: () => void) {}

  tell(text: string, action?: ToastAction): void {
    this.#show(text, false, action)
    if (text !== '' && !action?.stays) this.#forget = hostTime.after(SHOWN_MILLISECONDS, () => this.tell(''))
  }

  refuse(text: string): void {
    this.#show(text, true, undefined)
  }

  #show(text: string, isRefusal: boolean, action: ToastAction | undefined): void {
    this.#forget()
    this.#forget = () => undefined
    this.#text = text
    this.#isRefusal = isRefusal
    this.#action = action
    this.update()
  }

  render(): TemplateResult {
    const action = this.#action
    return html`<div class="toast ${this.#text === '' ? '' : 'told'} ${this.#isRefusal ? 'bad' : ''}">
      <p role="status">${this.#text}</p>
      ${action ? html`<button type="button" @click=${() => action.act()}>${action.name}</button>` : nothing}
      ${
        this.#text === ''
          ? nothing
          : html`<button type="button" class="place" aria-label="Dismiss the message" title="Dismiss the message"
              @click=${() => this.tell('')}>${AWAY}</button>`
      }
    </div>`
  }
}
