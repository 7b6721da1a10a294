import { withVirtualTime } from 'accounting-simulator/time'
import type { Body } from './live'
import type { Send } from './request'
import { tests } from './runner'

const pause = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000))

/** A simulator each, on whose time the client's own pauses are. */
export function onVirtualTime(send: Send) {
  const it = tests(send)
  return (name: string, body: Body) =>
    it(name, ({ simulator, access }) =>
      withVirtualTime(simulator, () => body({ simulator, access: { ...access, sleep: pause } })),
    )
}
