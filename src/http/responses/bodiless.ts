const BODILESS: ReadonlySet<number> = new Set([204, 205, 304])

/** Statuses whose responses cannot have a body: the platform refuses to build one. */
export const isBodiless = (status: number): boolean => BODILESS.has(status)
