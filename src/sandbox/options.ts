/** The options of a sandbox that its team may choose. */
import * as read from '../errors/reader'
import type { ExportedWorld } from '../index'
import type { DurationInput } from '../kernel/duration'
import { isPlainObject } from '../kernel/is-object'
import type { NewSandbox, SandboxOptions } from '../tools/controls/sandbox'

/** The body of `POST /__sandboxes`. */
export type CreateRequest = NewSandbox & Required<Pick<NewSandbox, 'name' | 'options'>>

const NAME_AT_MOST = 200

const name: read.Reader<string> = read.form(
  `a text of at most ${NAME_AT_MOST} characters`,
  (given) => typeof given === 'string' && given.length <= NAME_AT_MOST,
)

/** The simulator checks the values. `strict` is left out: wrong requests are not the team's mistake. */
const readOptions: read.Reader<SandboxOptions> = read.members({
  now: read.orUndefined(read.text),
  seed: read.orUndefined(
    read.form<number | string>('a number or a text', (one) => ['number', 'string'].includes(typeof one)),
  ),
  world: read.orUndefined(read.oneOfNames(['small-company', 'empty'])),
  rateLimits: read.orUndefined(
    read.form<false | object>('false or an object', (one) => one === false || isPlainObject(one)),
  ),
  assumptions: read.orUndefined(read.anyObject),
  answers: read.orUndefined(read.anyObject),
  webhooks: read.orUndefined(read.members({ headerPrefix: read.orUndefined(read.text) })),
})

/** Returns the duration unparsed, because only the host knows the current time. */
const expiresIn: read.Reader<DurationInput | null> = (given, option) => {
  if (given !== null) read.endAfter(0)(given, option)
  return given as DurationInput | null
}

/** The body of `PATCH /__sandboxes/{id}`. @throws OptionError */
export const readChange = read.members({
  name: read.orUndefined(name),
  expiresIn: read.orUndefined(expiresIn),
})

/** @throws OptionError */
export const readCreateRequest: read.Reader<CreateRequest> = read.members({
  name: read.orElse(name, ''),
  clock: read.orUndefined(read.oneOfNames(['live', 'manual'])),
  options: read.orElse(readOptions, {}),
  expiresIn: read.orUndefined(expiresIn),
  from: read.orUndefined(
    read.form<string | ExportedWorld>(
      'the id of a sandbox or an exported world',
      // `rows` would be trusted without a check, and an aged world would have to be computed.
      (given) =>
        typeof given === 'string' || (isPlainObject(given) && 'tables' in given && !('rows' in given)),
    ),
  ),
})
