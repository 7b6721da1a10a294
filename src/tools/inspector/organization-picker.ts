import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { Controls } from './port'
import { valueIn } from './widgets'

/** Chooses whose records, books, webhooks and limits the views show. Absent while there is one organisation. */
export class OrganizationPicker {
  #names: readonly string[] = []

  constructor(
    private readonly controls: Controls,
    private readonly changed: () => void,
  ) {}

  async load(): Promise<void> {
    this.#names = await this.controls.get<readonly string[]>('/organizations')
    const { organization } = this.controls
    // After a reset or in another simulator.
    if (organization !== undefined && !this.#names.includes(organization))
      this.controls.organization = undefined
  }

  get chosen(): string {
    return this.controls.organization ?? this.#names[0] ?? ''
  }

  choose(name: string): void {
    this.controls.organization = name === this.#names[0] ? undefined : name
  }

  render(): TemplateResult | typeof nothing {
    if (this.#names.length < 2) return nothing
    return html`<select
      aria-label="Organisation"
      title="Organisation"
      @change=${(event: Event) => {
        this.choose(valueIn(event))
        this.changed()
      }}
    >
      ${this.#names.map((name) => html`<option value=${name} .selected=${name === this.chosen}>${name}</option>`)}
    </select>`
  }
}
