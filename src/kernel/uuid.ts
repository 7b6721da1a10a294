/** A pattern to embed in a larger one, which must ignore case. */
export const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

const WHOLE = new RegExp(`^${UUID}$`, 'i')

export const isUuid = (text: string): boolean => WHOLE.test(text)
