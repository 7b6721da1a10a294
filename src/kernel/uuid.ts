/** A UUID in a larger pattern, which has to ignore case. */
export const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

const WHOLE = new RegExp(`^${UUID}$`, 'i')

/** Tells whether the whole text is a UUID, in either case. */
export const isUuid = (text: string): boolean => WHOLE.test(text)
