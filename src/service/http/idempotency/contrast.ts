import type { PlainRequest } from '../../../events/traffic/plain-request'
import type { TrafficEntry } from '../../../events/traffic/traffic-entry'
import { firstNames } from '../../../kernel/first-names'
import { formatInstant } from '../../../kernel/instant'
import { compare } from '../../../kernel/partial-match'
import type { ReplyRow } from './reply-rows'

/** In what a request differs from the one whose reply is stored; empty if the traffic lacks that one. */
export function contrast(
  now: PlainRequest,
  traffic: readonly TrafficEntry[],
  key: string,
  { storedAt, status }: Pick<ReplyRow, 'storedAt' | 'status'>,
): string {
  const at = formatInstant(storedAt)
  const first = traffic.find((one) => one.idempotencyKey === key && one.at === at && statusOf(one) === status)
  if (!first) return ''
  const line = methodAndPath(first.request)
  const where = line === methodAndPath(now) ? bodies(first.request, now) : ''
  return `: #${first.sequence} ${line}${where}`
}

const statusOf = ({ unseen, response }: TrafficEntry): number | undefined => (unseen ?? response)?.status
const methodAndPath = ({ method, url }: PlainRequest): string => `${method} ${new URL(url).pathname}`

function bodies(first: PlainRequest, now: PlainRequest): string {
  if (isForm(first) && isForm(now)) return ', which differs in a file or a field of its form'
  const [one, other] = [jsonOrText(first.body), jsonOrText(now.body)]
  const paths = [...compare(one, other).differences, ...compare(other, one).differences].map(
    ({ path }) => path,
  )
  const all = [...new Set(paths)].map((path) => path || 'the whole body')
  if (all.length > 0) return `, which differs in ${firstNames(all)}`
  return first.body === now.body
    ? ', which differs in bytes that the traffic does not keep'
    : ', whose body has the same content in other bytes'
}

const isForm = ({ headers }: PlainRequest): boolean =>
  headers['content-type']?.startsWith('multipart/form-data') === true

function jsonOrText(body: string | null): unknown {
  try {
    return JSON.parse(body ?? 'null') as unknown
  } catch {
    return body
  }
}
