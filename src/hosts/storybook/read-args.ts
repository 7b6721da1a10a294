import { areAlike } from '../../kernel/are-alike'
import type { StoryArgs } from './parameters'

export class ReadArgs {
  readonly #values = new Map<string, unknown>()
  readonly read: StoryArgs

  constructor(args: StoryArgs) {
    const note = (name: string | symbol): void => {
      if (typeof name === 'string') this.#values.set(name, args[name])
    }
    this.read = new Proxy(args, {
      get: (_, name) => {
        note(name)
        return Reflect.get(args, name)
      },
      has: (_, name) => {
        note(name)
        return Reflect.has(args, name)
      },
      ownKeys: () => {
        for (const name of Object.keys(args)) note(name)
        return Reflect.ownKeys(args)
      },
    })
  }

  /** Tells whether these arguments would have been read as the same. */
  areIn(args: StoryArgs): boolean {
    return [...this.#values].every(([name, value]) => areAlike(value, args[name]))
  }
}
