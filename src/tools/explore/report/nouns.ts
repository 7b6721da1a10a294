/** 'customer payment' for `customerPayments`. */
export const nounOf = (records: string): string => wordsOf(records).replace(/ies$/, 'y').replace(/s$/, '')

/** '12 customer payments', or without a number 'customer payments'. */
export const manyOf = (records: string, count?: number): string =>
  count === undefined ? wordsOf(records) : `${count} ${count === 1 ? nounOf(records) : wordsOf(records)}`

const wordsOf = (records: string): string => records.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
