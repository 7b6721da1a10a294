import type { ReceivedRequest, TestEnds } from './test-ends'

const isWrite = ({ method }: ReceivedRequest): boolean => method !== 'GET'

/**
 * Tells whether a program that read another answer wrote the same, in every test that reads it: it may check by itself
 * what it reads. False if it writes nothing after it in any test.
 * @param operation a read that a mutant changes
 */
export function writesTheSame(operation: string, run: TestEnds, bare: readonly TestEnds[]): boolean {
  const lives = run.all
    .map((end) => ({ end, received: run.receivedUntil(end) }))
    .filter(({ received }) => received.some((one) => isRead(one, operation)))
  return (
    lives.some(({ received }) =>
      received.slice(received.findIndex((one) => isRead(one, operation))).some(isWrite),
    ) &&
    lives.every(({ end, received }) =>
      bare.some((own) => writesIn(own.receivedUntil(end)) === writesIn(received)),
    )
  )
}

const isRead = ({ operation, answer }: ReceivedRequest, wanted: string): boolean =>
  operation === wanted && answer?.status === 200

const writesIn = (received: readonly ReceivedRequest[]): string =>
  JSON.stringify(received.filter(isWrite).map(({ method, url, body }) => [method, url, body]))
