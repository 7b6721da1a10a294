/** Whether everything is tried, however long it takes (`npm run prove`), or a sample. */
export const isThorough = process.env.PROVE === '1'
