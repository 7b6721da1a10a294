import { isOptionError, OptionError } from '../../errors/option-error'
import { StorageError } from '../../sandbox/storage'

/** The types of Durable Objects that a worker uses, declared here so that no package is needed. */

/** The SQL database of one object. */
export interface ObjectSql {
  exec(
    query: string,
    ...values: unknown[]
  ): { raw(): Iterable<unknown[]>; toArray(): Record<string, unknown>[] }
  /** The size in bytes. */
  readonly databaseSize: number
}

export interface ObjectState {
  readonly storage: {
    readonly sql: ObjectSql
    transactionSync<Result>(work: () => Result): Result
    setAlarm(at: number): Promise<void>
    deleteAlarm(): Promise<void>
    deleteAll(): Promise<void>
  }
}

/** The objects of one class. */
export interface ObjectNamespace {
  idFromName(name: string): unknown
  // Declared as a method, so that the platform's own namespace types are assignable.
  get(id: never): { fetch(request: Request): Promise<Response> }
}

/** The bindings of a worker with sandboxes. */
export interface SandboxEnv {
  /** The objects of the class `SandboxObject`. */
  readonly SANDBOX: ObjectNamespace
  /** The objects of the class `Team`. */
  readonly TEAM: ObjectNamespace
  /** A long random secret of the worker, which authenticates the ids of sandboxes. */
  readonly SECRET: string
  /** The teams as JSON, `{ "name": "token" }`, unless they are an option. */
  readonly TEAMS?: string
}

/** The header that calls an object. Workers remove it from outside requests, so nobody else can use it. */
export const VERB = 'x-sandbox-verb'

export const objectNamed = (objects: ObjectNamespace, name: string) =>
  objects.get(objects.idFromName(name) as never)

export async function tellObject(
  objects: ObjectNamespace,
  name: string,
  verb: string,
  body: unknown = {},
): Promise<Response> {
  const text = JSON.stringify(body)
  const init = { method: 'POST', headers: { [VERB]: verb }, body: text }
  return objectNamed(objects, name).fetch(new Request('https://object.internal/', init))
}

/** Results of an object, apart from the responses of its sandbox. */
export type ObjectStatus = 'done' | 'missing' | 'cut' | 'full'

export const statusResponse = (mark: ObjectStatus): Response =>
  new Response(null, { headers: { [VERB]: mark } })

export const objectStatus = (response: Response): string | null => response.headers.get(VERB)

/** An error as plain data, as objects send it to each other. */
interface Refusal {
  readonly message: string
  readonly option?: string
  readonly isFull?: boolean
}

export function refusalOf(error: unknown): Refusal {
  if (isOptionError(error)) return { message: error.message, option: error.option }
  if (error instanceof StorageError) return { message: error.message, isFull: error.isFull }
  throw error
}

export const errorOf = ({ message, option, isFull = false }: Refusal): Error =>
  option === undefined ? new StorageError(message, isFull) : new OptionError(option, message)
