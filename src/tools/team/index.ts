/** The page of a team below `/__sandboxes/ui/`: its sandboxes, each with its inspector. */

import { html, nothing, render, type TemplateResult } from 'lit/html.js'
import { messageOf } from '../../kernel/message-of'
import { type ListedSandbox, type SandboxAccess, type SandboxTeam, sandbox } from '../controls/sandbox'
import { copyText } from '../inspector/clipboard'
import { defineInspector } from '../inspector/element'
import { PANEL_STYLE } from '../inspector/panel-style'
import type { ControlsPort } from '../inspector/port'
import { applyStyles } from '../inspector/sheets'
import { fieldsOf, isNearlyFull, minuteOf, rowsText, sandboxTitle, select, termSelect } from './forms'
import { baseHref, portOf } from './port-of'
import { TEAM_STYLE } from './team-style'

const NAME = 'accounting-simulator-team'

/** A row's open question before an action. */
interface Question {
  readonly id: string
  readonly for: 'token' | 'change' | 'deletion'
}

/** Tokens are held in memory only, so a reload asks for them again. */
class TeamElement extends HTMLElement {
  readonly #root = this.attachShadow({ mode: 'open' })
  /** Tokens of controls by sandbox id. */
  readonly #tokens = new Map<string, string>()
  #team: SandboxTeam | undefined
  #listed: readonly ListedSandbox[] = []
  /** The credentials of the last created sandbox, which are shown once. */
  #keys: SandboxAccess | undefined
  #message = ''
  #asked: Question | undefined
  #inspected: { readonly one: ListedSandbox; readonly port: ControlsPort } | undefined

  connectedCallback(): void {
    applyStyles(this.#root, [PANEL_STYLE, TEAM_STYLE], this.nonce ?? '')
    this.#render()
  }

  /** Runs the work and shows its message or its error. */
  async #do(work: () => Promise<string>): Promise<void> {
    try {
      this.#message = await work()
    } catch (error) {
      this.#message = messageOf(error)
    }
    this.#render()
  }

  readonly #enter = (event: Event): void => {
    const { token = '' } = fieldsOf(event)
    void this.#do(async () => {
      const team = sandbox(baseHref(), token, { route: 'key' })
      this.#listed = await allOf(team)
      this.#team = team
      return ''
    })
  }

  /** Calls the deployment, then reads the list again. */
  async #call(work: (team: SandboxTeam) => Promise<string>): Promise<void> {
    const team = this.#team
    if (!team) return
    await this.#do(async () => {
      const text = await work(team)
      this.#asked = undefined
      this.#listed = await allOf(team)
      return text
    })
  }

  #keep(access: SandboxAccess): void {
    this.#tokens.set(access.id, access.adminToken)
    this.#keys = access
  }

  readonly #create = (event: Event): void => {
    const { name = '', clock, world, term } = fieldsOf(event)
    void this.#call(async (team) => {
      const wanted = {
        ...{
          name,
          clock: clock as 'live' | 'manual',
          options: { world: world as 'empty' | 'small-company' },
        },
        ...(term && { expiresIn: term }),
      }
      this.#keep(await team.create(wanted))
      return ''
    })
  }

  #fork(original: ListedSandbox): void {
    void this.#call(async (team) => {
      this.#keep(await team.create({ name: `${sandboxTitle(original)}, a fork`, from: original.id }))
      return ''
    })
  }

  readonly #change = (event: Event, one: ListedSandbox): void => {
    const { name = '', term = '' } = fieldsOf(event)
    void this.#call(async (team) => {
      const expiresIn = term === 'never' ? null : term
      await team.change(one.id, { name, ...(term !== '' && { expiresIn }) })
      return ''
    })
  }

  #delete(one: ListedSandbox): void {
    if (this.#keys?.id === one.id) this.#keys = undefined
    void this.#call(async (team) => {
      await team.delete(one.id)
      return `${sandboxTitle(one)} is deleted.`
    })
  }

  #inspect(one: ListedSandbox | undefined): void {
    this.#inspected = one && { one, port: portOf(this.#tokens.get(one.id)) }
    this.#asked = undefined
    this.#render()
  }

  #ask(asked: Question | undefined): void {
    this.#asked = asked
    this.#render()
    this.#root.querySelector<HTMLElement>('[data-asked]')?.focus()
  }

  #render(): void {
    const title = this.#inspected ? sandboxTitle(this.#inspected.one) : 'Sandboxes'
    const view = this.#team ? (this.#inspected ? panelOf(this.#inspected.port) : this.#list()) : this.#door()
    render(
      html`<div class="panel whole">
        <header>
          <h1>${title}</h1>
          ${this.#inspected && html`<button @click=${() => this.#inspect(undefined)}>All sandboxes</button>`}
        </header>
        <p class="message" role="status">${this.#message}</p>
        <main class="view">${view}</main>
      </div>`,
      this.#root,
    )
  }

  #door(): TemplateResult {
    return html`<p>The token of your team opens its sandboxes. This page does not store it.</p>
      <div class="bar">
        <form @submit=${this.#enter}>
          <label>Token of the team
            <input name="token" type="password" autocomplete="off" required />
          </label>
          <button>Open</button>
        </form>
      </div>`
  }

  #list(): TemplateResult {
    return html`<div class="bar">
        <form aria-label="New sandbox" @submit=${this.#create}>
          <label>Name <input name="name" maxlength="200" autocomplete="off" /></label>
          <label>World ${select('world', ['small-company', 'empty'])}</label>
          <label>Clock ${select('clock', ['live', 'manual'])}</label>
          <label>Expires ${termSelect({ never: '' })}</label>
          <button>Create</button>
        </form>
      </div>
      ${this.#keys ? this.#shownOnce(this.#keys) : nothing}
      <div class="scroll" role="region" aria-label="Sandboxes of the team" tabindex="0">
        ${this.#listed.length === 0 ? html`<p class="empty">There is no sandbox yet.</p>` : this.#table()}
      </div>`
  }

  #shownOnce({ id, apiKey, adminToken }: SandboxAccess): TemplateResult {
    const one = this.#listed.find((listed) => listed.id === id)
    const values = { URL: one?.url ?? '', 'API key': apiKey, 'Token of the controls': adminToken }
    return html`<section class="keys" aria-labelledby="keys">
      <h2 id="keys">Key and token of ${sandboxTitle(one ?? { name: '', id })}</h2>
      <p>They are shown once. The deployment keeps a hash of the token only.</p>
      <dl>
        ${Object.entries(values).map(
          ([name, value]) =>
            html`<dt>${name}</dt>
              <dd><code>${value}</code></dd>
              <dd><button aria-label=${`Copy ${name}`} @click=${() => this.#copy(name, value)}>Copy</button></dd>`,
        )}
      </dl>
      <button @click=${() => this.#hideKeys()}>Done</button>
    </section>`
  }

  #copy(name: string, value: string): void {
    void this.#do(async () => {
      await copyText(value, this.ownerDocument)
      return `${name}: copied.`
    })
  }

  #hideKeys(): void {
    this.#keys = undefined
    this.#render()
  }

  #table(): TemplateResult {
    return html`<table class="stacks">
      <thead>
        <tr>
          <th>Name</th><th>Id</th><th>Clock</th><th>Created</th><th>Last request</th><th>Rows</th><th>Expires</th>
          <th>Actions</th>
        </tr>
      </thead>
      <tbody>
        ${this.#listed.map((one) => this.#row(one))}
      </tbody>
    </table>`
  }

  #row(one: ListedSandbox): TemplateResult {
    return html`<tr>
      <td>${one.name || html`<span class="quiet">without a name</span>`}</td>
      <td data-name="Id"><code>${one.id}</code></td>
      <td data-name="Clock">${one.clock}</td>
      <td data-name="Created">${minuteOf(one.created)}</td>
      <td data-name="Last request">${one.lastRequest === null ? 'not known' : minuteOf(one.lastRequest)}</td>
      <td data-name="Rows" class=${isNearlyFull(one) ? 'warning' : nothing}>${rowsText(one)}</td>
      <td data-name="Expires">${one.expires === null ? 'never' : minuteOf(one.expires)}</td>
      <td class="actions">${this.#asked?.id === one.id ? this.#question(one) : this.#buttons(one)}</td>
    </tr>`
  }

  #buttons(one: ListedSandbox): TemplateResult {
    const button = (name: string, act: () => void): TemplateResult =>
      html`<button aria-label=${`${name} ${sandboxTitle(one)}`} @click=${act}>${name}</button>`
    const ask = (about: Question['for']) => (): void => this.#ask({ id: one.id, for: about })
    const inspect = (): void => (this.#tokens.has(one.id) ? this.#inspect(one) : ask('token')())
    return html`${button('Inspect', inspect)} ${button('Fork', () => this.#fork(one))}
    ${button('Change', ask('change'))} ${button('Delete', ask('deletion'))}`
  }

  #question(one: ListedSandbox): TemplateResult {
    const away = html`<button type="button" @click=${() => this.#ask(undefined)}>Cancel</button>`
    switch (this.#asked?.for) {
      case 'deletion':
        return html`<button data-asked @click=${() => this.#delete(one)}>Delete ${sandboxTitle(one)} for good</button>
          ${away}`
      case 'change':
        return html`<form class="bar" @submit=${(event: Event) => this.#change(event, one)}>
          <label>New name
            <input data-asked name="name" maxlength="200" autocomplete="off" .value=${one.name} />
          </label>
          <label>Expires ${termSelect({ 'as now': '', never: 'never' })}</label>
          <button>Save</button> ${away}
        </form>`
      default:
        return html`<form class="bar" @submit=${(event: Event) => this.#unlock(event, one)}>
          <label>Its token <input data-asked name="token" type="password" autocomplete="off" required /></label>
          <button>Inspect</button> ${away}
        </form>`
    }
  }

  #unlock(event: Event, one: ListedSandbox): void {
    this.#tokens.set(one.id, fieldsOf(event).token ?? '')
    void this.#do(async () => {
      const answer = await portOf(this.#tokens.get(one.id))(
        new Request(new URL('/__simulator/clock', location.href)),
      )
      if (!answer.ok) {
        this.#tokens.delete(one.id)
        return ((await answer.json()) as { error: string }).error
      }
      this.#inspect(one)
      return ''
    })
  }
}

async function allOf(team: SandboxTeam): Promise<ListedSandbox[]> {
  const found: ListedSandbox[] = []
  for await (const one of team.list()) found.push(one)
  return found.sort((a, b) => b.created - a.created)
}

const panelOf = (port: ControlsPort): TemplateResult =>
  html`<accounting-simulator-inspector class="inspected" embedded .port=${port}></accounting-simulator-inspector>`

defineInspector()
if (!customElements.get(NAME)) customElements.define(NAME, TeamElement)
