import { UsageError } from '../errors/usage-error'
import { keepAlive } from '../host-time/keep-alive'
import type { Port } from '../service/http/port'
import type { TimeDriver } from './time-driver'

/** A simulator, as its port needs it. */
interface Host {
  readonly baseUrl: string
  readonly isDisposed: () => boolean
}

/** The port of a simulator: it moves a live clock first, completes paths, and tells time of calls that end. */
export function timedPort(port: Port, time: TimeDriver, { baseUrl, isDisposed }: Host): Port {
  const note = (): void => time.note()
  return (input, init) => {
    if (isDisposed()) return Promise.reject(new UsageError('the simulator was disposed of'))
    time.catchUp()
    time.note()
    const isPath = typeof input === 'string' && input.startsWith('/')
    const answer = port(isPath ? new URL(input, baseUrl) : input, init)
    void answer.then(note, note)
    return time.isLive ? keepAlive(answer) : answer
  }
}
