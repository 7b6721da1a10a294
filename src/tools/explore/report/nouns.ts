import { inWords, singular } from '../../../kernel/name-words'

/** 'customer payment' for `customerPayments`. */
export const nounOf = (records: string): string => singular(inWords(records))

/** '12 customer payments', or without a number 'customer payments'. */
export const manyOf = (records: string, count?: number): string =>
  count === undefined ? inWords(records) : `${count} ${count === 1 ? nounOf(records) : inWords(records)}`
