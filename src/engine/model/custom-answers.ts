import type { Row } from '../../kernel/store'

/** Where the host says that the service answers otherwise than any assumption has it (docs/service.md §17). */
export interface CustomAnswers {
  /** The wording of a message; undefined if no message has another one. */
  readonly reword?: (text: string) => string
  /** Members that records show besides their own, by the name of the record type. */
  readonly members: ReadonlyMap<string, Row>
  /** Headers of every response. */
  readonly headers: Readonly<Record<string, string>>
}
