import type { CoveredFact, Fact } from '../../events/coverage/covered-facts'
import { platform } from '../../host-time/platform'
import { isObject } from '../../kernel/is-object'
import { withCause } from '../../kernel/message-of'
import { isFact, type JoinedFacts } from './joined-facts'

interface ServiceCoverage {
  /** Another one after a restart. */
  readonly process: string
  readonly moment: number
  readonly facts: readonly CoveredFact[]
}

/** A service that was started before the tests. It is asked before and after them what it has met. */
export class RunningService {
  private constructor(
    private readonly url: string,
    private readonly before: ServiceCoverage,
  ) {}

  /** @throws Error with a message for the terminal, if it does not answer */
  static async open(url: string): Promise<RunningService> {
    try {
      return new RunningService(url, await ask(url))
    } catch (error) {
      throw new Error(`SIMULATOR_URL is ${url}, and the service there cannot be asked: ${withCause(error)}`)
    }
  }

  /** Adds what it has met meanwhile. Returns what could not be counted. */
  async addTo(joined: JoinedFacts): Promise<string[]> {
    try {
      const { process, facts } = await ask(this.url)
      const isAnother = process !== this.before.process
      const before = isAnother ? { moment: 0, facts: [] } : this.before
      const known = new Map(before.facts.map((fact) => [nameOf(fact), fact.times]))
      for (const { times, last, ...fact } of facts)
        if (last > before.moment)
          joined.add({ ...fact, isServed: true }, times - (known.get(nameOf(fact)) ?? 0))
      return isAnother ? [`the service at ${this.url}, before it was started anew`] : []
    } catch (error) {
      return [`the service at ${this.url}, which no longer answers: ${withCause(error)}`]
    }
  }
}

const nameOf = ({ source, dimension, operation, what }: Fact): string =>
  JSON.stringify([source, dimension, operation, what])

async function ask(url: string): Promise<ServiceCoverage> {
  const response = await platform.fetch(`${url.replace(/\/$/, '')}/__simulator/coverage`)
  if (response.status !== 200) throw new Error(`it answers ${response.status}`)
  const told: unknown = await response.json()
  if (!isObject(told) || typeof told.moment !== 'number' || !Array.isArray(told.facts))
    throw new Error('its answer is another one than expected; is it of the same version?')
  return {
    // Earlier versions say nothing of it.
    process: String(told.process ?? ''),
    moment: told.moment,
    facts: told.facts.filter(isMetFact),
  }
}

const isMetFact = (told: unknown): told is CoveredFact => isFact(told) && 'times' in told && 'last' in told
