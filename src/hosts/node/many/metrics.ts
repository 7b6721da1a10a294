import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Upper bounds of the histogram of response times, in seconds. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const PREFIX = 'accounting_sandboxes_'
const NANOSECONDS = 1e9

type Sample = readonly [labels: Readonly<Record<string, string | number>>, value: number]

/** A metric that is measured when it is read, for each set of labels. */
export interface Gauge {
  readonly name: string
  readonly help: string
  samples(): readonly Sample[]
}

/** Counts what a deployment does, and prints it in the text format 0.0.4 of Prometheus. */
export class Metrics {
  readonly #requests = new Map<string, number>()
  readonly #events: Map<string, number>
  readonly #buckets = BOUNDS.map(() => 0)
  #seconds = 0
  #count = 0
  readonly #delay = monitorEventLoopDelay({ resolution: 10 })

  /** @param events start at 0, because Prometheus sees a rise only from an earlier value */
  constructor(
    private readonly gauges: readonly Gauge[],
    events: readonly string[],
  ) {
    this.#events = new Map(events.map((event) => [event, 0]))
    this.#delay.enable()
  }

  answered(status: number, seconds: number): void {
    raise(this.#requests, String(status))
    this.#seconds += seconds
    this.#count += 1
    const at = BOUNDS.findIndex((bound) => seconds <= bound)
    if (at >= 0) this.#buckets[at] = (this.#buckets[at] ?? 0) + 1
  }

  happened(event: string): void {
    raise(this.#events, event)
  }

  stop(): void {
    this.#delay.disable()
  }

  get text(): string {
    const delays = [0.5, 0.99].map(
      (of): Sample => [{ quantile: of }, this.#delay.percentile(of * 100) / NANOSECONDS],
    )
    const longest: Sample = [{ quantile: 1 }, this.#delay.max / NANOSECONDS]
    // The delay is measured anew from each reading to the next.
    this.#delay.reset()
    const { user, system } = process.cpuUsage()
    return [
      family('requests_total', 'counter', 'Answers by status.', samplesOf(this.#requests, 'code')),
      family(
        'events_total',
        'counter',
        'Events; each of some equal refusals counts.',
        samplesOf(this.#events, 'event'),
      ),
      this.#histogram(),
      ...this.gauges.map(({ name, help, samples }) => family(name, 'gauge', help, samples())),
      family('event_loop_delay_seconds', 'gauge', 'How late turns began since the last reading.', [
        ...delays,
        longest,
      ]),
      family('resident_memory_bytes', 'gauge', 'Memory of the process.', [[{}, process.memoryUsage.rss()]]),
      family('cpu_seconds_total', 'counter', 'Processor time of the process.', [[{}, (user + system) / 1e6]]),
      family('uptime_seconds', 'gauge', 'Since the process began.', [[{}, process.uptime()]]),
    ].join('')
  }

  #histogram(): string {
    let below = 0
    const buckets = BOUNDS.map((bound, at): Sample => {
      below += this.#buckets[at] ?? 0
      return [{ le: bound }, below]
    })
    const name = 'request_seconds'
    return [
      heading(name, 'histogram', 'Seconds until an answer was there.'),
      ...[...buckets, [{ le: '+Inf' }, this.#count] as const].map((sample) => line(`${name}_bucket`, sample)),
      line(`${name}_sum`, [{}, this.#seconds]),
      line(`${name}_count`, [{}, this.#count]),
    ].join('')
  }
}

const raise = (counts: Map<string, number>, name: string): void => {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

const samplesOf = (counts: ReadonlyMap<string, number>, label: string): Sample[] =>
  [...counts].map(([value, count]) => [{ [label]: value }, count])

const family = (name: string, type: string, help: string, samples: readonly Sample[]): string =>
  heading(name, type, help) + samples.map((sample) => line(name, sample)).join('')

const heading = (name: string, type: string, help: string): string =>
  `# HELP ${PREFIX}${name} ${help}\n# TYPE ${PREFIX}${name} ${type}\n`

function line(name: string, [labels, value]: Sample): string {
  const named = Object.entries(labels).map(([label, text]) => `${label}="${escaped(String(text))}"`)
  return `${PREFIX}${name}${named.length > 0 ? `{${named.join(',')}}` : ''} ${value}\n`
}

const escaped = (text: string): string => text.replace(/[\\"]/g, '\\$&').replace(/\n/g, '\\n')
