const BODILESS: ReadonlySet<number> = new Set([204, 205, 304])

/** Responses with these statuses cannot have a body: the Response constructor throws. */
export const isBodiless = (status: number): boolean => BODILESS.has(status)
