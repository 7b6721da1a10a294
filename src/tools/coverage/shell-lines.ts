import type { ScenarioFault } from '../../index'
import { shellWord } from '../explore/host/command-line'

/** A line for a shell, for tests that reach the simulator over HTTP only. It calls the controls (docs/controls.md). */
export const call = (path: string, body: object): string =>
  `curl -sS "$SIMULATOR_URL/__simulator/${path}" -H 'content-type: application/json' -d ${word(body)}`

const word = (body: object): string => shellWord(JSON.stringify(body))

export const advance = (duration: string): string => call('clock/advance', { duration })

/** JSON has no Infinity: a fault with a probability goes on, too. */
export function injected({ times, ...fault }: ScenarioFault): string {
  const endless =
    times === Number.POSITIVE_INFINITY ? { probability: 1 } : times === undefined ? {} : { times }
  return call('faults', { ...fault, ...endless })
}

export function withNewInvoice(action: string, body: object): string {
  const number = `number=$(${call('make/invoice', {})} | grep -o '"number":[0-9]*' | head -1 | cut -d: -f2)`
  const path = `records/invoices/$number/actions/${action}`
  return `${number}; ${call(path, body)}`
}

/** So many records that the last page is full. */
export function filledPage(records: string): string {
  const list = `curl -sS "$SIMULATOR_URL/__simulator/records/${records}?limit=1"`
  const count = `count=$(${list} | grep -o '"count":[0-9]*' | cut -d: -f2)`
  const made = `curl -sS "$SIMULATOR_URL/__simulator/make/${records}" -d "{\\"count\\":$((100 - count % 100))}"`
  return `${count}; ${made} # just before the list is read`
}

/** The command that serves the simulator, with an option more. */
export const servedWith = (option: string, value: string): string =>
  `npx accounting-simulator serve ${option} ${shellWord(value)} # in the place of the command that serves it`

const CHECK =
  "import { checkReceiver } from 'accounting-simulator/receiver'; " +
  'const { RECEIVER_URL: url, WEBHOOK_SECRET: secret, SIMULATOR_URL: simulator } = process.env; ' +
  'const { now } = await (await fetch(simulator + "/__simulator/clock")).json(); ' +
  'const report = await checkReceiver(url, { secret, now: new Date(now) }); ' +
  'console.log(String(report)); process.exit(report.ok ? 0 : 1)'

/** Checks a receiver that listens at `RECEIVER_URL`, and reads the simulator's clock as the deliveries of it do. */
export const checkedReceiver = `: "\${SIMULATOR_URL:?}" && node --input-type=module -e ${shellWord(CHECK)}`
