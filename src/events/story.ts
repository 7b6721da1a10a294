import type { TimerKinds } from '../engine/model/timer-kind'
import type { World } from '../engine/model/world'
import type { Timer } from '../kernel/clock'
import type { Change } from '../kernel/history'
import { formatInstant } from '../kernel/instant'
import type { ChangeFeed } from './changes/change-feed'
import { EventLog } from './timeline/event-log'
import { inOrder, Timeline } from './timeline/timeline'
import { webhookChanges } from './timeline/webhook-changes'
import { workOf } from './timeline/work'
import type { TrafficLimits } from './traffic/allowance'
import { counter, Traffic } from './traffic/traffic'
import type { TrafficEntry } from './traffic/traffic-entry'

/** Notes everything that happens in a simulator, for `simulator.timeline`. */
export class Story {
  readonly log: EventLog
  readonly traffic: Traffic
  readonly #world: World
  readonly #feed: ChangeFeed
  /** The timer of records that is being handled. */
  #timer: Timer | undefined
  /** The place of the work or the step that this commit has done. */
  #work: number | undefined

  constructor(world: World, limits: Required<TrafficLimits>, feed: ChangeFeed) {
    this.#world = world
    this.#feed = feed
    const nextSequence = counter()
    this.traffic = new Traffic(limits, () => feed.touch('traffic'), nextSequence)
    const lastRequest = (): number => this.traffic.at(-1)?.sequence ?? 0
    this.log = new EventLog(
      limits,
      nextSequence,
      () => world.clock.instant,
      lastRequest,
      () => feed.revision,
    )
  }

  get timeline(): Timeline {
    return new Timeline(inOrder(this.traffic, this.log.events), () => this.#secrets())
  }

  clear(): void {
    this.traffic.clear()
    this.log.clear()
  }

  /** Links the webhook events of this commit to their cause. */
  queued(events: readonly string[]): void {
    const work = this.#work
    this.#work = undefined
    if (events.length === 0) return
    this.log.causes.queued(events, work ?? this.#asked?.sequence)
  }

  /** The timers of records, whose work is noted. */
  ofWork(kinds: TimerKinds): TimerKinds {
    return Object.fromEntries(
      Object.entries(kinds).map(([name, kind]) => {
        const run: typeof kind.run = (world, timer) => {
          this.#timer = timer
          try {
            return kind.run(world, timer)
          } catch (error) {
            this.#timer = undefined
            throw error
          }
        }
        return [name, { ...kind, run }]
      }),
    )
  }

  /** Follows the commits of the world. `time` is there once the simulator is made. */
  listen(time: () => { readonly isLive: boolean; readonly isAdvancing: boolean } | undefined): void {
    this.#world.store.history.onCommit((changes) => {
      const { isLive = false, isAdvancing = true } = time() ?? {}
      // Looking at a live clock moves it.
      this.#feed.committed(changes, (area) => area !== 'clock' || !isLive)
      this.#committed(changes, !isLive && !isAdvancing)
    })
  }

  /** @param isOwn whether nobody called for a move of the clock */
  #committed(changes: readonly Change[], isOwn: boolean): void {
    const timer = this.#timer
    this.#timer = undefined
    if (timer)
      for (const work of workOf(this.#world.registry, timer.kind, timer.scope, changes))
        this.#work = this.log.add(work).sequence
    // A step is told before its block ends.
    if (changes.some(({ table }) => table === 'scenarioSteps')) {
      const { last } = this.log
      if (last?.kind === 'step') this.#work = last.sequence
    }
    for (const change of webhookChanges(changes))
      this.log.add({ ...change, cause: this.#causeOf(change.reason.rule) })
    if (!isOwn) return
    for (const { table, before, after } of changes)
      if (table === 'clock' && before && after && before.now !== after.now)
        this.#moved(before.now as number, after.now as number)
  }

  #causeOf(rule: 'failing' | 'request'): number | null {
    const { last } = this.log
    if (rule === 'failing') return last?.kind === 'delivery' ? last.sequence : null
    return this.#asked?.sequence ?? null
  }

  /** The request that is being carried out. */
  get #asked(): TrafficEntry | undefined {
    const request = this.traffic.at(-1)
    return request?.reason.rule === 'under-way' ? request : undefined
  }

  rewound(move: 'restore' | 'reset', before: number): void {
    const { instant } = this.#world.clock
    this.log.add({ kind: 'clock', move, from: formatInstant(before), to: instant, fired: null })
  }

  /** Moves that follow one another are one. */
  #moved(from: number, to: number): void {
    const { last } = this.log
    if (last?.kind === 'clock' && last.move === 'auto' && last.to === formatInstant(from))
      last.to = formatInstant(to)
    else {
      const move = { from: formatInstant(from), to: formatInstant(to) }
      this.log.add({ kind: 'clock', move: 'auto', ...move, fired: null })
    }
  }

  /** Keys and the secrets of webhooks. */
  #secrets(): string[] {
    const { store } = this.#world
    const organizations = [...store.table('', 'organizations').keys()].map(String)
    const hooks = organizations.flatMap((name) => [...store.table(name, 'webhooks').rows()])
    return [
      ...[...store.table('', 'apiKeys').keys()].map(String),
      ...hooks.map(({ secret }) => String(secret)),
    ]
  }
}
