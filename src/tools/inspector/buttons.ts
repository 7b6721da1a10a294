import { html, nothing, type TemplateResult } from 'lit/html.js'

interface ButtonOptions {
  /** Its name, where the text alone does not say of what. */
  readonly label?: string
  readonly isDisabled?: boolean
  readonly style?: string
}

export const button = (
  text: string,
  act: () => unknown,
  { label, isDisabled = false, style }: ButtonOptions = {},
): TemplateResult =>
  html`<button type="button" class=${style ?? nothing} aria-label=${label ?? nothing} ?disabled=${isDisabled}
    @click=${act}>${text}</button>`

/** The text that a field has, or the option that is chosen. */
export const valueIn = ({ target }: Event): string => (target as HTMLInputElement | HTMLSelectElement).value
