/** A month by its number: 12 x year + month, 0 for January. So months can be counted on. */
export const monthOf = (date: string): number => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1
