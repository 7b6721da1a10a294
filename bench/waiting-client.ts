import { existsSync, readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * A client in a process of its own: it asks for one record again and again. Each message ends a stretch of time; its
 * answer has the milliseconds of each request of that stretch, and those for which the thread of the server was on a
 * processor meanwhile, which other programs of the machine do not change (Linux).
 */
const PAUSE = 12
const [url = '', key = '', pid = ''] = process.argv.slice(2)
const SCHEDULED = `/proc/${pid}/task/${pid}/schedstat`
const isKnown = existsSync(SCHEDULED)
const atWork = (): number =>
  isKnown ? Number(readFileSync(SCHEDULED, 'utf8').split(' ')[0]) / 1e6 : performance.now()
const agent = new Agent({ keepAlive: true, maxSockets: 1 })

const ask = (): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    get(url, { agent, headers: { 'x-api-key': key } }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode))
    }).on('error', reject)
  })

let taken: [wait: number, work: number][] = []
let isAsked = false
process.on('message', () => {
  isAsked = true
})
for (;;) {
  const [began, before] = [performance.now(), atWork()]
  // A server that was blocked for long cuts the connection; who waits asks again.
  const status = await ask().catch(ask)
  if (status !== 200) throw new Error(`another team got ${status}`)
  taken.push([performance.now() - began, atWork() - before])
  // The stretch ends with an answer, so a request that waits belongs to it.
  if (isAsked) {
    process.send?.(taken)
    taken = []
    isAsked = false
  }
  await pause(PAUSE)
}
