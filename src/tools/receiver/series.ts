import { countText } from '../../kernel/count-text'
import { bodyOf, type Examination, effectsBetween, isDifferent } from './examination'

const CROWD = 20
const REPEATS = 5

const withSpaces = (body: string): string => JSON.stringify(JSON.parse(body), null, 1)
const withOtherId = (body: string): string => body.replace(/"id":(\d+)/, (_, id) => `"id":${Number(id) + 1}`)

/** Sends forged requests, which a receiver must refuse. */
export async function checkSignature(exam: Examination, isTakingGenuine: boolean): Promise<void> {
  const signature = 'check-signature'
  const isChecked = [
    await exam.refuses('a body that was tampered with', signature, { sent: withOtherId }),
    await exam.refuses('a signature made with another secret', signature, { secret: 'whsec_somebody_else' }),
    await exam.refuses('a signature that is cut short', signature, { signature: (text) => text.slice(0, 8) }),
    await exam.refuses('a signature that is no hex', signature, { signature: () => 'v1,not hex at all' }),
  ].every(Boolean)
  // Without any signature check, its details cannot be tested.
  if (!isChecked) return
  await exam.refuses('no signature header', 'require-signature', { without: 'Signature-V1' })
  await exam.refuses('no timestamp header', 'require-signature', { without: 'Request-Timestamp' })
  await exam.refuses('other bytes of the same JSON than were signed', 'raw-bytes', { sent: withSpaces })
  if (!isTakingGenuine) return
  const body = withSpaces(bodyOf(exam.courier.event()))
  const { isAccepted, text } = await exam.courier.send(body)
  exam.note('signed bytes that a serialiser would write otherwise', 'raw-bytes', isAccepted, text)
}

export async function checkTimestamp(exam: Examination, isTakingGenuine: boolean): Promise<void> {
  const rule = 'timestamp-window'
  await exam.refuses('a timestamp 301 seconds old', rule, { skew: -301 })
  await exam.refuses('a timestamp 301 seconds ahead', rule, { skew: 301 })
  if (!isTakingGenuine) return
  await exam.takes('a timestamp 299 seconds old', rule, { skew: -299 })
  await exam.takes('a timestamp 299 seconds ahead', rule, { skew: 299 })
}

/** Sends repeated deliveries, one after the other and at the same time. */
export async function checkRepetition(exam: Examination): Promise<void> {
  const rule = 'drop-repeated'
  const body = bodyOf(exam.courier.event())
  await exam.courier.send(body)
  const once = await exam.look()
  const again = await exam.courier.send(body)
  exam.note('the same event again', rule, again.isAccepted, again.text)
  const twice = await exam.look()
  if (once)
    exam.note('the same event again: no effect', rule, !isDifferent(once, twice), effectText(once, twice))
  const other = bodyOf(exam.courier.event())
  await Promise.all(Array.from({ length: REPEATS }, () => exam.courier.send(other)))
  const effects = effectsBetween(twice, await exam.look())
  if (effects !== undefined)
    exam.note(
      `an event ${REPEATS} times at once: one effect`,
      rule,
      effects === 1,
      countText(effects, 'effect'),
    )
}

/** Sends two updates of one record, the later one first. */
export async function checkOrder(exam: Examination): Promise<void> {
  const rule = 'any-order'
  const pair = () => [bodyOf(exam.courier.event(60)), bodyOf(exam.courier.event(30))] as const
  const [early, late] = pair()
  for (const body of [early, late]) await exam.courier.send(body)
  const inOrder = await exam.look()
  const [earlier, later] = pair()
  for (const [name, body] of [
    ['the later of two updates first', later],
    ['the earlier of two updates last', earlier],
  ] as const) {
    const { isAccepted, text } = await exam.courier.send(body)
    exam.note(name, rule, isAccepted, text)
  }
  const swapped = await exam.look()
  if (inOrder && 'state' in inOrder)
    exam.note(
      'two updates swapped: same state',
      rule,
      !isDifferent(inOrder, swapped),
      effectText(inOrder, swapped),
    )
}

export async function checkCrowd(exam: Examination): Promise<void> {
  const rule = 'every-event'
  const before = await exam.look()
  const bodies = Array.from({ length: CROWD }, () => bodyOf(exam.courier.event()))
  const answers = await Promise.all(bodies.map((body) => exam.courier.send(body)))
  const others = answers.filter(({ isAccepted }) => !isAccepted)
  const seen = others.length === 0 ? '2xx each' : `${others.length} of them ${others[0]?.text}`
  exam.note(`${CROWD} events at once`, rule, others.length === 0, seen)
  const effects = effectsBetween(before, await exam.look())
  if (effects !== undefined)
    exam.note(
      `${CROWD} events at once: ${CROWD} effects`,
      rule,
      effects === CROWD,
      countText(effects, 'effect'),
    )
}

function effectText(...[before, after]: Parameters<typeof isDifferent>): string {
  const effects = effectsBetween(before, after)
  if (effects !== undefined) return countText(effects, 'effect')
  return isDifferent(before, after) ? 'the state differs' : 'the state is the same'
}
