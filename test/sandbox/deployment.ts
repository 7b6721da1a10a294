import { createSimulator } from 'accounting-simulator'
import { controls } from 'accounting-simulator/controls'
import { WORK_CLOCK } from '../../src/hosts/node/many/work-mark'
import { answerAt } from '../../src/sandbox/answer-at'
import { AttemptLimiter } from '../../src/sandbox/attempt-limiter'
import type { CrashMarker } from '../../src/sandbox/crash-tracker'
import type { SandboxEvent } from '../../src/sandbox/events'
import { Ids } from '../../src/sandbox/ids-and-tokens'
import { LocalFleet } from '../../src/sandbox/local-fleet'
import { type Quotas, readQuotas } from '../../src/sandbox/quotas'
import { addressed } from '../../src/sandbox/route'
import type { SandboxStore } from '../../src/sandbox/sandbox-store'
import { type TeamTokens, teamsByHash } from '../../src/sandbox/teams'
import { answerAgent } from '../../src/tools/mcp/over-http'

export const DOMAIN = 'sandbox.example.com'
export const TEAMS = { web: 'the-token-of-the-team-web', mobile: 'the-token-of-team-mobile' }

/** Milliseconds. */
export const DAY = 86_400_000

export interface Made {
  readonly id: string
  readonly url: string
  readonly apiKey: string
  readonly adminToken: string
}

/** A deployment in this process, and its clients. */
export class TestDeployment {
  readonly fleet: LocalFleet
  readonly sent: Request[] = []
  readonly webToken = TEAMS.web
  readonly events: SandboxEvent[] = []
  /** Of the client. */
  address = '203.0.113.7'
  /** What receivers answer. */
  receive = async (_request: Request): Promise<Response> => new Response(null, { status: 204 })
  #teams: Promise<ReadonlyMap<string, string>> | undefined
  readonly #fetch: (request: Request) => Promise<Response>

  constructor(
    store: SandboxStore,
    given: Partial<Quotas> = {},
    public time = Date.parse('2026-03-01T09:00:00Z'),
    mark?: CrashMarker,
  ) {
    const quotas = readQuotas(given, 'quotas')
    const now = (): number => this.time
    const tell = (event: SandboxEvent): void => void this.events.push(event)
    this.fleet = new LocalFleet(store, {
      engine: { createSimulator, controls },
      domain: DOMAIN,
      quotas,
      now,
      tell,
      clock: WORK_CLOCK,
      ...(mark && { mark }),
      turn: WORK_CLOCK.turn,
      send: (request) => {
        this.sent.push(request)
        return this.receive(request)
      },
    })
    const ids = new Ids('a secret of the test')
    this.setTeams(TEAMS)
    const tries = new AttemptLimiter(quotas.triesPerMinute)
    this.#fetch = async (request) => {
      const { host } = new URL(request.url)
      return answerAt(
        {
          fleet: this.fleet,
          ids,
          domain: DOMAIN,
          teams: (await this.#teams) ?? new Map(),
          quotas,
          now,
          tell,
          tries,
          agents: (request, served) => answerAgent(request, { ...served, documentation: '' }),
        },
        { ...addressed(host, (name) => request.headers.get(name), DOMAIN), address: this.address },
        request,
      )
    }
  }

  setTeams(teams: TeamTokens): void {
    this.#teams = teamsByHash(teams)
  }

  fetch(url: string, init: RequestInit = {}): Promise<Response> {
    return this.#fetch(new Request(new URL(url, `https://${DOMAIN}`), init))
  }

  /** A call of a team. */
  team(call: string, body?: unknown, token = TEAMS.web): Promise<Response> {
    const [method = '', path = ''] = call.split(' ')
    return this.fetch(`/__sandboxes${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  }

  async make(wish: object = { clock: 'manual' }): Promise<Made> {
    const response = await this.team('POST ', wish)
    if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`)
    return (await response.json()) as Made
  }

  /** A request to the service, with the key of the sandbox. */
  service({ url, apiKey }: Made, call: string, body?: unknown): Promise<Response> {
    const [method = '', path = ''] = call.split(' ')
    return this.fetch(url + path, {
      method,
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  }

  /** A call of the controls, with the token of the sandbox. */
  control({ url, adminToken }: Made, call: string, body?: unknown): Promise<Response> {
    const [method = '', path = ''] = call.split(' ')
    return this.fetch(`${url}/__simulator${path}`, {
      method,
      headers: { authorization: `Bearer ${adminToken}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  }

  /** Serves for so many days without a request. */
  async serve(days: number): Promise<void> {
    const end = this.time + days * DAY
    while (this.time < end) {
      this.time = Math.min(end, this.time + DAY / 4)
      await this.fleet.wakeDue()
      await this.fleet.tidy()
    }
  }

  /** All rows of the world. */
  async tables(made: Made): Promise<unknown> {
    const { tables } = (await (await this.control(made, 'GET /export')).json()) as { tables: unknown }
    return tables
  }
}
