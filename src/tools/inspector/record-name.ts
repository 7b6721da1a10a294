/** Such as `customer payments`. */
export const spaced = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

const singular = (type: string): string => type.replace(/(ie)?s$/, (_, isY) => (isY ? 'y' : ''))

/** Such as `Customer payment 3`. */
export const recordName = ({ type, id }: { readonly type: string; readonly id: number }): string =>
  `${titled(singular(type))} ${id}`

/** `rateLimits` is `Rate limits`. */
export const titled = (name: string): string => spaced(name).replace(/^./, (letter) => letter.toUpperCase())
