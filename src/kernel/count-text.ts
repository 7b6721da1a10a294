export const countText = (number: number, one: string, many = `${one}s`): string =>
  `${number} ${number === 1 ? one : many}`

/** The beginning of a longer text. */
export const excerpt = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most)}…` : text
