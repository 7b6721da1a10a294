import { type Organization, organizationApi } from '../api/organization'
import type { World } from '../engine/model/context'
import { ORGANIZATIONS, organizationsIn } from '../engine/model/tables'
import { wrongOption } from '../errors/option-error'
import type { EventLog } from '../events/timeline/event-log'
import type { DeliveryTransport } from '../service/webhooks/deliver'
import type { TimeDriver } from '../time/time-driver'
import { presetOf } from '../worlds/new-world'
import { FIRST_ORGANIZATION, type Settings } from '../worlds/options/settings'
import { seedOrganization } from '../worlds/seed-organization'
import { keyOfOrganization } from '../worlds/world-keys'

/** The parts that all organisations of a simulator share. */
interface Shared {
  readonly world: World
  readonly settings: Settings
  readonly time: TimeDriver
  readonly transport: DeliveryTransport
  readonly log: EventLog
}

/** The organisations of a simulator. They are isolated from each other, and made on first use. */
export class Organizations {
  readonly #apis = new Map<string, Organization>()

  constructor(private readonly shared: Shared) {}

  /** The names of all organisations. The simulator's own comes first. */
  get names(): string[] {
    const { store } = this.shared.world
    const others = organizationsIn(store)
    return [FIRST_ORGANIZATION, ...others.filter((name) => name !== FIRST_ORGANIZATION)]
  }

  /** Creates the organisation if it does not exist, also after a rewind to before its creation. */
  ensure(organization: string): string {
    const { world, settings, time } = this.shared
    time.catchUp()
    if (!world.store.worldTable(ORGANIZATIONS).has(organization))
      seedOrganization({ world, organization }, presetOf(settings))
    return organization
  }

  /** @throws OptionError for an empty name */
  api(name: string): Organization {
    if (typeof name !== 'string' || name === '')
      throw wrongOption('organization', 'a text that is not empty', name)
    const known = this.#apis.get(name)
    if (known) return known
    const { world, settings, time, transport, log } = this.shared
    const scope = {
      world,
      limits: settings.rateLimits,
      log,
      ensureOrganization: (other?: string) => this.ensure(other ?? name),
    }
    const keyOf = (): string =>
      keyOfOrganization({ world, organization: scope.ensureOrganization() }) ?? api.admin.keys.issue().key
    const api = organizationApi({ scope, keyOf, deliveries: [time, transport] })
    this.#apis.set(name, api)
    return api
  }
}
