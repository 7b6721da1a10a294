import { Workerd } from '../support/workerd'
import { DOMAIN, TEAMS, TestDeployment } from './deployment'
import { MemorySandboxes } from './memory-sandboxes'

/** The worker as somebody deploys it. Webhooks go to the program at `receiver` in the place of the internet. */
const program = (receiver: string, quotas: object): string => `
import { sandboxes } from 'accounting-simulator/worker'
export { SandboxObject, Team } from 'accounting-simulator/worker'
const receiver = ${JSON.stringify(receiver)}
const deliver = async (request) => {
  const sent = { url: request.url, headers: Object.fromEntries(request.headers), body: await request.text() }
  return fetch(receiver, { method: 'POST', body: JSON.stringify(sent) })
}
export default sandboxes({
  domain: ${JSON.stringify(DOMAIN)},
  quotas: ${JSON.stringify(quotas)},
  ...(receiver !== '' && { deliver }),
})
`

/** A deployment in workerd, and its clients. */
export class WorkerdDeployment extends TestDeployment {
  constructor(readonly workerd: Workerd) {
    super(new MemorySandboxes())
  }

  static async start(receiver = '', quotas: object = {}): Promise<WorkerdDeployment> {
    const workerd = await Workerd.start({
      program: program(receiver, quotas),
      objects: { SANDBOX: 'SandboxObject', TEAM: 'Team' },
      texts: { SECRET: 'a secret of the test', TEAMS: JSON.stringify(TEAMS) },
      isPrivateNetworkOpen: receiver !== '',
    })
    return new WorkerdDeployment(workerd)
  }

  /** The platform would resolve the names of the domain. */
  override async fetch(url: string, init: RequestInit = {}): Promise<Response> {
    const { host, pathname, search } = new URL(url, `https://${DOMAIN}`)
    const headers = new Headers(init.headers)
    headers.set('host', host)
    return fetch(`${this.workerd.url}${pathname}${search}`, { ...init, headers })
  }
}
