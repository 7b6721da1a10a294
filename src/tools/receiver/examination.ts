import { Courier, type Forgery, type ReceiverAnswer } from './courier'
import { type CheckSettings, siblingsOf } from './options'
import type { ReceiverCheck } from './report'
import type { ReceiverRule } from './rules'

/** The results so far, and the methods for further checks. */
export class Examination {
  readonly checks: ReceiverCheck[] = []
  readonly courier: Courier
  readonly topic: string
  #observe: (() => unknown) | undefined
  #first: Look | undefined
  #hasChanged = false

  constructor(settings: CheckSettings) {
    this.courier = new Courier(settings)
    this.topic = settings.about.topic
    this.#observe = settings.observe
  }

  /** True if a state was observed that nothing has changed. Of a counter, the checks say so. */
  get isUnmoved(): boolean {
    return this.#first !== undefined && 'state' in this.#first && !this.#hasChanged
  }

  note(name: string, rule: ReceiverRule, ok: boolean, seen: string): void {
    this.checks.push({ name, rule, ok, seen })
  }

  /** Undefined if the receiver cannot be observed. */
  async look(): Promise<Look | undefined> {
    if (!this.#observe) return undefined
    const seen = await this.#observe()
    const look = typeof seen === 'number' ? { effects: seen } : { state: JSON.stringify(seen) ?? 'undefined' }
    this.#first ??= look
    if (isDifferent(this.#first, look)) this.#hasChanged = true
    return look
  }

  /**
   * A genuine event, as the first of all. A receiver that does not handle its topic takes or minds none of the others
   * either: that is said once, with the topic that it handles.
   */
  async begins(name: string): Promise<boolean> {
    const rule = 'accept-genuine'
    const { answer, difference } = await this.#sent(this.topic)
    const isSilent = answer.status === null
    const isHandled = answer.isAccepted && difference !== 0
    const advice = isSilent || isHandled ? '' : await this.#advice(answer.isAccepted)
    this.note(
      name,
      isSilent ? 'answer-quickly' : rule,
      answer.isAccepted,
      answer.text + (answer.isAccepted ? '' : advice),
    )
    if (answer.isAccepted && difference !== undefined && difference !== 1)
      this.note(`${name}: its effect`, rule, false, `${difference} effects${advice}`)
    if (difference === 0) this.#observe = undefined
    return answer.isAccepted
  }

  /** Names the topic of the same model that the receiver handles, if there is one. */
  async #advice(isAccepting: boolean): Promise<string> {
    for (const topic of siblingsOf(this.topic)) {
      const { answer, difference } = await this.#sent(topic)
      const isHandled = isAccepting ? difference !== 0 : answer.isAccepted
      if (isHandled) return ` for ${this.topic}; it handles ${topic}: about: { topic: '${topic}' }`
    }
    return ` for ${this.topic}; name a topic that it handles: about: { topic, object_type }`
  }

  async #sent(topic: string, forgery: Forgery = {}) {
    const before = await this.look()
    const answer = await this.courier.send(bodyOf(this.courier.event(0, topic)), forgery)
    return { answer, difference: effectsBetween(before, await this.look()) }
  }

  /** Sends a new event that the receiver must accept. True if it did. */
  async takes(name: string, rule: ReceiverRule, forgery: Forgery = {}): Promise<boolean> {
    const { answer, difference } = await this.#sent(this.topic, forgery)
    this.note(name, answer.status === null ? 'answer-quickly' : rule, answer.isAccepted, answer.text)
    if (answer.isAccepted && difference !== undefined && difference !== 1)
      this.note(`${name}: its effect`, rule, false, `${difference} effects`)
    return answer.isAccepted
  }

  /** Sends a forged event that the receiver must refuse. True if it did. */
  async refuses(name: string, rule: ReceiverRule, forgery: Forgery): Promise<boolean> {
    const before = await this.look()
    const answer = await this.courier.send(bodyOf(this.courier.event()), forgery)
    const hadEffect = isDifferent(before, await this.look())
    this.note(name, ruleFor(answer, rule), answer.isStopped, answer.text)
    if (!answer.isAccepted && hadEffect)
      this.note(
        `${name}: no effect`,
        'no-effect-when-refused',
        false,
        `refused with ${answer.text}, yet it had an effect`,
      )
    return !answer.isAccepted
  }
}

/** Acceptance breaks the rule of the check. A wrong refusal breaks the rule about refusals. */
function ruleFor({ status, isAccepted, isStopped }: ReceiverAnswer, rule: ReceiverRule): ReceiverRule {
  if (status === null) return 'answer-quickly'
  return isAccepted || isStopped ? rule : 'refuse-with-400'
}

export type Look = { readonly effects: number } | { readonly state: string }

export function effectsBetween(before: Look | undefined, after: Look | undefined): number | undefined {
  return before && after && 'effects' in before && 'effects' in after
    ? after.effects - before.effects
    : undefined
}

export const isDifferent = (before: Look | undefined, after: Look | undefined): boolean =>
  JSON.stringify(before) !== JSON.stringify(after)

export const bodyOf = (event: object): string => JSON.stringify(event)
