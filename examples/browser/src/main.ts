import { type Customer, type Invoice, Service } from './service'

const { baseUrl, apiKey } = await settings()
const service = new Service(baseUrl, apiKey)

/** In development the service runs in this tab. The import keeps it out of production builds. */
async function settings(): Promise<{ baseUrl: string; apiKey: string }> {
  if (import.meta.env.DEV) return (await import('./simulate')).simulate()
  return { baseUrl: import.meta.env.VITE_SERVICE_URL, apiKey: import.meta.env.VITE_SERVICE_KEY }
}

function find<E extends Element>(selector: string): E {
  const found = document.querySelector<E>(selector)
  if (!found) throw new Error(`The page lacks ${selector}`)
  return found
}

function tell(text: string, isProblem = false): void {
  const status = find('#status')
  status.textContent = text
  status.classList.toggle('problem', isProblem)
}

async function attempt(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
    tell('')
    await show()
  } catch (error) {
    tell((error as Error).message, true)
  }
}

async function show(): Promise<void> {
  const [customers, invoices] = await Promise.all([service.customers(), service.invoices()])
  find('#customers').replaceChildren(...customers.map(({ name }) => element('li', name)))
  find('[name=customer]').replaceChildren(...customers.map(option))
  find('#invoices').replaceChildren(...invoices.map(row))
}

function element(name: string, ...content: (string | Node)[]): HTMLElement {
  const made = document.createElement(name)
  made.append(...content)
  return made
}

const option = ({ id, name }: Customer): Element =>
  Object.assign(document.createElement('option'), { value: String(id), textContent: name })

function row(invoice: Invoice): Element {
  const pay = Object.assign(document.createElement('button'), { textContent: `Pay ${invoice.number}` })
  pay.disabled = Number(invoice.amount_due) === 0
  pay.onclick = () => attempt(() => service.pay(invoice))
  const cells = [String(invoice.number), invoice.customer_name, invoice.amount, invoice.amount_due]
  return element('tr', ...cells.map((text) => element('td', text)), element('td', pay))
}

find<HTMLFormElement>('#new-customer').onsubmit = (event) => {
  event.preventDefault()
  const form = event.target as HTMLFormElement
  const name = String(new FormData(form).get('name'))
  void attempt(() => service.addCustomer(name)).then(() => form.reset())
}

find<HTMLFormElement>('#new-invoice').onsubmit = (event) => {
  event.preventDefault()
  const given = new FormData(event.target as HTMLFormElement)
  void attempt(() => service.addInvoice(Number(given.get('customer')), String(given.get('amount'))))
}

find<HTMLButtonElement>('#refresh').onclick = () => void attempt(show)

await attempt(async () => undefined)
document.body.dataset.state = 'ready'
import.meta.hot?.accept()
