import { countText } from '../../kernel/count-text'

/** `45 seconds`, `9.5 minutes` */
export function realTimeText(milliseconds: number): string {
  const seconds = Math.max(0, milliseconds / 1000)
  return seconds < 100 ? countText(Math.round(seconds), 'second') : `${Math.round(seconds / 6) / 10} minutes`
}
