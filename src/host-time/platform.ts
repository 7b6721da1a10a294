/** Node's own globals, even where a test environment hides them; undefined elsewhere. */
function ofNode(): typeof globalThis | undefined {
  try {
    return globalThis.process?.getBuiltinModule?.('node:vm').runInThisContext('globalThis')
  } catch {
    // A host that imitates Node may lack the module's functions.
    return undefined
  }
}

const isWhole =
  ['Request', 'TextEncoder', 'MessageChannel', 'structuredClone'].every((name) => name in globalThis) &&
  (!globalThis.process || 'setImmediate' in globalThis)

/** The platform's globals; Node's under jest's jsdom, which lacks many. They must all come from one realm. */
export const platform: typeof globalThis = isWhole ? globalThis : (ofNode() ?? globalThis)

/** True for the text of an absolute URL. */
export const isUrl = (given: unknown): given is string =>
  typeof given === 'string' && platform.URL.canParse(given)

export const utf8Bytes = (text: string): Uint8Array => new platform.TextEncoder().encode(text)

const utf8 = new platform.TextDecoder()

export const utf8Text = (bytes: Uint8Array): string => utf8.decode(bytes)

/** Undefined in browsers, which cannot import `node:async_hooks`. */
export const asyncHooks = globalThis.process?.getBuiltinModule?.('node:async_hooks')

/** The property in which `accounting-simulator/time` stores the host's original of a patched function. */
export const REAL = Symbol.for('accounting-simulator.real')

/** The host's original function, even if another copy of this package has patched it. */
export const realOf = <F>(patched: F): F => (patched as F & { readonly [REAL]?: F })[REAL] ?? patched
