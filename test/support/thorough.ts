/** Whether everything is tried, however long it takes (`npm run prove`), or a sample. */
export const isThorough = process.env.PROVE === '1'

/** All rows, or one of so many, of which the first has this place. */
export const sampled = <Row>(rows: readonly Row[], every: number, first = 0): readonly Row[] =>
  isThorough ? rows : rows.filter((_, place) => place % every === first)
