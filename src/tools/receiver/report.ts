import { RECEIVER_RULES, type ReceiverRule } from './rules'

/** One check. */
export interface ReceiverCheck {
  /** The request that was sent. */
  readonly name: string
  /** The rule that it checks. */
  readonly rule: ReceiverRule
  /** True if the receiver followed the rule. */
  readonly ok: boolean
  /** The receiver's reaction, as a sentence. */
  readonly seen: string
}

/** A broken rule for receivers. */
export interface ReceiverFinding {
  /** The rule that is broken. */
  readonly rule: ReceiverRule
  /** The section of docs/service.md. */
  readonly section: string
  /** The rule, and how to follow it. */
  readonly text: string
}

/** The result of `checkReceiver`. Its text is a table for the terminal. */
export class ReceiverReport {
  /** True if every check passed. */
  readonly ok: boolean
  /** One finding for each failed check. */
  readonly findings: readonly ReceiverFinding[]
  /** All checks, in the order in which they were made. */
  readonly checks: readonly ReceiverCheck[]

  /** The topic of the events. */
  readonly topic: string
  /** True if `observe` returned a state that no event changed, so that effects were not checked. */
  readonly isUnmoved: boolean

  constructor({ checks, topic, isUnmoved }: Pick<ReceiverReport, 'checks' | 'topic' | 'isUnmoved'>) {
    this.checks = checks
    this.topic = topic
    this.isUnmoved = isUnmoved
    this.findings = checks.filter(({ ok }) => !ok).map(findingOf)
    this.ok = this.findings.length === 0
  }

  /** A table for the terminal. */
  toString(): string {
    const width = Math.max(...this.checks.map(({ name }) => name.length))
    const lines = this.checks.map(
      ({ ok, name, seen }) => `  ${ok ? '✓' : '✗'} ${name.padEnd(width)}  ${seen}`,
    )
    const findings = this.findings.map(
      ({ rule, section, text }) => `  ${rule} (docs/service.md §${section}): ${text}`,
    )
    const passed = this.checks.length - findings.length
    const head = `The receiver passes ${passed} of ${this.checks.length} checks with ${this.topic}.`
    const unmoved = this.isUnmoved ? [UNMOVED] : []
    return [head, ...unmoved, ...lines, ...(findings.length > 0 ? ['It breaks:', ...findings] : [])].join(
      '\n',
    )
  }
}

const UNMOVED =
  '  What observe returns never changed, so it shows no effects: let it count what each event changes.'

function findingOf({ rule, name, seen }: ReceiverCheck): ReceiverFinding {
  const { section, text } = RECEIVER_RULES[rule]
  return { rule, section, text: `${text} Sent: ${name}. Seen: ${seen}.` }
}
