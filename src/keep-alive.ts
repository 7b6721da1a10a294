import { hostTime } from './host-time'

const A_DAY = 86_400_000

/** Keeps the process alive until the answer is there: a program that only waits for the clock would end. */
export async function keepAlive(answer: Promise<Response>): Promise<Response> {
  const release = hostTime.staysAwake(A_DAY)
  try {
    return await answer
  } finally {
    release()
  }
}
