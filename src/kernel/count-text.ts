export const countText = (number: number, one: string, many = `${one}s`): string =>
  `${number} ${number === 1 ? one : many}`
