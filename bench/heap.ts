import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Bytes of heap in use, without garbage. */
export function heapUsed(): number {
  collectGarbage()
  collectGarbage()
  return process.memoryUsage().heapUsed
}
