import { type Entry, NOTHING_YET, type SimulatorState } from './simulator-state'

/** Whatever answers requests below `/__simulator/`: a server, or `controls(simulator)` in the same process. */
export type Port = (request: Request) => Promise<Response>

/** Entries of the traffic that are kept for the screen. */
const KEPT = 200

/** The calls that read each area. */
const READS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  clock: { clock: '/clock' },
  limits: { limits: '/rate-limits' },
  faults: { faults: '/faults', clock: '/clock' },
  webhooks: { webhooks: '/webhooks', queue: '/webhooks/queue' },
}

/**
 * Follows a simulator until the signal aborts: reads everything once, then waits for changes and reads what
 * they concern. Calls `show` with each new state.
 */
export async function follow(
  port: Port,
  show: (state: SimulatorState) => void,
  signal: AbortSignal,
): Promise<void> {
  const ask = async (path: string): Promise<unknown> => {
    const response = await port(new Request(`http://127.0.0.1/__simulator${path}`, { signal }))
    if (!response.ok) throw new Error(`${path} answered ${response.status}`)
    return response.json()
  }
  let state = NOTHING_YET
  let seen = (await ask('/changes')) as Changes
  let areas: readonly string[] = [...Object.keys(READS), 'traffic']
  while (!signal.aborted) {
    state = { ...state, ...(await read(ask, areas)), ...(await newTraffic(ask, areas, state)) }
    show(state)
    do seen = (await ask(`/changes?after=${seen.revision}`)) as Changes
    while (seen.areas.length === 0)
    areas = seen.areas.includes('world') ? [...Object.keys(READS), 'traffic'] : seen.areas
  }
}

interface Changes {
  readonly revision: number
  readonly areas: readonly string[]
}

type Ask = (path: string) => Promise<unknown>

async function read(ask: Ask, areas: readonly string[]): Promise<Partial<SimulatorState>> {
  const calls = Object.assign({}, ...areas.map((area) => READS[area])) as Record<string, string>
  const answers = await Promise.all(
    Object.entries(calls).map(async ([member, path]) => [member, await ask(path)] as const),
  )
  return Object.fromEntries(answers)
}

/** Only what came since, because a long run has thousands of entries. */
async function newTraffic(
  ask: Ask,
  areas: readonly string[],
  { traffic }: SimulatorState,
): Promise<Partial<SimulatorState>> {
  if (!areas.includes('traffic')) return {}
  // An entry whose response was held back is told again.
  const open = traffic.find(({ response }) => response === null)
  const from = open ? open.sequence - 1 : (traffic.at(-1)?.sequence ?? 0)
  const added = (await ask(`/traffic?since=${from}&last=${KEPT}`)) as Entry[]
  return { traffic: [...traffic.filter(({ sequence }) => sequence <= from), ...added].slice(-KEPT) }
}
