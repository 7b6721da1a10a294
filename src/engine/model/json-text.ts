/** A body that is written as JSON already. */
export class JsonText {
  constructor(readonly text: string) {}
}

export const jsonTextOf = (body: unknown): string =>
  body instanceof JsonText ? body.text : JSON.stringify(body)

/** What a client reads in a body: a copy that callers may change. */
export const plainCopy = (body: unknown): unknown => JSON.parse(jsonTextOf(body))
