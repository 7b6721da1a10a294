import { type ReceiverRule, RULES } from './rules'

/** One thing that was tried. */
export interface ReceiverCheck {
  /** What was sent. */
  readonly name: string
  readonly rule: ReceiverRule
  readonly ok: boolean
  /** What the receiver did, for a person. */
  readonly seen: string
}

/** A rule of the receiver section that is broken. */
export interface ReceiverFinding {
  readonly rule: ReceiverRule
  /** Of docs/service.md. */
  readonly section: string
  readonly text: string
}

/** What `checkReceiver` found; its text is a table for a terminal. */
export class ReceiverReport {
  readonly ok: boolean
  /** One for each check that failed. */
  readonly findings: readonly ReceiverFinding[]
  readonly checks: readonly ReceiverCheck[]

  constructor(checks: readonly ReceiverCheck[]) {
    this.checks = checks
    this.findings = checks.filter(({ ok }) => !ok).map(findingOf)
    this.ok = this.findings.length === 0
  }

  toString(): string {
    const width = Math.max(...this.checks.map(({ name }) => name.length))
    const lines = this.checks.map(
      ({ ok, name, seen }) => `  ${ok ? '✓' : '✗'} ${name.padEnd(width)}  ${seen}`,
    )
    const findings = this.findings.map(
      ({ rule, section, text }) => `  ${rule} (docs/service.md §${section}): ${text}`,
    )
    const passed = this.checks.length - findings.length
    const head = `The receiver passes ${passed} of ${this.checks.length} checks.`
    return [head, ...lines, ...(findings.length > 0 ? ['It breaks:', ...findings] : [])].join('\n')
  }
}

function findingOf({ rule, name, seen }: ReceiverCheck): ReceiverFinding {
  const { section, text } = RULES[rule]
  return { rule, section, text: `${text} Sent: ${name}. Seen: ${seen}.` }
}
