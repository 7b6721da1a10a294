/** Matches errors by name, because `instanceof` fails across copies of the package and realms. */
export const isNamed =
  <E extends Error>(name: E['name']) =>
  (error: unknown): error is E =>
    typeof error === 'object' && error !== null && 'name' in error && error.name === name
