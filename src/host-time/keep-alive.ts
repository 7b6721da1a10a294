import { hostTime } from './host-time'

const A_DAY = 86_400_000

/** Keeps the process alive until the response arrives. The timers of a live clock do not, so Node would exit. */
export async function keepAlive(answer: Promise<Response>): Promise<Response> {
  const release = hostTime.keepAliveFor(A_DAY)
  try {
    return await answer
  } finally {
    release()
  }
}
