import type { Row } from '../../kernel/store'

/** Answers of the service that the host knows to differ from every assumption (§17). */
export interface CustomAnswers {
  /** The wording of a message; undefined if no message has another one. */
  readonly reword?: (text: string) => string
  /** Members that records show besides their own, by the name of the record type. */
  readonly members: ReadonlyMap<string, Row>
  /** Headers of every response. */
  readonly headers: Readonly<Record<string, string>>
  /** The statuses of successes, by operation without the names of its parameters. */
  readonly statuses: ReadonlyMap<string, number>
  /** The form of the bodies of successes; undefined if as the simulator writes them. */
  readonly form?: AnswerForm
}

/** A JSON number, or a text with at least so many decimal places. */
export type DecimalForm = 'number' | number

export interface AnswerForm {
  readonly amounts?: DecimalForm
  readonly rates?: DecimalForm
  readonly nulls: 'shown' | 'absent'
  /** Paths of members that are left out, such as `items.rate`, by the name of the record type. */
  readonly absent: Readonly<Record<string, readonly string[]>>
}
