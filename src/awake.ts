import { hostTime } from './host-time'

const A_DAY = 86_400_000

/** The host's time moves a call that waits for the clock, so a program that waits for nothing else may not end. */
export async function awake(answer: Promise<Response>): Promise<Response> {
  const rest = hostTime.staysAwake(A_DAY)
  try {
    return await answer
  } finally {
    rest()
  }
}
