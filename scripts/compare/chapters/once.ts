import { offersOf, WRITES } from '../../../test/support/offers'
import { sendable } from '../../../test/support/sendable'
import { everything } from '../../../test/support/subject'
import type { Stage } from '../stage'

/** Every write with a key: replayed, with another body, with another key, and after the key was forgotten. */
export async function onceOnly(stage: Stage): Promise<void> {
  const ground = stage.ground()
  const { simulator } = ground
  const offers = offersOf(everything, ...WRITES)
  const late: (() => Promise<unknown>)[] = []
  for (const [index, offer] of stage.chance.some(offers, offers.length).entries()) {
    const write = sendable(ground, offer, index % 5)
    const send = (key: string, body: unknown = write.content()) =>
      stage.ask(simulator, write.method, write.path, { body, headers: { 'Idempotency-Key': key } })
    const key = `write-${index}`
    await send(key)
    await send(key)
    await send(key, {})
    await stage.ask(simulator, write.method, `${write.path}?other=1`, {
      body: write.content(),
      headers: { 'Idempotency-Key': key },
    })
    await send(stage.chance.pick(['', ' ', 'k'.repeat(256), 'ü', `${key}-b`]), {})
    late.push(() => send(key))
  }
  await simulator.clock.advance('23 hours')
  for (const again of stage.chance.some(late, 25)) await again()
  await simulator.clock.advance('2 days')
  for (const again of stage.chance.some(late, 25)) await again()
  await stage.conclude(simulator)
}
