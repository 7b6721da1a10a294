import { OptionError } from '../../errors/option-error'
import { hostTime } from '../../host-time/host-time'
import { countText } from '../../kernel/count-text'
import { jsonOrText } from '../../kernel/decoded-text'
import { didYouMean } from '../../kernel/nearest-name'
import { operationParts } from '../../kernel/operation-text'
import type { EntryJson } from '../inspector/entries'
import type { ServiceAddress } from '../inspector/first-steps'
import { searched, sectionsOf, sectionText, wordsOf } from './documentation'
import * as mcp from './tool'
import { lastSequence } from './world-tools'

interface Operation {
  readonly summary?: string
  readonly [member: string]: unknown
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> }
}

const SHOWN_AT_MOST = 20

export const operations = mcp.tool({
  name: 'operations',
  title: 'Operations and rules',
  description:
    'What the service offers and by which rules. Without arguments: where programs find it, and its sections. ' +
    'Begin here, or with search.',
  isReadOnly: true,
  takes: {
    search: mcp.words('words to look for in the operations and in the rules, such as "idempotency key"'),
    operation: mcp.words(
      'one operation with its parameters, body and responses, such as POST /public/v1/invoices/',
    ),
    section: mcp.words('one section of the rules in full, such as 7.2'),
    assumptions: mcp.yes('the assumptions about the service that this run rested on so far'),
  },
  gives: {
    url: mcp.givenText('where programs find the service'),
    apiKey: mcp.givenText('the key for the header X-API-KEY'),
    now: mcp.givenText('virtual time'),
    sections: mcp.givenRows('the sections of the rules'),
    operations: mcp.givenList('operations that fit'),
    operation: mcp.givenObject('one operation, as in OpenAPI 3.1'),
    rules: mcp.givenText('the text of a section'),
    assumptions: mcp.givenList('assumptions with the values in force'),
  },
  async run({ search, operation, section, assumptions }, session) {
    mcp.onlyOne({ search, operation, section, assumptions })
    const sections = sectionsOf(session.documentation)
    if (section !== undefined) {
      const rules = sectionText(sections, section)
      if (rules === '')
        throw new OptionError(
          'section',
          sections.length === 0
            ? 'the rules are not at hand here: they are in docs/service.md of the package accounting-simulator'
            : `there is no section ${section}; there are ${sections.map((one) => one.number).join(', ')}`,
        )
      return { summary: `Section ${section} of the rules.`, data: { rules } }
    }
    if (assumptions === true) {
      const all = await session.control<{ id: string; used: boolean }[]>('GET /assumptions/register')
      const used = all.filter((one) => one.used)
      return {
        summary: `This run rested on ${countText(used.length, 'assumption')} of ${all.length}.`,
        next:
          'Where a result depends on one, try another of its alternatives: --assume id=value of the command, or ' +
          'assumptions in the options of a sandbox.',
        data: { assumptions: used },
      }
    }
    const document = await session.control<Document>('GET /openapi')
    if (operation !== undefined) return described(document, operation)
    const all = operationsOf(document)
    if (search !== undefined) {
      const found = all.filter(({ call, summary }) => {
        const text = `${call} ${summary}`.toLowerCase()
        return wordsOf(search).every((word) => text.includes(word))
      })
      const rules = searched(sections, search)
      return {
        summary: `${countText(found.length, 'operation')} and ${countText(rules.length, 'section')} of the rules fit.`,
        next: 'operations with operation, or with section, has one in full.',
        data: { operations: found.slice(0, SHOWN_AT_MOST), sections: rules },
      }
    }
    const { now, apiKey, baseUrl: url } = await session.control<ServiceAddress>('GET /')
    const chapters = sections.filter(({ number }) => !number.includes('.'))
    return {
      summary: `${all.length} operations, served for programs, too. Each request needs the header X-API-KEY.`,
      next: 'operations with search finds operations and rules; request sends a request.',
      data: {
        url,
        apiKey,
        now,
        sections: chapters.map(({ number, title }) => `${number} ${title}`),
      },
    }
  },
})

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

const operationsOf = ({ paths }: Document) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    METHODS.flatMap((method) => {
      const operation = methods[method]
      return operation ? [{ call: `${method.toUpperCase()} ${path}`, summary: operation.summary ?? '' }] : []
    }),
  )

function described(document: Document, call: string) {
  const { method, path } = operationParts(call)
  const known = operationsOf(document).map((one) => one.call)
  const operation = known.includes(call) ? document.paths[path]?.[method.toLowerCase()] : undefined
  if (!operation) {
    throw new OptionError(
      'operation',
      `there is no operation ${call}${didYouMean(call, known)}; operations with search finds them`,
    )
  }
  const names = new Set<string>()
  const collect = (value: unknown): void => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (names.has(name)) continue
      names.add(name)
      collect(document.components.schemas[name])
    }
  }
  const { requestBody, ...others } = operation
  collect(requestBody ?? null)
  const schemas = Object.fromEntries([...names].map((name) => [name, document.components.schemas[name]]))
  return {
    summary: 'One operation, as in OpenAPI 3.1, with the schemas of its body.',
    next: 'request sends it.',
    data: { operation: { ...others, ...(requestBody !== undefined && { requestBody }), schemas } },
  }
}

/** Real milliseconds after which a response counts as held back, because the service answers at once. */
const HELD_AFTER = 1500

export const request = mcp.tool({
  name: 'request',
  title: 'Send a request',
  description:
    'Sends one request to the service, by default with a valid key, and says what became of it and why. Paths ' +
    'below /__simulator reach the other controls, such as GET /__simulator/ and POST /__simulator/webhooks/connect.',
  takes: {
    method: mcp.needed(mcp.words('such as POST')),
    path: mcp.needed(mcp.words('such as /public/v1/invoices/?limit=5')),
    body: {
      read: (given) => given,
      schema: { description: 'the body: an object or an array is sent as JSON, a text as it is' },
    },
    headers: mcp.textsByName('further headers; X-API-KEY replaces the valid key'),
    idempotency_key: mcp.words('the header Idempotency-Key'),
    full: mcp.yes('with headers, all members of the body, and what a client did not get'),
  },
  gives: {
    status: { type: ['integer', 'null'], description: 'the status, null without a response' },
    headers: mcp.givenObject('the headers of the response'),
    body: { description: 'the body of the response; empty members are left out unless full' },
    why: mcp.givenText('why the service answered so'),
    reason: mcp.givenObject('the same as data'),
    unseen: mcp.givenObject('the response that the client did not get'),
    sequence: mcp.givenNumber('the number of its entry in the timeline'),
  },
  async run({ method, path, body, headers, idempotency_key, full }, session) {
    const control = /^\/__simulator(?<place>(?:[/?].*)?)$/.exec(path)?.groups?.place
    if (control !== undefined) {
      mcp.noneOf({ headers, idempotency_key, full }, 'is for the service: a control has none')
      return {
        summary: 'The control answered.',
        next: 'timeline shows what it did.',
        data: { body: await session.control(`${method.toUpperCase()} ${control}`, objectOf(body)) },
      }
    }
    const sent = requestOf(session, path, {
      method: method.toUpperCase(),
      headers: {
        'X-API-KEY': (await session.control<ServiceAddress>('GET /')).apiKey,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(idempotency_key !== undefined && { 'Idempotency-Key': idempotency_key }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const before = await lastSequence(session.control)
    const answered = session.fetch(sent).then(
      (response) => response,
      (error: unknown) => (error instanceof TypeError ? ('lost' as const) : Promise.reject(error)),
    )
    const response = await Promise.race([answered, heldBack()])
    const entries = await entriesAfter(session, before)
    const entry = entries.find(
      (one) => one.kind === 'request' && one.request?.url === sent.url && one.request.method === sent.method,
    )
    const reason = entry && {
      why: entry.why,
      ...(full === true && { reason: entry.reason, unseen: entry.unseen }),
      sequence: entry.sequence,
    }
    const place = entry ? `, entry ${entry.sequence} of the timeline` : ''
    if (response === 'held')
      return {
        summary: `No response yet${place}: it is held back.`,
        next: 'advance_time lets it arrive; timeline with entry shows it then.',
        data: { status: null, ...reason },
      }
    if (response === 'lost')
      return {
        summary: `The client got no response${place}. Whether the request was carried out is in why.`,
        next: 'Do what a client should do now: repeat the request with the same idempotency_key.',
        data: { status: null, ...reason },
      }
    const content = jsonOrText(await response.text())
    return {
      summary: `Status ${response.status}${place}.`,
      ...nextAfter(response, entry),
      data: {
        status: response.status,
        ...(full === true && { headers: Object.fromEntries(response.headers) }),
        body: full === true || !response.ok ? content : mcp.brief(content),
        ...reason,
      },
    }
  },
})

function objectOf(body: unknown): object | undefined {
  if (body === undefined || (typeof body === 'object' && body !== null)) return body
  throw new OptionError('body', 'body must be an object or an array for a control')
}

const entriesAfter = (session: mcp.ToolContext, since: number): Promise<EntryJson[]> =>
  session.control<EntryJson[]>(`GET /timeline${mcp.query({ since })}`)

const heldBack = (): Promise<'held'> =>
  new Promise((resolve) => hostTime.after(HELD_AFTER, () => resolve('held')))

/** @throws OptionError if the Request constructor refuses the values */
function requestOf({ url }: mcp.ToolContext, path: string, init: RequestInit): Request {
  if (!path.startsWith('/') || path.includes('#'))
    throw new OptionError('path', 'path must begin with /, such as /public/v1/invoices/, and has no #')
  return mcp.requestTo(url + path, init)
}

function nextAfter({ status, headers }: Response, entry: EntryJson | undefined): { next?: string } {
  if (status === 429)
    return { next: `advance_time by ${headers.get('retry-after')} seconds, then repeat it.` }
  const section = entry?.reason?.section
  if (status < 400) return {}
  const rule = section === undefined ? '' : ` operations with section ${section} has the rule.`
  return { next: `body says what is wrong.${rule} Correct the request and send it again.` }
}
