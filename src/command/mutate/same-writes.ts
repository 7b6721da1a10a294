import type { ReceivedRequest, TestEnds } from './test-ends'

const isWrite = ({ method }: ReceivedRequest): boolean => method !== 'GET'

/**
 * Tells whether a program that read another answer wrote the same afterwards, in every test that reads it: it may check
 * what it reads by itself. False where a test writes nothing after it.
 * @param operation a read that a mutant changes
 */
export function writesTheSame(operation: string, run: TestEnds, bare: readonly TestEnds[]): boolean {
  const lives = run.all
    .map((end) => ({ end, received: run.receivedUntil(end) }))
    .filter(({ received }) => received.some((one) => isRead(one, operation)))
  return (
    lives.length > 0 &&
    lives.every(({ end, received }) => {
      const writes = writesIn(received)
      const isFollowed = received.slice(received.findIndex((one) => isRead(one, operation))).some(isWrite)
      return isFollowed && bare.some((own) => writesIn(own.receivedUntil(end)) === writes)
    })
  )
}

const isRead = ({ operation, answer }: ReceivedRequest, wanted: string): boolean =>
  operation === wanted && answer?.status === 200

const writesIn = (received: readonly ReceivedRequest[]): string =>
  JSON.stringify(received.filter(isWrite).map(({ method, url, body }) => [method, url, body]))
