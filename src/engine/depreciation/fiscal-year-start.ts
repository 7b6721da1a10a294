/**
 * The first month of the fiscal year that a month lies in.
 *
 * @param yearEnd the month that the fiscal year ends with, 1 to 12
 */
export const fiscalYearStart = (month: number, yearEnd: number): number =>
  month - ((month - yearEnd + 12) % 12)
