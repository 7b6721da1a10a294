import type { Fleet, SandboxPlan } from '../../sandbox/fleet'
import { DAY, type Quotas } from '../../sandbox/quotas'
import { type Binned, type HeadChange, type Listed, listedOf, StorageError } from '../../sandbox/storage'
import type { Copy } from '../../sandbox/worlds'
import { errorOf, objectNamed, objectStatus, type SandboxEnv, tellObject, VERB } from './platform'

/** Sandboxes as Durable Objects, each with its own thread and database. */
export class ObjectFleet implements Fleet {
  constructor(
    private readonly env: SandboxEnv,
    private readonly quotas: Pick<Quotas, 'binDays'>,
  ) {}

  async page(team: string, after: string, most: number): Promise<readonly Listed[]> {
    return (await tellObject(this.env.TEAM, team, 'page', { after, most })).json()
  }

  async has(team: string, id: string): Promise<boolean> {
    return objectStatus(await tellObject(this.env.TEAM, team, 'has', { id })) === 'done'
  }

  async create(plan: SandboxPlan, most: number): Promise<boolean> {
    const { id, team } = plan.head
    const added = await tellObject(this.env.TEAM, team, 'add', { ...listedOf(plan.head), most })
    if (objectStatus(added) === 'full') return false
    try {
      const made = await tellObject(this.env.SANDBOX, id, 'create', plan)
      if (objectStatus(made) === 'done') return true
      throw errorOf(await made.json())
    } catch (error) {
      // A sandbox may have been made although its answer was lost. Nobody got its key, so it is removed.
      await this.remove(team, id).catch(() => undefined)
      throw error
    }
  }

  async copy(id: string): Promise<Copy | undefined> {
    const copied = await tellObject(this.env.SANDBOX, id, 'copy')
    return objectStatus(copied) === 'missing' ? undefined : copied.json()
  }

  /** The team's list is changed last, as in `remove`. */
  async change(team: string, id: string, change: HeadChange): Promise<Listed | undefined> {
    const changed = await tellObject(this.env.SANDBOX, id, 'change', change)
    if (objectStatus(changed) === 'missing') return undefined
    const answer = await changed.json()
    if (!changed.ok) throw new StorageError(answer.error, changed.status === 507)
    await tellObject(this.env.TEAM, team, 'change', answer)
    return answer
  }

  /** The team's list is changed last, so that an interrupted removal can be repeated. */
  async remove(team: string, id: string): Promise<void> {
    await tellObject(this.env.SANDBOX, id, 'remove')
    await tellObject(this.env.TEAM, team, 'remove', { id })
  }

  async bin(team: string): Promise<readonly Binned[]> {
    const { binDays } = this.quotas
    const lies: Omit<Binned, 'deleted'>[] = await (await tellObject(this.env.TEAM, team, 'binned')).json()
    return lies.map((one) => ({ ...one, deleted: one.binned + binDays * DAY }))
  }

  async restore(team: string, id: string, most: number): Promise<'restored' | 'full' | 'missing'> {
    const restored = objectStatus(await tellObject(this.env.TEAM, team, 'restore', { id, most }))
    if (restored === 'full') return 'full'
    const own = restored === 'done' ? await tellObject(this.env.SANDBOX, id, 'restore') : undefined
    return own && objectStatus(own) === 'done' ? 'restored' : 'missing'
  }

  async fetch(id: string, request: Request): Promise<Response | undefined> {
    const own = request.headers.has(VERB) ? withoutVerb(request) : request
    const response = await objectNamed(this.env.SANDBOX, id).fetch(own)
    const mark = objectStatus(response)
    if (mark === 'missing') return undefined
    return mark === 'cut' ? cut() : response
  }
}

function withoutVerb(request: Request): Request {
  const headers = new Headers(request.headers)
  headers.delete(VERB)
  return new Request(request, { headers })
}

/** A class of the platform: a body with a fixed length in bytes. */
declare const FixedLengthStream: new (bytes: number) => TransformStream<Uint8Array, Uint8Array>

/** A worker cannot close a connection. A body that ends early is a network error to clients that read it. */
function cut(): Response {
  const { readable, writable } = new FixedLengthStream(1)
  writable.abort().catch(() => undefined)
  return new Response(readable, { status: 502 })
}
