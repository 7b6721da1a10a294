/** The globals of Node itself, also where a test environment hides them; undefined elsewhere. */
function ofNode(): typeof globalThis | undefined {
  try {
    return globalThis.process?.getBuiltinModule?.('node:vm').runInThisContext('globalThis')
  } catch {
    // A host that imitates Node may have a module in name only.
    return undefined
  }
}

const isWhole =
  ['Request', 'TextEncoder', 'MessageChannel', 'structuredClone'].every((name) => name in globalThis) &&
  (!globalThis.process || 'setImmediate' in globalThis)

/** The globals of the platform; under jest's jsdom, which lacks many, those of Node, since they belong together. */
export const platform: typeof globalThis = isWhole ? globalThis : (ofNode() ?? globalThis)

/** Tells whether it is a whole URL, as a text. */
export const isUrl = (given: unknown): given is string =>
  typeof given === 'string' && platform.URL.canParse(given)

export const utf8Bytes = (text: string): Uint8Array => new platform.TextEncoder().encode(text)

/** Undefined in browsers, which cannot load an import of `node:async_hooks` either. */
export const asyncHooks = globalThis.process?.getBuiltinModule?.('node:async_hooks')

/** The property of a function patched by `accounting-simulator/time` that holds the host's original. */
export const REAL = Symbol.for('accounting-simulator.real')

/** The host's original function, even if another copy of this package has patched it. */
export const realOf = <F>(patched: F): F => (patched as F & { readonly [REAL]?: F })[REAL] ?? patched
