import type { Passed } from './forward'
import type { RecordedLine } from './recording-file'

/** The way that an exchange took. */
interface Way {
  readonly base: URL
  /** A receiver may answer with whatever it likes. */
  readonly isDelivery: boolean
}

/** One line for an exchange, and what a person should know of it. */
export function toldOf(passed: Passed, { exchange, notes }: RecordedLine, { base, isDelivery }: Way): string {
  const { at, request, response } = exchange
  const status = response.status === 0 ? '---' : response.status
  const { pathname, search } = request.url
  const all = [
    ...troubleOf(passed, base),
    ...answerNotes(passed, isDelivery ? '' : exchange.response.body),
    ...notes,
  ]
  const said = all.length === 0 ? '' : `  ${all.join('; ')}`
  return `${new Date(at).toISOString()}  ${request.method} ${pathname}${search}  ${status}${said}\n`
}

function answerNotes({ answer, url, hasSurplus }: Passed, body: string): string[] {
  if (answer === undefined) return []
  const { status, headers } = answer
  const type = headers.get('content-type') ?? ''
  const location = headers.get('location')
  const isRedirect = status >= 300 && status < 400 && location !== undefined && URL.canParse(location, url)
  return [
    ...(isRedirect
      ? [`it redirects to ${new URL(location, url).origin}, and whoever follows goes past record`]
      : []),
    ...(body !== '' && !type.includes('json') ? [`the answer is ${type || 'of no type'}, no JSON`] : []),
    ...(hasSurplus ? ['the service sent more than its content-length; that is not passed on'] : []),
  ]
}

function troubleOf({ trouble, answer, at }: Passed, base: URL): string[] {
  if (trouble === undefined) return []
  if (trouble === 'client left') {
    const seconds = Math.round((Date.now() - at) / 100) / 10
    return [`the connection of your client ended after ${seconds} s, before the answer did`]
  }
  return [reasonOf(trouble, base, answer !== undefined)]
}

const AUTHORITIES = 'NODE_EXTRA_CA_CERTS=ca.pem names a further authority'

/** The reason of no answer, or no whole one, in a word for whoever watches the terminal. */
function reasonOf({ code = '', message }: NodeJS.ErrnoException, base: URL, hasBegun: boolean): string {
  const { host, hostname, protocol } = base
  if (CERTIFICATE.test(code)) return `the certificate of ${host} is not trusted (${code}); ${AUTHORITIES}`
  if (code === 'ECONNREFUSED') return `nothing listens at ${host} (${code})`
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `the name ${hostname} is not known (${code})`
  if (code.startsWith('HPE_')) return `the service sent what is no HTTP (${code})`
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_'))
    return `${host} speaks no TLS (${code}); is it reached by http: in the place of ${protocol}?`
  if (code === 'ECONNRESET')
    return hasBegun
      ? `the connection broke within the answer (${code})`
      : `the service broke the connection and did not answer (${code})`
  return `${message}${code === '' ? '' : ` (${code})`}`
}

/** Codes of OpenSSL and of Node for a certificate that is refused. */
const CERTIFICATE = /CERT|UNABLE_TO_|SELF_SIGNED|^CRL_/
