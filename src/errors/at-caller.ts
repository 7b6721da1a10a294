/** Errors that tell of the caller's mistake. Others are bugs of ours, and keep the stack that shows where. */
const MISTAKES = new Set(['Refusal', 'OptionError', 'UsageError', 'DurationError', 'ErasedTimelineError'])

/** The stack of a mistake ends in the caller's line, and a refusal says which call was refused. */
function atCaller<Given extends unknown[], Result>(
  name: string,
  call: (...given: Given) => Result,
): (...given: Given) => Result {
  const wrapped = (...given: Given): Result => {
    try {
      const result = call(...given)
      return isPromise(result) ? (rejectedAtCaller(name, result, wrapped) as Result) : result
    } catch (error) {
      if (isMistake(error)) {
        tell(name, error)
        capture(error, wrapped)
      }
      throw error
    }
  }
  return wrapped
}

/** The same for every method of an object, and of plain objects within it, but for the named members. */
export function methodsAtCaller<Face extends object>(
  name: string,
  face: Face,
  except: readonly string[] = [],
): Face {
  const wrapped = {}
  for (const [member, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(face))) {
    const isKept = except.includes(member)
    Object.defineProperty(
      wrapped,
      member,
      isKept ? descriptor : wrappedMember(`${name}.${member}`, descriptor, face),
    )
  }
  return wrapped as Face
}

/** The same for methods of a class, on one instance. */
export function pointErrorsAtCaller<Target extends object>(
  target: Target,
  prefix: string,
  methods: readonly (keyof Target & string)[],
): void {
  for (const method of methods) {
    const call = (target[method] as (...given: unknown[]) => unknown).bind(target)
    const value = atCaller(`${prefix}${method}`, call)
    // The handle of useSimulator is a proxy, which could not show another value for a fixed property.
    Object.defineProperty(target, method, { value, writable: true, configurable: true })
  }
}

/** The same for a function, which names itself. */
export function fromCaller<Result>(from: Caller, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (isMistake(error)) capture(error, from)
    throw error
  }
}

function wrappedMember(name: string, descriptor: PropertyDescriptor, face: object): PropertyDescriptor {
  const { value, get } = descriptor
  if (get) return { ...descriptor, get: () => get.call(face) as unknown }
  if (typeof value === 'function')
    return { ...descriptor, value: atCaller(name, (value as (...given: unknown[]) => unknown).bind(face)) }
  return isPlainObject(value) ? { ...descriptor, value: methodsAtCaller(name, value) } : descriptor
}

const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

const isPromise = (value: unknown): value is Promise<unknown> => value instanceof Promise

const isMistake = (error: unknown): error is Error => error instanceof Error && MISTAKES.has(error.name)

/** The caller is known while its call is on the stack, and the mistake only later. */
function rejectedAtCaller(name: string, result: Promise<unknown>, from: Caller): Promise<unknown> {
  const site: { stack?: string } = {}
  capture(site, from)
  return result.catch((error: unknown) => {
    if (isMistake(error)) {
      tell(name, error)
      const frames = site.stack?.split('\n').slice(1).join('\n')
      if (frames) error.stack = `${error.name}: ${error.message}\n${frames}`
    }
    throw error
  })
}

type Caller = (...given: never[]) => unknown

/** What a refusal of the service holds. */
interface Refused {
  readonly status: number
  readonly detail: string
  readonly problems: readonly {
    readonly member: string
    readonly text: string
    readonly exact?: string
    readonly isMissing?: true
  }[]
}

const isRefused = (error: Error): error is Error & Refused => error.name === 'Refusal'

/** Not every engine can leave out the frames above a function. */
function capture(target: object, from: Caller): void {
  if ('captureStackTrace' in Error) Error.captureStackTrace(target, from)
}

/** A call of a call within keeps the name of the outermost one, which the user wrote. */
function tell(name: string, error: Error): void {
  if (!isRefused(error)) return
  const isPart = name.endsWith('.update') && error.problems.some(({ isMissing }) => isMissing)
  const hint = isPart ? '; update takes the whole record, as PUT does' : ''
  error.message = `${name} refused: ${textOf(error)}${hint}`
}

/** What was refused, with the exact member where it is known. */
function textOf({ status, problems, detail }: Refused): string {
  const texts = problems.map(({ member, text, exact = `${member}: ${text}` }) =>
    member === '__all__' ? text : indexed(exact),
  )
  const more = status === 404 && detail !== '' ? ` (${detail})` : ''
  return `${[...new Set(texts)].join('; ')}${more}`
}

/** `items.0.rate` -> `items[0].rate` */
const indexed = (text: string): string => text.replace(/\.(\d+)(?=[.:"]|$)/g, '[$1]')
