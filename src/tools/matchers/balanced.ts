import { booksOf } from './received'
import { type Verdict, verdict } from './verdict'

/** Passes if every invariant of the books holds (docs/service.md §12). */
export function balanced(received: unknown): Verdict {
  const broken = booksOf(received).check()
  return verdict(
    'books that balance',
    'an invariant of the books to be broken',
    broken.map(({ invariant, where, text }) => `${invariant}: ${where}: ${text}`),
  )
}
