/** The options of a sandbox that a team may choose. */
import {
  anyObject,
  endAfter,
  form,
  members,
  oneOfNames,
  orElse,
  orUndefined,
  type Reader,
  text,
} from '../errors/reader'
import type { ExportedWorld } from '../index'
import type { DurationInput } from '../kernel/duration'
import { isPlainObject } from '../kernel/is-object'
import type { NewSandbox, SandboxOptions } from '../tools/controls/sandbox'

/** The body of `POST /__sandboxes`. */
export type CreateRequest = NewSandbox & Required<Pick<NewSandbox, 'name' | 'options'>>

const NAME_AT_MOST = 200

const name: Reader<string> = form(
  `a text of at most ${NAME_AT_MOST} characters`,
  (given) => typeof given === 'string' && given.length <= NAME_AT_MOST,
)

/** The simulator checks the values. There is no `strict`: what a client writes wrongly is not the team's mistake. */
const readOptions = members({
  now: orUndefined(text),
  seed: orUndefined(
    form<number | string>('a number or a text', (one) => ['number', 'string'].includes(typeof one)),
  ),
  world: orUndefined(oneOfNames(['small-company', 'empty'])),
  rateLimits: orUndefined(
    form<false | object>('false or an object', (one) => one === false || isPlainObject(one)),
  ),
  assumptions: orUndefined(anyObject),
  answers: orUndefined(anyObject),
  webhooks: orUndefined(members({ headerPrefix: orUndefined(text) })),
}) as Reader<SandboxOptions>

/** Read with the time of the host. */
const expiresIn: Reader<DurationInput | null> = (given, option) => {
  if (given !== null) endAfter(0)(given, option)
  return given as DurationInput | null
}

/** The body of `PATCH /__sandboxes/{id}`. @throws OptionError */
export const readChange = members({ name: orUndefined(name), expiresIn: orUndefined(expiresIn) })

/** @throws OptionError */
export const readCreateRequest = members({
  name: orElse(name, ''),
  clock: orUndefined(oneOfNames(['live', 'manual'])),
  options: orElse(readOptions, {}),
  expiresIn: orUndefined(expiresIn),
  from: orUndefined(
    form<string | ExportedWorld>(
      'the id of a sandbox or an exported world',
      // Nothing that would be trusted, or that has a past to be worked out.
      (given) =>
        typeof given === 'string' || (isPlainObject(given) && 'tables' in given && !('rows' in given)),
    ),
  ),
}) as Reader<CreateRequest>
