/** Each entry of the CommonJS build has a copy of this module, so the key is known to all of the process. */
export const PARTS: unique symbol = Symbol.for('accounting-simulator.parts')

/** The parts of a simulator that tools and hosts of this package use. They are no member that users could meet. */
export const internalsOf = <Holder extends { readonly [PARTS]?: unknown }>(
  simulator: Holder,
): Holder[typeof PARTS] => simulator[PARTS]
