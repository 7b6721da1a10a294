import { html, nothing, type TemplateResult } from 'lit/html.js'
import { pageTime } from '../../host-time/page-time'
import { AWAY } from './icons'
import { button, iconButton } from './widgets'

/** A message goes away by itself after this time. */
const SHOWN_MILLISECONDS = 8000

/** A button of a message. */
export interface ToastAction {
  readonly name: string
  act(): unknown
  /** True if the message stays until the next one. */
  readonly stays?: true
}

/** One message at the bottom edge, which moves nothing. News go away by themselves; a refusal stays until the next. */
export class Toast {
  #text = ''
  #isRefusal = false
  #actions: readonly ToastAction[] = []
  #forget: () => void = () => undefined

  constructor(private readonly update: () => void) {}

  tell(text: string, ...actions: readonly ToastAction[]): void {
    this.#show(text, false, actions)
    if (text !== '' && !actions.some(({ stays }) => stays))
      this.#forget = pageTime.after(SHOWN_MILLISECONDS, () => this.tell(''))
  }

  /** Does what its first button does. */
  readonly act = (): unknown => this.#actions[0]?.act()

  refuse(text: string, ...actions: readonly ToastAction[]): void {
    this.#show(text, true, actions)
  }

  #show(text: string, isRefusal: boolean, actions: readonly ToastAction[]): void {
    this.#forget()
    this.#text = text
    this.#isRefusal = isRefusal
    this.#actions = actions
    this.update()
  }

  render(): TemplateResult {
    return html`<div class="toast ${this.#text === '' ? '' : 'told'} ${this.#isRefusal ? 'bad' : ''}">
      <p role="status">${this.#text}</p>
      ${this.#actions.map((one) => button(one.name, () => one.act()))}
      ${this.#text === '' ? nothing : iconButton('Dismiss the message', AWAY, () => this.tell(''))}
    </div>`
  }
}
