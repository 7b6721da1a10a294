import type { AssumptionId, AssumptionOverrides, Simulator } from 'accounting-simulator'
import { formatInstant } from '../../kernel/instant'
import { isObject } from '../../kernel/is-object'
import { internalsOf, type PARTS } from '../../simulator/internals-of'
import { type Call, isSuccess } from './call'
import { CallSender, NO_ANSWER, type PlayedCall, type SimulatedAnswer, skipped } from './caller'
import { COLLECTIONS, MASTER_DATA_COLLECTIONS } from './collections'
import { compareAnswers } from './compare-answers'
import { bucketReading } from './compare-limits'
import type { FoundDifference } from './difference'
import { type EarlierRecord, isDenial, recordKey } from './earlier-records'
import { isGenerated } from './is-generated'
import { type Members, member } from './read-exchange'
import { NAMING, RecordedReceiver } from './recorded-receiver'
import { answeredRecords, collectionOf, identifiersIn, isIdentifier } from './references'
import { ReplayState } from './replay-state'
import { DELIVERED_MS } from './service-calls'
import { type IssuedKeys, issueRecordedKeys, openSimulator, type Session } from './session'
import { standIn, standInWebhook } from './stand-ins'
import {
  dependsOnEarlier,
  guessedOf,
  isDamaged,
  isDecidedByPeople,
  markUncertain,
  pathKey,
  unknownOf,
} from './unknown'

/** A saved state of a replayer. */
export interface RecordingPlace {
  readonly world: ReturnType<Simulator[typeof PARTS]['snapshots']['keep']>
  readonly progress: ReplayState
}

/** The most stand-ins, since each set of assumptions may need new ones. Further records are not compared. */
const MOST_STAND_INS = 2000

/** Replays calls against a simulator and keeps it in step with the recording even after differences. */
export class Replayer {
  readonly #caller: CallSender
  readonly #receiver: RecordedReceiver | undefined

  private constructor(
    readonly session: Session,
    private readonly simulator: Simulator,
    private readonly keys: IssuedKeys,
    private progress: ReplayState,
  ) {
    this.#caller = new CallSender(simulator, keys, () => this.progress)
    if (session.deliveries.length > 0)
      this.#receiver = new RecordedReceiver(session, simulator, () => this.progress)
  }

  /** @returns a replayer before the first call, with stand-ins for earlier records */
  static async begin(session: Session, assumptions: AssumptionOverrides): Promise<Replayer> {
    const simulator = openSimulator(session, assumptions)
    const progress = new ReplayState()
    const keys = issueRecordedKeys(simulator, session.keys)
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
    return new Replayer(session, simulator, keys, progress)
  }

  /** A replayer of the same recording with other assumptions. */
  branch(assumptions: AssumptionOverrides): Replayer {
    return new Replayer(
      this.session,
      this.simulator.fork({ assumptions, wiring: 'own' }),
      this.keys,
      new ReplayState(this.progress),
    )
  }

  get place(): RecordingPlace {
    return { world: internalsOf(this.simulator).snapshots.keep(), progress: new ReplayState(this.progress) }
  }

  goTo({ world, progress }: RecordingPlace): void {
    internalsOf(this.simulator).snapshots.goTo(world)
    this.progress = new ReplayState(progress)
  }

  isAt({ world, progress }: RecordingPlace): boolean {
    return this.progress.isAlike(progress) && internalsOf(this.simulator).world.store.isAlike(world.store)
  }

  /** True if there are stand-ins for all earlier records that can have one. */
  get isWhole(): boolean {
    return [...this.progress.earlier.values()].every(({ isStoodIn }) => isStoodIn)
  }

  isBound({ collection, identifier }: EarlierRecord): boolean {
    return this.progress.made.has(recordKey(collection, identifier))
  }

  /** The assumptions read since the last call of this method, whether or not they mattered. */
  takeAsked(): readonly AssumptionId[] {
    const asked = internalsOf(this.simulator).world.assumptions.takeAsked()
    return this.#receiver ? [...asked, NAMING] : asked
  }

  async play(call: Call): Promise<PlayedCall> {
    if (call.isDelivery) return this.#playDelivery(call)
    const at = formatInstant(call.at)
    if (at > this.simulator.clock.now) await this.simulator.clock.advanceTo(at)
    if (isUpload(call)) return skipped('an upload: recordings do not hold the bytes of files')
    this.#bind(call)
    const reason = this.#whyNotAsked(call)
    if (reason !== undefined) return this.#skip(call, reason)
    const { simulated, agreesOnLimits } = await this.#caller.ask(call)
    if (!simulated) return { ...skipped('other requests had spent the tokens of the key'), agreesOnLimits }
    this.#meetListed(call)
    // Compared in any case, because this pairs the identifiers of a record that both sides have made.
    const earlier = dependsOnEarlier(this.progress, call, simulated)
    const found = [...this.#compare(call, simulated), ...this.#beyondBucket(call)]
    const notCompared = earlier ?? (found.length > 0 ? this.#whyUnknown(call, simulated) : undefined)
    this.#remember(call, simulated)
    const { section } = simulated
    if (notCompared === undefined)
      return { differences: found, section, agreesOnLimits, limits: bucketReading(call, simulated) }
    markUncertain(this.progress, call)
    return { differences: [], section, agreesOnLimits, notCompared }
  }

  /** Pairs the identifiers in a call with records that the replay generated by itself. */
  #bind(call: Call): void {
    if (call.answer.status === 404) return
    if (call.identifier !== undefined) this.#isMet(call.collection, call.identifier)
    const written = call.isWrite ? call.json : undefined
    for (const { kind, value, top } of identifiersIn(call.bodyCollection, written)) {
      const collection = collectionOf(kind)
      if (collection !== undefined && !isDenial(call.answer, value, top)) this.#isMet(collection, value)
    }
  }

  #meetListed({ bodyCollection: collection, answer }: Call): void {
    const identifier = COLLECTIONS.get(collection)?.identifier
    const { records, isList } = answeredRecords(isSuccess(answer.status) ? answer.json : undefined)
    if (!isList || identifier === undefined) return
    for (const record of records) {
      const value = record[identifier]
      if (isIdentifier(value)) this.#isMet(collection, value)
    }
  }

  /** True if a call of the recording created the record, or the replay generated it by itself. */
  #isMet(collection: string, identifier: number | string, more: Members = {}): boolean {
    const name = recordKey(collection, identifier)
    const { made, earlier } = this.progress
    if (made.has(name) || earlier.has(name)) return made.has(name)
    const details = { ...more, ...this.session.shown.get(name) }
    const { begin } = this.session
    const isFound = isGenerated(this.simulator, this.progress, collection, identifier, details, begin)
    if (isFound) made.add(name)
    if (isFound && Object.keys(details).length === 0) this.progress.guessed.add(name)
    return isFound
  }

  #whyNotAsked(call: Call): string | undefined {
    if (call.answer.status === 0) return 'no response arrived'
    if (!call.isHeld) {
      // The service used a token for this request, but the simulator did not.
      this.progress.unknownLimits.add(call.keyLabel)
      return 'the recording does not hold the body of the request'
    }
    const record = this.#unknownRecord(call)
    return record && `it depends on ${record}, which began before the recording`
  }

  /** The reason why differences of this call prove nothing. */
  #whyUnknown(call: Call, simulated: SimulatedAnswer): string | undefined {
    const { status, json } = call.answer
    if (status >= 500) return `the service failed with ${status}`
    if (isDamaged(call, simulated)) return 'the body of the answer is damaged'
    if (isDecidedByPeople(json, simulated.json)) return 'people approve or reject such records'
    const guessed = guessedOf(this.progress, call)
    if (guessed !== undefined) return `it depends on ${guessed}, of which the recording shows nothing`
    const name = unknownOf(this.progress, call)
    return name && `it depends on ${name}, which a call that was not compared may have changed`
  }

  async #playDelivery(call: Call): Promise<PlayedCall> {
    // The clocks may differ, and the simulator's deliveries take no time.
    const at = formatInstant(call.at + DELIVERED_MS)
    if (at > this.simulator.clock.now) await this.simulator.clock.advanceTo(at)
    const { delivery } = call
    if (!call.isHeld) return skipped('the recording does not hold the body of the delivery')
    if (!delivery || !this.#receiver) return skipped('a delivery of an event that began before the recording')
    const created_by = { timestamp: member(call.json, 'created_at') }
    const isInternal = this.#receiver.isInternal || this.session.namesInternally
    const isKnown = isInternal || this.#isMet(delivery.collection, delivery.object, { created_by })
    const differences = isKnown ? this.#receiver.compare(call, delivery) : undefined
    if (differences === undefined) return skipped('a delivery of an event that began before the recording')
    return { differences, section: '14', agreesOnLimits: true }
  }

  #compare(call: Call, simulated: SimulatedAnswer): readonly FoundDifference[] {
    const differences: FoundDifference[] = []
    compareAnswers(call, simulated, {
      bindings: this.progress.bindings,
      note: (kind, where, recorded, simulated) => differences.push({ kind, where, recorded, simulated }),
      knowledge: {
        isMade: (id) =>
          this.progress.made.has(recordKey(call.collection, id)) &&
          !this.progress.unknown.has(pathKey(call.collection, id)),
        isStoodIn: (id) => {
          const known = this.progress.earlier.get(recordKey(call.collection, id))
          return (
            known?.isStoodIn === true && known.isShown && MASTER_DATA_COLLECTIONS.includes(call.collection)
          )
        },
      },
      shapeOnly:
        call.identifier !== undefined && !this.progress.made.has(recordKey(call.collection, call.identifier)),
      nullsAbsent: this.session.options.answers?.absent?.nulls === true,
      recordedHeaders: this.session.recordedHeaders,
    })
    return differences
  }

  /** Reports a success that the service granted although the bucket in its headers was empty. */
  #beyondBucket(call: Call): readonly FoundDifference[] {
    if (!isSuccess(call.answer.status) || !this.progress.overdrawn.has(call.keyLabel)) return []
    const buckets = this.simulator.admin.rateLimits.buckets()
    const beyond = this.session.buckets.beyond(call, buckets)
    return beyond ? [{ kind: 'count', where: 'rate limit', section: '9.1', ...beyond }] : []
  }

  /** Keeps the simulator in step: records that the recorded call created exist in the simulator, too. */
  #remember(call: Call, simulated: SimulatedAnswer): void {
    const key = call.headers.get('idempotency-key')
    // Failed calls are left out: only a second try shows whether such a call was carried out.
    if (key !== undefined && call.answer.status > 0 && call.answer.status < 500) this.progress.keys.add(key)
    const place = COLLECTIONS.get(call.collection)
    const { json, status } = call.answer
    const isCreate = call.method === 'POST' && call.identifier === undefined && isSuccess(status)
    if (!place || !isCreate || !isObject(json)) return
    const identifier = json[place.identifier]
    if (typeof identifier !== 'number' && typeof identifier !== 'string') return
    const name = recordKey(call.collection, identifier)
    if (isSuccess(simulated.status)) this.progress.made.add(name)
    else if (typeof identifier === 'number') {
      const record = { collection: call.collection, identifier, details: json }
      const isStoodIn = standIn(this.simulator, this.progress.bindings, record, this.session.dayBefore)
      this.progress.earlier.set(name, { isStoodIn, isShown: false })
    }
  }

  /** An earlier record in the call that has no stand-in. */
  #unknownRecord(call: Call): string | undefined {
    const { collection, bodyCollection, identifier, json, isWrite } = call
    if (call.answer.status === 404) return undefined
    const names = [
      ...(identifier === undefined ? [] : [recordKey(collection, identifier)]),
      ...[...identifiersIn(bodyCollection, isWrite ? json : undefined)].map(({ kind, value }) =>
        recordKey(collectionOf(kind) ?? '', value),
      ),
    ]
    const name = names.find(
      (one, at) =>
        this.progress.earlier.get(one)?.isStoodIn === false ||
        (this.#isStranger(one) && (this.session.shown.has(one) || (at === 0 && identifier !== undefined))),
    )
    return name?.replace('|', ' ')
  }

  /** True if neither a call nor a stand-in made the record. */
  #isStranger(name: string): boolean {
    return !this.progress.made.has(name) && !this.progress.earlier.has(name)
  }

  #skip(call: Call, reason: string): PlayedCall {
    this.#remember(call, NO_ANSWER)
    markUncertain(this.progress, call)
    return skipped(reason)
  }
}

const isUpload = ({ headers, pathname, method }: Call): boolean =>
  /^multipart\/form-data/i.test(headers.get('content-type') ?? '') ||
  (method === 'POST' && pathname.endsWith('/attachments/'))
