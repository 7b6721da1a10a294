import { UsageError } from '../errors/usage-error'
import { hostTime } from '../host-time/host-time'
import type { Answered, RequestHandler, Wrapper } from '../service/http/simulator-fetch'
import type { TimeDriver } from './time-driver'

/** Wraps the calls of a simulator. Moves a live clock before a call, and reports its end as activity. */
export function timed<Call extends readonly unknown[]>(
  answer: (...call: Call) => Promise<Response>,
  time: TimeDriver,
  isDisposed: () => boolean,
): (...call: Call) => Promise<Response> {
  const note = (): void => time.note()
  return (...call) => {
    if (isDisposed()) return Promise.reject(new UsageError('the simulator was disposed of'))
    time.catchUp()
    time.note()
    const response = answer(...call)
    void response.then(note, note)
    return time.isLive && !time.host.isGiven ? keepAlive(response) : response
  }
}

/** Moves a live clock before each answer, for callers that read and answer in two steps. */
export const timedHandler = ({ read, answer }: RequestHandler, inTime: Wrapper): RequestHandler => ({
  read,
  answer(asked, request) {
    let answered: Answered | undefined
    const response = inTime(async () => {
      answered = answer(asked, request)
      return answered.respond()
    })(request)
    return { entry: answered?.entry, respond: () => response }
  },
})

const A_DAY = 86_400_000

/** Keeps the process alive until the response arrives. Timers of a live clock do not, so Node would exit. */
async function keepAlive(answer: Promise<Response>): Promise<Response> {
  const release = hostTime.keepAliveFor(A_DAY)
  try {
    return await answer
  } finally {
    release()
  }
}
