import { Client } from './client'
import { Mirror } from './mirror'
import { WebhookReceiver } from './receiver'

/** `ACCOUNTING_URL=… ACCOUNTING_API_KEY=… WEBHOOK_SECRET=… npx tsx examples/webhook-receiver/main.ts` */
const { ACCOUNTING_URL, ACCOUNTING_API_KEY, WEBHOOK_SECRET, PORT = '3000' } = process.env
if (!ACCOUNTING_URL || !ACCOUNTING_API_KEY || !WEBHOOK_SECRET) {
  throw new Error('set ACCOUNTING_URL, ACCOUNTING_API_KEY and WEBHOOK_SECRET')
}

const mirror = new Mirror(new Client({ baseUrl: ACCOUNTING_URL, apiKey: ACCOUNTING_API_KEY }))
await mirror.refill()
const { server } = new WebhookReceiver({ secret: WEBHOOK_SECRET, mirror })
server.listen(Number(PORT), () => console.log(`${mirror.size} records mirrored; receiving on port ${PORT}`))
