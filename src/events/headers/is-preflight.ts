/** Tells whether a browser asks for leave to send a request of a page of another origin (the CORS protocol). */
export const isPreflight = ({
  method,
  headers,
}: {
  readonly method?: string | undefined
  readonly headers: Readonly<Record<string, unknown>>
}): boolean =>
  method === 'OPTIONS' &&
  headers.origin !== undefined &&
  headers['access-control-request-method'] !== undefined
