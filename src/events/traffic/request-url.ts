/** The parts of a request's URL that the service reads. Compatible with URL. */
export interface RequestUrl {
  readonly href: string
  readonly pathname: string
  /** With its question mark; empty without parameters. */
  readonly search: string
  readonly searchParams: URLSearchParams
}

/** Splits the URL of a Request. A Request has already normalised it, so parsing again is not needed. */
export function requestUrl(url: string): RequestUrl {
  const href = upTo('#', url)
  const path = href.indexOf('/', href.indexOf('://') + 3)
  if (!/^https?:/.test(href) || path < 0) return withoutHash(new URL(url))
  const query = href.indexOf('?', path)
  return new WrittenUrl(
    href,
    query < 0 ? href.slice(path) : href.slice(path, query),
    query < 0 || query === href.length - 1 ? '' : href.slice(query),
  )
}

class WrittenUrl implements RequestUrl {
  constructor(
    readonly href: string,
    readonly pathname: string,
    readonly search: string,
  ) {}

  get searchParams(): URLSearchParams {
    return new URLSearchParams(this.search)
  }
}

function upTo(mark: string, url: string): string {
  const at = url.indexOf(mark)
  return at < 0 ? url : url.slice(0, at)
}

function withoutHash(url: URL): URL {
  if (url.hash !== '') url.hash = ''
  return url
}
