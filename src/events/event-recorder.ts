import type { World } from '../engine/model/context'
import { CLOCK } from '../kernel/clock'
import { type Cause, type Change, isChangeOf } from '../kernel/history'
import { formatInstant } from '../kernel/instant'
import { jsonCopy } from '../kernel/json-copy'
import type { Row } from '../kernel/row'
import { WORLD } from '../kernel/table-shape'
import type { ChangeFeed } from './changes/change-feed'
import { Coverage } from './coverage/coverage'
import type { CoveredFacts, FactFinder } from './coverage/covered-facts'
import { afterRestart, FORM, type StoredTimeline } from './stored-timeline'
import { EventLog } from './timeline/event-log'
import { entriesInOrder, Timeline } from './timeline/timeline'
import type { NewEvent, TimelineEntry } from './timeline/timeline-entry'
import { workOf } from './timeline/work'
import type { TrafficLimits } from './traffic/allowance'
import { SequenceNumbers, Traffic } from './traffic/traffic'
import type { TrafficEntry } from './traffic/traffic-entry'

/** The service reads its own rows for the timeline. */
export interface ServiceEvents {
  /** Keys and secrets of a world, which no text may show. */
  secrets(world: World): string[]
  /** The webhooks that a commit disabled or reactivated. */
  webhookChanges(changes: readonly Change[]): Omit<Extract<NewEvent, { kind: 'webhook' }>, 'cause'>[]
}

interface RecorderOptions extends FactFinder {
  readonly limits: Required<TrafficLimits>
  /** The facts of its original, for a fork. */
  readonly facts: CoveredFacts | undefined
  /** A request is over: its client has the answer, or gets none any more. */
  requestEnded(entry: TrafficEntry): void
}

/** Notes everything that happens in a simulator, for `simulator.timeline`. */
export class EventRecorder {
  readonly log: EventLog
  readonly traffic: Traffic
  /** Notes for the command `coverage` which misfortunes and repeats the program meets. */
  readonly coverage: Coverage
  readonly #numbers = new SequenceNumbers()
  /** The last entry before all were cleared. */
  #begin = 0

  constructor(
    private readonly world: World,
    private readonly feed: ChangeFeed,
    private readonly service: ServiceEvents,
    options: RecorderOptions,
  ) {
    const { limits, facts, requestEnded } = options
    this.coverage = new Coverage(options, facts)
    this.traffic = new Traffic(
      limits,
      () => feed.touch('traffic'),
      this.#numbers,
      (entry) => {
        this.coverage.request(entry)
        requestEnded(entry)
      },
    )
    this.log = new EventLog(limits, this.#numbers, world, this.traffic, () => feed.revision, this.coverage)
  }

  get sequence(): number {
    return this.#numbers.last
  }

  /** The last entry before a reset, and how many since then were dropped beyond the limits, or deleted. */
  get forgotten(): { readonly begin: number; readonly forgotten: number } {
    const begin = this.#begin
    return { begin, forgotten: this.sequence - begin - this.traffic.length - this.log.count }
  }

  /** The entries after that number. Tools ask for them after every change, so the earlier ones are left alone. */
  since(sequence: number): TimelineEntry[] {
    return entriesInOrder(this.traffic.since(sequence), this.log.since(sequence))
  }

  get timeline(): Timeline {
    return new Timeline(entriesInOrder(this.traffic, this.log.events), () => this.service.secrets(this.world))
  }

  /** The last entries as plain data, with the histories that lead to the rows of now. */
  stored(last = 500): StoredTimeline {
    const { causes, versions } = this.log
    const kept: StoredTimeline = {
      form: FORM,
      sequence: this.#numbers.last,
      entries: last > 0 ? [...this.timeline].slice(-last) : [],
      causes: causes.stored(last),
      versions: versions.stored(last, (place) => this.#rowAt(place)),
    }
    return jsonCopy(kept)
  }

  /** Goes on after what a storage kept. Of another form only the numbers go on. */
  load(kept: StoredTimeline): void {
    if (Number.isSafeInteger(kept.sequence)) this.#numbers.last = kept.sequence
    this.#begin = this.sequence
    if (kept.form !== FORM) return
    this.#begin -= kept.entries.length
    for (const entry of kept.entries.map(afterRestart))
      if (entry.kind === 'request') this.traffic.load(entry)
      else this.log.load(entry)
    for (const [event, sequence] of kept.causes) this.log.causes.note([event], { sequence })
    this.log.versions.load(kept.versions, (place) => this.#rowAt(place))
  }

  #rowAt({ scope, table, key }: Pick<Change, 'scope' | 'table' | 'key'>): Row | undefined {
    return this.world.store.table(scope, table).get(key)
  }

  clear(): void {
    this.traffic.clear()
    this.log.clear()
    this.#begin = this.sequence
    this.coverage.forget()
  }

  /** Follows the commits of the world. */
  listen(time: { readonly isLive: boolean; readonly isAdvancing: boolean }): void {
    this.world.store.history.onCommit((changes, cause) => {
      const { isLive, isAdvancing } = time
      // Looking at a live clock moves it.
      this.feed.committed(changes, (area) => area !== 'clock' || !isLive)
      this.#committed(changes, cause, !isLive && !isAdvancing)
    })
  }

  /** @param isOwn whether nobody called for a move of the clock */
  #committed(changes: readonly Change[], cause: Cause | undefined, isOwn: boolean): void {
    if (cause?.work)
      for (const work of workOf(this.world.registry, cause.work.kind, cause.work.scope, changes))
        this.log.add(work, cause)
    // Most moves of the clock change nothing else, and there may be millions.
    if (changes.some(({ scope }) => scope !== WORLD)) this.#noteRecords(changes, cause)
    if (!isOwn) return
    for (const change of changes) {
      if (!isChangeOf(CLOCK, change)) continue
      const { before, after } = change
      if (before && after && before.now !== after.now) this.#moved(before.now, after.now)
    }
  }

  #noteRecords(changes: readonly Change[], cause: Cause | undefined): void {
    const { clock, registry } = this.world
    this.log.versions.note(changes, (table) => registry.find(table) !== undefined, {
      at: clock.instant,
      cause,
    })
    this.coverage.committed(changes, this.world)
    for (const change of this.service.webhookChanges(changes))
      this.log.add({ ...change, cause: cause?.sequence ?? null })
  }

  rewound(move: 'restore' | 'reset', before: number, after?: number): void {
    const { instant } = this.world.clock
    this.coverage.forget()
    this.log.add({
      kind: 'clock',
      move,
      from: formatInstant(before),
      to: instant,
      fired: null,
      ...(after !== undefined && { after }),
    })
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
}
