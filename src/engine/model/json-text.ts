/** A body that is written as JSON already. */
export class JsonText {
  constructor(readonly text: string) {}
}

export const jsonTextOf = (body: unknown): string =>
  body instanceof JsonText ? body.text : JSON.stringify(body)

/** A client's copy of a body, which callers may change. */
export const plainCopy = (body: unknown): unknown => JSON.parse(jsonTextOf(body))
