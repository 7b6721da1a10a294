import type { AssumptionId, AssumptionOverrides, Simulator } from 'accounting-simulator'
import { formatInstant } from '../../kernel/instant'
import { type Call, isSuccess } from './call'
import { type Answer, Caller } from './caller'
import { COLLECTIONS, MASTER_DATA } from './collections'
import { compareAnswers } from './compare-answers'
import type { Difference } from './difference'
import { isComplaint, recordKey } from './earlier-records'
import { identifiersIn } from './identifiers'
import { Progress } from './progress'
import { isMembers } from './read-exchange'
import { NAMING, Receiver } from './receiver'
import { type IssuedKeys, issueKeys } from './recorded-keys'
import { DELIVERED_MS } from './service-calls'
import { openSimulator, type Session } from './session'
import { standIn, standInWebhook } from './stand-ins'

type Found = Pick<Difference, 'where' | 'kind' | 'recorded' | 'simulated'>

export interface Played {
  readonly differences: readonly Found[]
  readonly section: string
  readonly notCompared?: string
  /** Whether the rate-limit headers agree, or the 429. */
  readonly agreesOnLimits: boolean
}

/** Where a player stands. */
export interface Place {
  readonly world: ReturnType<Simulator['keep']>
  readonly progress: Progress
}

/** Each is made anew for each set of assumptions that concerns it; the records beyond are not compared. */
const MOST_STAND_INS = 2000

/** Plays the calls of a recording to a simulator, whose state follows the recording whatever it answers. */
export class Player {
  readonly #simulator: Simulator
  #progress: Progress
  readonly #caller: Caller
  readonly #receiver: Receiver | undefined

  private constructor(
    private readonly session: Session,
    simulator: Simulator,
    private readonly keys: IssuedKeys,
    progress: Progress,
  ) {
    this.#simulator = simulator
    this.#progress = progress
    this.#caller = new Caller(simulator, keys, () => this.#progress)
    if (session.deliveries.length > 0) this.#receiver = new Receiver(session, simulator, () => this.#progress)
  }

  /** @returns a player before the first call, with stand-ins for what began before the recording */
  static async begin(session: Session, assumptions: AssumptionOverrides): Promise<Player> {
    const simulator = openSimulator(session, assumptions)
    const progress = new Progress()
    const keys = issueKeys(simulator, session.keys)
    if (session.hasSeveralCompanies)
      simulator.records.companies.create({ name: 'Another company', currency_iso_4217_code: 'EUR' })
    for (const [at, record] of session.earlier.entries()) {
      const isStoodIn =
        at < MOST_STAND_INS && standIn(simulator, progress.bindings, record, session.dayBefore)
      const name = recordKey(record.collection, record.identifier)
      progress.earlier.set(name, { isStoodIn, isShown: record.isShown })
    }
    for (const [uuid, topics] of session.earlierWebhooks)
      await standInWebhook(simulator, progress.bindings, uuid, topics)
    return new Player(session, simulator, keys, progress)
  }

  /** A player of the same recording that assumes otherwise. */
  branch(assumptions: AssumptionOverrides): Player {
    return new Player(
      this.session,
      this.#simulator.fork({ assumptions, wiring: 'own' }),
      this.keys,
      new Progress(this.#progress),
    )
  }

  get place(): Place {
    return { world: this.#simulator.keep(), progress: new Progress(this.#progress) }
  }

  goTo({ world, progress }: Place): void {
    this.#simulator.goTo(world)
    this.#progress = new Progress(progress)
  }

  isAt({ world, progress }: Place): boolean {
    return this.#progress.isAlike(progress) && this.#simulator.isAt(world)
  }

  /** Whether everything that began before the recording is stood in for, as far as that is possible. */
  get isWhole(): boolean {
    return [...this.#progress.earlier.values()].every(({ isStoodIn }) => isStoodIn)
  }

  /** The assumptions that were asked for since the last call, whether they mattered or not. */
  takeAsked(): readonly AssumptionId[] {
    const asked = this.#simulator.takeAsked()
    return this.#receiver ? [...asked, NAMING] : asked
  }

  async play(call: Call): Promise<Played> {
    if (call.isDelivery) return this.#playDelivery(call)
    const at = formatInstant(call.at)
    if (at > this.#simulator.clock.now) await this.#simulator.clock.advanceTo(at)
    if (isUpload(call)) return skipped('an upload: recordings do not hold the bytes of files')
    const unknown = this.#unknownRecord(call)
    if (unknown !== undefined)
      return this.#skip(call, `it depends on ${unknown}, which began before the recording`)
    const { simulated, agreesOnLimits } = await this.#caller.ask(call)
    if (!simulated)
      return { ...skipped('requests before the recording had spent the tokens of the key'), agreesOnLimits }
    const reason = this.#dependsOnEarlier(call, simulated)
    const differences = reason === undefined ? this.#compare(call, simulated) : []
    this.#remember(call, simulated)
    const { section } = simulated
    return { differences, section, agreesOnLimits, ...(reason !== undefined && { notCompared: reason }) }
  }

  async #playDelivery(call: Call): Promise<Played> {
    // Two clocks differ, and the simulator sends in no time.
    const at = formatInstant(call.at + DELIVERED_MS)
    if (at > this.#simulator.clock.now) await this.#simulator.clock.advanceTo(at)
    const { delivery } = call
    const differences = delivery && this.#receiver?.compare(call, delivery)
    if (differences === undefined) return skipped('a delivery of an event that began before the recording')
    return { differences, section: '14', agreesOnLimits: true }
  }

  #compare(call: Call, simulated: Answer): readonly Found[] {
    const differences: Found[] = []
    compareAnswers(call, simulated, {
      bindings: this.#progress.bindings,
      note: (kind, where, recorded, simulated) => differences.push({ kind, where, recorded, simulated }),
      knowledge: {
        isMade: (id) => this.#progress.made.has(recordKey(call.collection, id)),
        isStoodIn: (id) => {
          const known = this.#progress.earlier.get(recordKey(call.collection, id))
          return known?.isStoodIn === true && known.isShown && MASTER_DATA.includes(call.collection)
        },
      },
      shapeOnly:
        call.identifier !== undefined &&
        !this.#progress.made.has(recordKey(call.collection, call.identifier)),
      recordedHeaders: this.session.recordedHeaders,
    })
    return differences
  }

  /** Keeps in step with the recording: what it made exists here, too. */
  #remember(call: Call, simulated: Answer): void {
    const key = call.headers.get('idempotency-key')
    if (key !== undefined) this.#progress.keys.add(key)
    const place = COLLECTIONS.get(call.collection)
    const { json, status } = call.answer
    if (
      !place ||
      call.method !== 'POST' ||
      call.identifier !== undefined ||
      !isSuccess(status) ||
      !isMembers(json)
    )
      return
    const identifier = json[place.identifier]
    if (typeof identifier !== 'number' && typeof identifier !== 'string') return
    const name = recordKey(call.collection, identifier)
    if (isSuccess(simulated.status)) this.#progress.made.add(name)
    else if (typeof identifier === 'number') {
      const record = { collection: call.collection, identifier, details: json }
      const isStoodIn = standIn(this.#simulator, this.#progress.bindings, record, this.session.dayBefore)
      this.#progress.earlier.set(name, { isStoodIn, isShown: false })
    }
  }

  /** Something that the call is about, that began earlier and that nothing stands in for. */
  #unknownRecord({ collection, identifier, answer, json, isWrite }: Call): string | undefined {
    if (answer.status === 404) return undefined
    const names = [
      ...(identifier === undefined ? [] : [recordKey(collection, identifier)]),
      ...[...identifiersIn(collection, isWrite ? json : undefined)].map(({ kind, value }) =>
        recordKey(kind.slice(0, kind.lastIndexOf('.')), value),
      ),
    ]
    const name = names.find(
      (one) => this.#progress.earlier.get(one)?.isStoodIn === false || this.#isStranger(one, identifier),
    )
    return name?.replace('|', ' ')
  }

  /** An identifier in the path that no call made and no record stands in for. */
  #isStranger(name: string, identifier: string | undefined): boolean {
    if (identifier === undefined || !name.endsWith(`|${identifier}`)) return false
    return !this.#progress.made.has(name) && !this.#progress.earlier.has(name)
  }

  #skip(call: Call, reason: string): Played {
    this.#remember(call, NO_ANSWER)
    return skipped(reason)
  }

  /** Why a difference of status would prove nothing: earlier calls may have caused it. */
  #dependsOnEarlier(call: Call, simulated: Answer): string | undefined {
    const { status, body, headers } = call.answer
    const key = call.headers.get('idempotency-key')
    const isNewKey = key !== undefined && !this.#progress.keys.has(key)
    if (isNewKey && headers.has('idempotent-replayed')) return EARLIER_KEY
    if (status === simulated.status) return isNewKey && this.#isOld(call) ? EARLIER_KEY : undefined
    if (isNewKey && (status === 409 || (status === 422 && /"__all__"/.test(body)))) return EARLIER_KEY
    const path = call.identifier === undefined ? [] : [recordKey(call.collection, call.identifier)]
    const named = [...identifiersIn(call.collection, call.isWrite ? call.json : undefined)]
      .map(({ kind, value, top }) => ({ collection: kind.slice(0, kind.lastIndexOf('.')), value, top }))
      .filter(
        ({ collection, value, top }) =>
          !MASTER_DATA.includes(collection) || isComplaint(call.answer, value, top),
      )
      .map(({ collection, value }) => recordKey(collection, value))
    const record = [...path, ...named].find((name) => this.#progress.earlier.has(name))
    return record && `it depends on ${record.replace('|', ' ')}, which began before the recording`
  }

  /** A new record that is older than its request is the reply to an earlier one. */
  #isOld({ answer: { json }, at }: Call): boolean {
    const created = isMembers(json) && isMembers(json.created_by) ? json.created_by.timestamp : undefined
    return typeof created === 'string' && created < formatInstant(at - 60_000)
  }
}

const NO_ANSWER: Answer = { status: 0, headers: new Map(), body: '', json: undefined, section: '' }
const EARLIER_KEY = 'its idempotency key may have been used before the recording'

const skipped = (reason: string): Played => ({
  differences: [],
  section: '',
  agreesOnLimits: true,
  notCompared: reason,
})

const isUpload = ({ headers, pathname, method }: Call): boolean =>
  /^multipart\/form-data/i.test(headers.get('content-type') ?? '') ||
  (method === 'POST' && pathname.endsWith('/attachments/'))
