import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { createSimulator, type Simulator } from 'accounting-simulator'
import * as fc from 'fast-check'
import { playDay } from '../../../test/hosts/day'
import { stories, tell } from '../../../test/support/random-story'

type Send = (url: string, init: RequestInit) => Promise<Response>

/** How requests come to a simulator. */
export type Through = (simulator: Simulator) => { readonly send: Send; readonly end?: () => void }

const directly: Through = (simulator) => ({ send: (url, init) => simulator.fetch(new Request(url, init)) })

const SEEDS = [1, 2, 3]

/** A digest of what three days and 40 stories come to: every answer, delivery, attempt, row and journal. */
export async function digest(through: Through = directly): Promise<string> {
  const parts: string[] = []
  for (const seed of SEEDS) {
    const simulator = createSimulator({ seed })
    const { send, end } = through(simulator)
    parts.push(JSON.stringify(await playDay(simulator, send)))
    end?.()
  }
  for (const story of fc.sample(stories, { seed: 7, numRuns: 40 })) {
    const simulator = createSimulator({ seed: 'fixed' })
    const { send, end } = through(simulator)
    const { baseUrl, apiKey, clock } = simulator
    const fetch = ({ url, method, headers, body }: Request): Promise<Response> =>
      send(url, { method, headers, body, ...(body && { duplex: 'half' }) })
    parts.push((await tell({ baseUrl, apiKey, clock, fetch } as unknown as Simulator, story)).join('\n'))
    parts.push(JSON.stringify(simulator.export()), simulator.books.toJournal())
    end?.()
  }
  return bytesToHex(sha256(utf8ToBytes(parts.join('\0'))))
}
