/** `Symbol.for`, because each entry of the CommonJS build has its own copy of this module. */
export const PARTS: unique symbol = Symbol.for('accounting-simulator.parts')

/** The parts of a simulator for tools and hosts of this package, behind a symbol to hide them from users. */
export const internalsOf = <Holder extends { readonly [PARTS]?: unknown }>(
  simulator: Holder,
): Holder[typeof PARTS] => simulator[PARTS]
