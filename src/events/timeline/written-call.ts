import type { RecordName, WriteEntry } from './timeline-entry'

/** Characters shown of the arguments of one call. */
const ARGUMENTS_AT_MOST = 10_000

/** A call that wrote. Few are ever looked at, so its entry is made when it is asked for. */
export class WrittenCall {
  constructor(
    readonly sequence: number,
    readonly at: string,
    readonly organization: string,
    readonly call: string,
    readonly end: Pick<WriteEntry, 'outcome' | 'changed' | 'text'>,
    /** The arguments as JSON. */
    readonly given: string,
    readonly record: RecordName | undefined,
  ) {}

  get size(): number {
    return this.given.length + this.end.text.length + this.call.length
  }

  get event(): WriteEntry {
    const { sequence, at, organization, call, end, given, record } = this
    return {
      sequence,
      at,
      kind: 'write',
      organization,
      call,
      ...end,
      ...(record && { record }),
      get arguments() {
        return argumentsIn(given)
      },
    }
  }
}

const argumentsIn = (text: string): unknown[] =>
  text.length <= ARGUMENTS_AT_MOST
    ? (JSON.parse(text) as unknown[])
    : [`${text.slice(0, ARGUMENTS_AT_MOST)}… [${text.length} characters]`]
