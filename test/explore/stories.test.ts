import { type Experiment, explore, type Plan } from 'accounting-simulator/explore'
import { expect, it } from 'vitest'
import { fresh } from '../docs/fresh'
import { BUGS } from './clients/all'
import { pusher } from './clients/pusher'
import { welcomer } from './clients/welcomer'

/** Bugs with a plan that shows them, the bug for people, and the line that the story must have of the damage. */
const STORIES: readonly (readonly [name: string, plan: Plan, bug: string, damage: RegExp])[] = [
  [
    'idempotency key from time',
    [{ on: 'POST /public/v1/invoices/', request: 1, attempt: 1, do: 'lose' }],
    'Each try has an idempotency key of its own, so the service takes the second one for another request.',
    /#2, try 1, 2.5 s later \(S-101, another Idempotency-Key, same body\) -> 200, created Invoice 2, a duplicate/,
  ],
  [
    'idempotency key relied on for days',
    [{ on: 'POST /public/v1/invoices/', request: 1, attempt: 1, do: 'lose' }],
    'The program relies on an idempotency key for longer than the service keeps it.',
    /72 h later, in round 2 .*forgets an Idempotency-Key after 48 hours/,
  ],
  [
    'retry with a changed body',
    [{ on: 'POST /public/v1/invoices/', request: 1, attempt: 1, do: 'lose' }],
    'The body has the time in it, so the next night sends another body under the key of the first.',
    /same Idempotency-Key, another body: .*\) -> 422: this Idempotency-Key was used for another body/,
  ],
  [
    'retry without a body',
    [{ on: 'POST /public/v1/invoices/', request: 1, attempt: 1, do: 'cut' }],
    'The second try is sent without its body, and the refusal is taken for good.',
    /-> 400: the request has no body/,
  ],
  [
    'paging by offset under drift',
    [{ on: 'GET /public/v1/invoices/', request: 1, attempt: 1, do: 'shift' }],
    'Pages are read by offset. A record that leaves the list moves the others up, and one falls between two pages.',
    /offset=4\) -> 200, 4 of 9 invoices \(in the calm run also/,
  ],
  [
    'dedupe by amount',
    [{ on: 'POST /public/v1/invoices/', request: 1, attempt: 1, do: 'crash-after' }],
    'After a restart an invoice counts as sent if there is one of the same amount.',
    /Only in the calm run: POST \S+ 2 times more \(S-103 and S-105\)/,
  ],
  [
    'acknowledged before stored',
    [{ on: 'GET /public/v2/customers/{}/', request: 1, attempt: 1, do: 'lose' }],
    'The receiver answers 204 before it has what it needs, so the service does not send the event again.',
    /sent it because of DELIVERY core.customer\/created #1, which you answered with 204/,
  ],
  [
    'done before sent',
    [{ on: 'POST /public/v1/invoices/', request: 1, attempt: 1, do: 'crash' }],
    'The program notes an invoice as done before it sends it.',
    /had just written the file done/,
  ],
  [
    'swallowed 422',
    [{ on: 'POST /public/v1/customers/', request: 1, attempt: 1, do: 'lose' }],
    'A failed customer is ignored, and the refusals of its invoices are swallowed.',
    /-> 422: customer_id: Customer with id 9999 does not exist \(in the calm run 200\)/,
  ],
  [
    '409 in progress taken for a failure',
    [{ on: 'POST /public/v1/invoices/', request: 1, attempt: 1, do: 'slow' }],
    'A 409 says that the first request is still at work. The program takes it for a failure and begins anew under another key.',
    /409: the first request with this Idempotency-Key has no answer yet/,
  ],
  [
    'cursor saved too early',
    [{ on: 'GET /public/v1/invoices/', request: 1, attempt: 1, do: 'crash-after' }],
    'The cursor is saved before the pages up to it have been read.',
    /had just written the file cursor/,
  ],
  [
    'lost update',
    [{ on: 'PUT /public/v1/customers/{}/', request: 1, attempt: 1, do: 'other-edits' }],
    'The program reads a record, and later sends all of it. What somebody else has changed meanwhile is lost.',
    /somebody else edited the name of Customer 1 -> 200, updated Customer 1, with the body of the calm run, as if nothing had changed/,
  ],
  [
    'answers matched in the order in which they come',
    [{ on: 'GET /public/v1/customers/{}/', request: 1, attempt: 1, do: 'lose' }],
    'Requests are sent side by side, and their answers are matched in the order in which they arrive.',
    /came before the answer of .*; here it came after it/,
  ],
  [
    'a cleaner that removes what is new',
    [{ on: 'POST /public/v1/customers/', request: 1, attempt: 1, do: 'lose' }],
    'A cleaner removes what it does not know, also a record whose answer is not there yet.',
    /DELETE \S+ #1, try 1, 0.6 s later \(id 6\) -> 200, removed Customer 6/,
  ],
  [
    'a search without an answer found nothing',
    [
      { on: 'POST /public/v1/invoices/', request: 1, attempt: 1, do: 'lose' },
      { on: 'GET /public/v1/invoices/', request: 1, attempt: 2, do: 'lose' },
    ],
    'A search that got no answer counts as one that found nothing.',
    /\(U-1, another Idempotency-Key, same body\) -> 200, created Invoice 2, a duplicate of Invoice 1/,
  ],
  [
    'what is missing is done',
    [{ on: 'PUT /public/v1/customers/{}/', request: 1, attempt: 1, do: 'other-removes' }],
    'A record that is not there counts as done, though nobody has made it again.',
    /404: .*\n.*did not send PUT \S+ #1 \(id 6\) again/,
  ],
  [
    'a lease that runs out',
    [{ on: 'POST /public/v1/invoices/', request: 1, attempt: 1, do: 'suspend' }],
    'A job is given to another worker when its lease runs out, although the first one goes on.',
    /60 min later \(Q-1, same Idempotency-Key, same body\) -> 200, created Invoice 3, a duplicate of Invoice 1/,
  ],
  [
    'dead letters after what is newer',
    [{ on: 'PUT /public/v1/customers/{}/', request: 1, attempt: 1, do: 'crash' }],
    'What failed is sent again after what is newer, and overwrites it.',
    /PUT \S+ #1, try 2, .* -> 200, updated Customer 1/,
  ],
  [
    'a log that is written anew',
    [
      { on: 'POST /public/v1/invoices/', request: 1, attempt: 1, do: 'lose' },
      { on: 'WRITE log', write: 7, do: 'write-crash-after' },
    ],
    'The log of what was sent is emptied before it is written anew, and a crash between the two loses it.',
    /POST \S+ #4, try 1, .*a duplicate of Invoice 1/,
  ],
  [
    'numbers that are counted in memory',
    [{ on: 'WRITE done first', write: 1, do: 'write-crash-after' }],
    'The next number is counted in memory, so after a restart one is left out.',
    /Only in the calm run: POST \S+ #3, try 1 \(N-3\)/,
  ],
  [
    'two runs at once',
    [{ on: 'GET /public/v1/invoices/', request: 1, do: 'run-overlaps' }],
    'Each run looks whether the invoice is there, and then creates it. Two of them at once create it twice.',
    /\(the second run\) POST .*a duplicate of Invoice 1/,
  ],
  [
    'two instances at once',
    [{ on: 'GET /public/v1/invoices/', request: 1, do: 'second-instance' }],
    'The same with two instances of the program, of which neither knows of the other.',
    /\(the second instance\) POST/,
  ],
  [
    'an event twice at once',
    [{ on: 'DELIVERY core.customer/created', delivery: 1, do: 'delivery-twice-at-once' }],
    'The receiver looks whether it has handled the event, and notes it only at the end. Two copies at once are handled twice.',
    /heard it again, .*: 204[\s\S]*you wrote the file welcomed once, here 2 times/,
  ],
]

const OTHERS: Readonly<Record<string, () => Experiment | Promise<Experiment>>> = {
  'two runs at once': () => pusher('none'),
  'two instances at once': () => pusher('none'),
  'an event twice at once': () => welcomer({}),
}

const shown: string[] = []

it.each(STORIES)('%s: its story names the damage', async (name, plan, bug, damage) => {
  const [, make = OTHERS[name]] = BUGS.find(([one]) => one === name) ?? []
  if (!make) throw new Error(`there is no ${name}`)
  const { failure } = await explore.once(await make(), plan)
  expect(failure?.story).toMatch(damage)
  shown.push(
    `## Story ${shown.length + 1}\n\n\`\`\`text\n${failure?.story}\n\`\`\`\n\n<details><summary>The bug</summary>\n\n${bug}\n\n</details>`,
  )
})

it('the page has all of them', () => {
  fresh('docs/explore-stories.md', 'stories', shown.join('\n\n'))
})
