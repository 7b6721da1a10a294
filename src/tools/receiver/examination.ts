import { Courier, type Forgery, type ReceiverAnswer } from './courier'
import type { CheckSettings } from './options'
import type { ReceiverCheck } from './report'
import type { ReceiverRule } from './rules'

/** The results so far, and the methods for further checks. */
export class Examination {
  readonly checks: ReceiverCheck[] = []
  readonly courier: Courier
  readonly #observe: (() => unknown) | undefined

  constructor(settings: CheckSettings) {
    this.courier = new Courier(settings)
    this.#observe = settings.observe
  }

  note(name: string, rule: ReceiverRule, ok: boolean, seen: string): void {
    this.checks.push({ name, rule, ok, seen })
  }

  /** Undefined if the receiver cannot be observed. */
  async look(): Promise<Look | undefined> {
    if (!this.#observe) return undefined
    const seen = await this.#observe()
    return typeof seen === 'number' ? { effects: seen } : { state: JSON.stringify(seen) ?? 'undefined' }
  }

  /** Sends a new event that the receiver must accept. True if it did. */
  async takes(name: string, rule: ReceiverRule, forgery: Forgery = {}): Promise<boolean> {
    const before = await this.look()
    const answer = await this.courier.send(bodyOf(this.courier.event()), forgery)
    const difference = effectsBetween(before, await this.look())
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
