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

/** The timeline's access to rows that only the service knows. */
export interface ServiceEvents {
  /** Keys and secrets of a world, which every text must mask. */
  secrets(world: World): string[]
  /** The webhooks that a commit disabled or reactivated. */
  webhookChanges(changes: readonly Change[]): Omit<Extract<NewEvent, { kind: 'webhook' }>, 'cause'>[]
}

interface RecorderOptions extends FactFinder {
  readonly limits: Required<TrafficLimits>
  /** The facts of the original, for a fork. */
  readonly facts: CoveredFacts | undefined
  /** Called when a request has ended: the client has the answer, or can no longer get one. */
  requestEnded(entry: TrafficEntry): void
}

/** Records everything that happens in a simulator, for `simulator.timeline`. */
export class EventRecorder {
  readonly log: EventLog
  readonly traffic: Traffic
  /** Records for the command `coverage` which failures and repeats the program meets. */
  readonly coverage: Coverage
  readonly #numbers = new SequenceNumbers()
  /** The number of the last entry before the last reset. */
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

  /** The last number before a reset, and the number of later entries that were dropped or deleted. */
  get forgotten(): { readonly begin: number; readonly forgotten: number } {
    const begin = this.#begin
    return { begin, forgotten: this.sequence - begin - this.traffic.length - this.log.count }
  }

  /** The entries after that number. Tools call this after every change, so it skips earlier entries. */
  since(sequence: number): TimelineEntry[] {
    return entriesInOrder(this.traffic.since(sequence), this.log.since(sequence))
  }

  get timeline(): Timeline {
    return new Timeline(entriesInOrder(this.traffic, this.log.events), () => this.service.secrets(this.world))
  }

  /** The last entries as plain data, with the histories of the current rows. */
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

  /** Continues after a stored timeline. Of another form, only the sequence number is used. */
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

  /** Subscribes to the commits of the world. */
  listen(time: { readonly isLive: boolean; readonly isAdvancing: boolean }): void {
    this.world.store.history.onCommit((changes, cause) => {
      const { isLive, isAdvancing } = time
      // Reading a live clock moves it, so its moves are no news.
      this.feed.committed(changes, (area) => area !== 'clock' || !isLive)
      this.#committed(changes, cause, !isLive && !isAdvancing)
    })
  }

  /** @param isOwn true if the clock moved without a call */
  #committed(changes: readonly Change[], cause: Cause | undefined, isOwn: boolean): void {
    if (cause?.work)
      for (const work of workOf(this.world.registry, cause.work.kind, cause.work.scope, changes))
        this.log.add(work, cause)
    // Most moves of the clock change no records, and there may be millions of moves.
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

  /** Merges consecutive automatic moves of the clock into one entry. */
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
