import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { ProposedFault } from './entries'
import { spaced } from './record-name'
import type { ViewContext } from './view'
import { button, submitted, valueIn } from './widgets'

/** The values that an effect needs besides its name. */
interface Effect {
  readonly then: (value: string) => Readonly<Record<string, unknown>>
  readonly asks?: string
  readonly first?: string
}

const plain = (name: string): Effect => ({ then: () => ({ [name]: true }) })
const WITH_STATUS = 'Answer with a status'

/** The effects that the form offers (docs/faults.md). */
const EFFECTS: Readonly<Record<string, Effect>> = {
  [WITH_STATUS]: { then: (value) => ({ status: Number(value) }), asks: 'Status', first: '503' },
  'Rate limit (429)': {
    then: (value) => ({ status: 429, retryAfter: Number(value) }),
    asks: 'Retry after seconds',
    first: '30',
  },
  'Network error': plain('networkError'),
  'Lose the response': plain('loseResponse'),
  'Delay the response': { then: (delay) => ({ delay }), asks: 'Delay', first: '10 seconds' },
  'Cut the body': { then: (value) => ({ truncateBody: Number(value) }), asks: 'Characters', first: '20' },
  'Malformed JSON': plain('malformedJson'),
  'Other content type': {
    then: (contentType) => ({ contentType }),
    asks: 'Content type',
    first: 'text/html',
  },
  'Stale read': plain('staleRead'),
  'Shift the pages': {
    then: (value) => ({ pageDrift: { create: Number(value) } }),
    asks: 'New records',
    first: '1',
  },
  'Revoke the key': plain('revokeKey'),
  'Make the key read-only': plain('losePermission'),
  'Lapse the subscription': plain('lapseSubscription'),
  Maintenance: { then: (value) => ({ maintenance: { for: value } }), asks: 'Lasts', first: '10 minutes' },
  'Time out (deliveries)': plain('timeout'),
  'Send twice (deliveries)': plain('duplicate'),
}

/** Such as `lose response`, `status 503` or `delay 3 seconds`. */
export const effectText = (then: ProposedFault['then']): string =>
  Object.entries(then)
    .map(([name, value]) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value)
      return spaced(name) + (value === true ? '' : ` ${text}`)
    })
    .join(', ')

/** A fault as the controls give it (docs/controls.md). */
export interface FaultJson {
  readonly id: number
  readonly on: string
  readonly then: ProposedFault['then']
  readonly hits: number
  readonly remaining: number | null
  /** Virtual time from which it can hit, and at which it ends by itself. */
  readonly from: string
  readonly until: string | null
  readonly skip: number
  readonly request: number | null
  readonly attempt: number | null
  readonly times: number | null
  readonly probability: number | null
  /** A text for a function. */
  readonly when:
    | { readonly records: string; readonly atLeast?: number; readonly atMost?: number }
    | 'a predicate'
    | null
}

/** Arms a fault, and notes which entries came before it. */
async function armFault(
  { controls, timeline }: Pick<ViewContext, 'controls' | 'timeline'>,
  fault: object,
): Promise<FaultJson> {
  const armed = await controls.send<FaultJson>('POST', '/faults', fault)
  timeline.armed.set(armed.id, timeline.latest)
  return armed
}

const isSame = (one: FaultJson, other: FaultJson): boolean =>
  JSON.stringify({ ...one, hits: 0, remaining: 0 }) === JSON.stringify({ ...other, hits: 0, remaining: 0 })

/**
 * Arms a fault; the message disarms it, or lets one change it.
 * @param what the words that proposed it, if it is not from the form
 */
export const armNow = (context: ViewContext, fault: Partial<ProposedFault>, what?: string): Promise<void> =>
  context.attempt(async () => {
    const { attempt, controls, timeline, tell, go } = context
    const armed = await armFault(context, { ...fault, on: fault.on || undefined })
    const { id, on } = armed
    const { world } = timeline
    const disarm = (): Promise<void> =>
      attempt(async () => {
        // After a reset another fault may have its number.
        const known = (await controls.get<readonly FaultJson[]>('/faults')).find((one) => one.id === id)
        await timeline.lines()
        const isThere = known && isSame(known, armed) && timeline.world === world
        if (isThere) await controls.send('DELETE', `/faults/${id}`)
        tell(isThere ? `Fault ${id} is disarmed.` : `Fault ${id} was gone: the world is another one.`)
      })
    const undo = { name: 'Undo', act: disarm, stays: true } as const
    if (what === undefined) return tell(`Fault ${id} is armed for ${on}.`, undo)
    const change = () => disarm().then(() => go('Faults', { proposed: fault as ProposedFault }))
    tell(`Fault ${id} is armed: ${what}`, undo, { name: 'Change', act: change })
  })

/** Choices of the matches that are hit, beyond the first ones. */
const MORE = [
  ['skip', 'Let pass first', 'such as 2'],
  ['probability', 'Share from 0 to 1', 'such as 0.2'],
  ['after', 'Begins after', 'such as 1 minute'],
  ['during', 'Lasts', 'such as 5 minutes'],
  ['request', 'Only request number', 'such as 1'],
  ['attempt', 'Only try number', 'such as 2'],
] as const
const NUMBERS = ['skip', 'probability', 'request', 'attempt', 'times']

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'].map((method) => `${method} /public/*`)

/** A method alone, or with a star, means every path. */
const patternOf = (on: string): string =>
  on.replace(
    /^(GET|POST|PUT|PATCH|DELETE)\s*\*?$/i,
    (_, method: string) => `${method.toUpperCase()} /public/*`,
  )

export class FaultForm {
  #on = ''
  #effect = WITH_STATUS
  #proposed: ProposedFault | undefined

  constructor(
    private readonly arm: (fault: object) => void,
    private readonly update: () => void,
  ) {}

  propose(fault: ProposedFault): void {
    this.#on = fault.on
    this.#proposed = fault
  }

  /** @param called the operations that were called */
  render(called: readonly string[]): TemplateResult {
    return html`<form class="bar fault-form" @submit=${(event: Event) => this.#submit(event)}>
      <label class="wide">Request <input name="on" placeholder="POST /public/v1/invoices/ or empty for all"
        .value=${this.#on} @input=${(event: Event) => {
          this.#on = valueIn(event)
        }} /></label>
      <select aria-label="Paths to choose from" @change=${(event: Event) => {
        this.#on = valueIn(event)
        this.update()
      }}>
        <option value="">Choose…</option>
        ${[...called, ...METHODS, 'DELIVERY *'].map((path) => html`<option>${path}</option>`)}
      </select>
      ${this.#proposed ? this.#ready(this.#proposed) : this.#effectFields()}
      <label>Times <input name="times" type="number" min="1" placeholder="1" /></label>
      <button class="main-action" ?data-revealed=${this.#proposed !== undefined}>Arm</button>
      <details class="more-fields">
        <summary>More</summary>
        <div class="bar">${MORE.map(
          ([name, title, example]) =>
            html`<label>${title} <input name=${name} placeholder=${example} size="12" /></label>`,
        )}</div>
      </details>
    </form>`
  }

  /** An effect that was taken from a request. */
  #ready({ then }: ProposedFault): TemplateResult {
    return html`<span>Effect <strong>${effectText(then)}</strong></span>
      ${button('Another effect', () => {
        this.#proposed = undefined
        this.update()
      })}`
  }

  #effectFields(): TemplateResult {
    const { asks, first } = EFFECTS[this.#effect] as Effect
    const isNumber = /^\d+$/.test(first ?? '')
    return html`<label>
        Effect
        <select @change=${(event: Event) => {
          this.#effect = valueIn(event)
          this.update()
        }}>
          ${Object.keys(EFFECTS).map((name) => html`<option ?selected=${name === this.#effect}>${name}</option>`)}
        </select>
      </label>
      ${
        asks
          ? html`<label>${asks} <input name="value" type=${isNumber ? 'number' : 'text'} .value=${first} required
              size="12" /></label>`
          : nothing
      }`
  }

  #submit(event: Event): void {
    const { value = '', ...others } = submitted(event).fields
    if (others.on) others.on = patternOf(others.on)
    const then = this.#proposed?.then ?? EFFECTS[this.#effect]?.then(value)
    this.arm({
      ...Object.fromEntries(
        Object.entries(others).flatMap(([name, text]) =>
          text ? [[name, NUMBERS.includes(name) ? Number(text) : text]] : [],
        ),
      ),
      then,
    })
    this.#proposed = undefined
  }
}
