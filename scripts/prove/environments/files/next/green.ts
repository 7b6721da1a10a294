import { test } from './bills'

test('one invoice, though its first answer is lost', ({ world }) => world.bill())
