import { defineComponent, h, ref } from 'vue'
import { runProgram } from './run-program'

const PROGRAM = `simulator.records.invoices.create({
  date: '2026-01-15', company_id: 1, customer_id: 1,
  currency_iso_4217_code: 'USD', exchange_rate: '1',
  items: [{ item_id: 1, quantity: '3', rate: '33.335', position: 1 }],
})

simulator.faults.inject({ on: 'GET /public/*', then: { status: 429, retryAfter: 30 } })
const headers = { 'X-API-KEY': simulator.apiKey }
const url = simulator.baseUrl + '/public/v1/invoices/1/'
print((await simulator.fetch(new Request(url, { headers }))).status)
await simulator.clock.advance('30 seconds')
print(await (await simulator.fetch(new Request(url, { headers }))).json())
print(simulator.books.trialBalance())
`

/** A program, a button that runs it in the tab, and what it printed with the timeline of its requests. */
export const Playground = defineComponent({
  setup() {
    const program = ref(PROGRAM)
    const printed = ref('')
    const run = async () => {
      printed.value = await runProgram(program.value)
    }
    return () => [
      h('textarea', {
        'aria-label': 'Program',
        class: 'playground',
        spellcheck: false,
        rows: 17,
        value: program.value,
        onInput: ({ target }: Event) => {
          program.value = (target as HTMLTextAreaElement).value
        },
      }),
      h('button', { type: 'button', class: 'playground', onClick: run }, 'Run'),
      h(
        'pre',
        { 'aria-label': 'Output', role: 'region', class: 'playground', 'aria-live': 'polite', tabindex: 0 },
        printed.value,
      ),
    ]
  },
})
