/** True for a CORS preflight request. */
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
