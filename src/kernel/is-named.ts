/** Matches an error class by name: `instanceof` fails across copies of the package and across realms. */
export const isNamed =
  <E extends Error>(name: E['name']) =>
  (error: unknown): error is E =>
    typeof error === 'object' && error !== null && 'name' in error && error.name === name
