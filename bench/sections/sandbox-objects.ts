import { readFileSync } from 'node:fs'
import { Workerd, workerdBinary } from '../../test/support/workerd'
import type { Timing } from '../harness'
import { HEADERS, INVOICES, invoiceBody } from '../invoices'
import { readAnswer } from '../read-answer'
import { report } from '../report'

/**
 * What a request to a sandbox costs in workerd beside one to the least object that does as much: processor time of the
 * whole process, which no other program disturbs. Where there is no /proc, nothing is measured.
 */
const TOKEN = 'the-token-of-the-team-web'
const ROUNDS = 9
const REQUESTS = 1500
const AT_ONCE = 16
const PATH = new URL(INVOICES).pathname
const BODY = JSON.stringify(invoiceBody(1, 1))

/** Objects that answer the same bytes always, store a row for each request, or have a simulator that stores nothing. */
const PROGRAM = `
import { createSimulator } from 'accounting-simulator'
import { sandboxes } from 'accounting-simulator/worker'
import { DurableObject } from 'cloudflare:workers'
export { SandboxObject, Team } from 'accounting-simulator/worker'
const text = JSON.stringify({ items: 'x'.repeat(640) })
const answer = () => new Response(text, { headers: { 'content-type': 'application/json' } })
export class Constant extends DurableObject {
  fetch() {
    return answer()
  }
}
export class Storing extends DurableObject {
  constructor(state, env) {
    super(state, env)
    state.storage.sql.exec('CREATE TABLE IF NOT EXISTS rows (id INTEGER PRIMARY KEY, json TEXT NOT NULL)')
  }
  async fetch(request) {
    this.ctx.storage.sql.exec('INSERT INTO rows (json) VALUES (?)', await request.text())
    return answer()
  }
}
export class Alone extends DurableObject {
  constructor(state, env) {
    super(state, env)
    this.simulator = createSimulator({ rateLimits: false })
  }
  async fetch(request) {
    const { method, headers, url } = request
    const body = method === 'POST' ? await request.text() : undefined
    const own = this.simulator.baseUrl + new URL(url).pathname.slice('/alone'.length)
    return this.simulator.fetch(new Request(own, { method, headers, body }))
  }
}
const many = sandboxes({
  domain: 'sandbox.example.com',
  quotas: { requestsPerSecond: 1e9, burst: 1e9, rows: 1e9 },
})
export default {
  fetch(request, env, context) {
    const { pathname } = new URL(request.url)
    if (pathname === '/constant') return env.CONSTANT.get(env.CONSTANT.idFromName('one')).fetch(request)
    if (pathname === '/storing') return env.STORING.get(env.STORING.idFromName('one')).fetch(request)
    if (pathname.startsWith('/alone/')) return env.ALONE.get(env.ALONE.idFromName('one')).fetch(request)
    return many.fetch(request, env, context)
  },
}
`

/** Microseconds of processor time that a process has used; the kernel counts in hundredths of a second. */
function processorTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10_000
}

const hasProcessorTime = (): boolean => {
  try {
    return processorTime(process.pid) >= 0
  } catch {
    return false
  }
}

const ask = async (url: string, init: RequestInit): Promise<unknown> => readAnswer(await fetch(url, init))

async function measured(workerd: Workerd): Promise<void> {
  const host = 'sandbox.example.com'
  const made = await ask(`${workerd.url}/__sandboxes`, {
    method: 'POST',
    headers: { host, authorization: `Bearer ${TOKEN}` },
    body: JSON.stringify({ clock: 'manual', options: { rateLimits: false } }),
  })
  const { apiKey } = made as { readonly apiKey: string }
  const headers = { ...HEADERS, 'X-API-KEY': apiKey, host }
  const posting: RequestInit = { method: 'POST', headers, body: BODY }
  const alone: RequestInit = { method: 'POST', headers: HEADERS, body: BODY }
  await ask(workerd.url + PATH, posting)
  await ask(`${workerd.url}/alone${PATH}`, alone)
  const timing = (name: string): Timing & { readonly rounds: number[] } => ({ name, rounds: [] })
  const variants = [
    [timing('constant object'), '/constant', {}],
    [timing('GET of an invoice'), `${PATH}1/`, { headers }],
    [timing('GET of a simulator alone'), `/alone${PATH}1/`, { headers: HEADERS }],
    [timing('object that stores a row'), '/storing', { method: 'POST', body: BODY }],
    [timing('POST of an invoice'), PATH, posting],
    [timing('POST to a simulator alone'), `/alone${PATH}`, alone],
  ] as const
  for (let round = -2; round < ROUNDS; round += 1)
    for (const [{ rounds }, path, init] of variants) {
      const before = processorTime(workerd.pid)
      for (let asked = 0; asked < REQUESTS; asked += AT_ONCE)
        await Promise.all(Array.from({ length: AT_ONCE }, () => ask(workerd.url + path, init)))
      const requests = Math.ceil(REQUESTS / AT_ONCE) * AT_ONCE
      // The first rounds compile.
      if (round >= 0) rounds.push((processorTime(workerd.pid) - before) / requests)
    }
  const [constant, get, getAlone, storing, post, postAlone] = variants.map(([one]) => one)
  if (constant && get && getAlone && storing && post && postAlone)
    report('sandboxes in workerd: processor time of a request', [
      { timing: constant },
      { timing: get, against: constant, aim: 1.4 },
      { timing: getAlone, against: constant },
      { timing: storing },
      { timing: post, against: storing, aim: 1.2 },
      { timing: postAlone, against: storing },
    ])
}

if (workerdBinary === undefined || !hasProcessorTime())
  console.log('\nsandboxes in workerd: no workerd here (scripts/install-workerd), or no /proc')
else {
  await using workerd = await Workerd.start({
    program: PROGRAM,
    objects: {
      SANDBOX: 'SandboxObject',
      TEAM: 'Team',
      CONSTANT: 'Constant',
      STORING: 'Storing',
      ALONE: 'Alone',
    },
    texts: { SECRET: 'a secret of the bench', TEAMS: JSON.stringify({ web: TOKEN }) },
  })
  await measured(workerd)
}
