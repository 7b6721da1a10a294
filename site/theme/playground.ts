import { defineComponent, h, onBeforeUnmount, onMounted, ref } from 'vue'
import { partsOf } from '../sections'
import { type Run, runProgram } from './run-program'

const LONG = `simulator.records.invoices.create({
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

const SHORT = `const headers = { 'X-API-KEY': simulator.apiKey, 'Content-Type': 'application/json' }
const body = JSON.stringify({
  date: '2026-01-15', company_id: 1, customer_id: 1,
  items: [{ item_id: 1, quantity: 2, rate: '120.00' }],
})
const post = () => simulator.fetch('/public/v1/invoices/', { method: 'POST', headers, body })

// The invoice is written, and the answer is lost. The client tries again.
simulator.faults.inject({ on: 'POST /public/v1/invoices/', then: { loseResponse: true } })
await post().catch(() => post())
await simulator.clock.advance('30 days')
print(simulator.records.invoices.count(), 'invoices for one order: no Idempotency-Key')
`

/** A program and a button that runs it in the tab. With `live` the panel shows what happened, else a text. */
export const Playground = defineComponent({
  props: { live: Boolean },
  setup({ live }) {
    const program = ref(live ? SHORT : LONG)
    const printed = ref('')
    const panel = ref<HTMLElement>()
    let last: Run | undefined
    const run = async () => {
      const next = await runProgram(program.value)
      last?.end()
      last = next
      printed.value = live ? next.printed : `${next.printed}\n\nTimeline\n${next.timeline}`
      if (live && panel.value) await next.show(panel.value)
    }
    if (live) onMounted(run)
    onBeforeUnmount(() => last?.end())
    const output = () =>
      partsOf(printed.value).map(({ text, href }) => (href === undefined ? text : h('a', { href }, text)))
    return () =>
      h('div', { class: ['playground', { live }] }, [
        h('div', [
          h('textarea', {
            'aria-label': 'Program',
            spellcheck: false,
            rows: 15,
            value: program.value,
            onInput: ({ target }: Event) => {
              program.value = (target as HTMLTextAreaElement).value
            },
          }),
          h('button', { type: 'button', onClick: run }, 'Run'),
          h('pre', { 'aria-label': 'Output', role: 'region', 'aria-live': 'polite', tabindex: 0 }, output()),
        ]),
        live && h('div', { class: 'panel', ref: panel }),
      ])
  },
})
